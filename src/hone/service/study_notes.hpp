// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "hone/runner/moment.hpp"
#include "hone/storage/study_store.hpp"

namespace hone::service {

/// What people say about a study, beside its definition.
struct StudyNotes {
  std::string text = {};
  std::vector<std::string> tags = {};
  bool stopped = false;  ///< nothing may be handed out
  friend bool operator==(const StudyNotes&, const StudyNotes&) = default;
};

/// The same as a store has it.
StudyNotes notes_of(const storage::Annotations& kept);

/// Those of the store, where everybody sees them (storage::Annotations). Reading is quick: what was read is
/// believed for a second. Safe to call from several threads.
class NoteBook {
 public:
  explicit NoteBook(std::function<storage::StudyStore&()> store) : store_(std::move(store)) {}

  StudyNotes of(const std::string& study);
  void put(const std::string& study, const StudyNotes& notes);
  /// Of a study that was deleted.
  void drop(const std::string& study);
  /// Studies whose notes it remembers.
  std::size_t kept();

 private:
  struct Entry {
    StudyNotes notes;
    runner::Moment read;
  };

  std::function<storage::StudyStore&()> store_;
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

}  // namespace hone::service
