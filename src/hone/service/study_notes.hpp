// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "hone/runner/moment.hpp"
#include "hone/storage/storage.hpp"

namespace hone::service {

/// What people say about a study, beside its definition.
struct StudyNotes {
  std::string text = {};
  std::vector<std::string> tags = {};
  bool stopped = false;  ///< nothing may be handed out
  friend bool operator==(const StudyNotes&, const StudyNotes&) = default;
};

/// Kinds of artefacts that begin so are the service's own.
inline constexpr std::string_view kServiceKind = "service-";

/// Keeps them in the store, as artefacts of kind "service-study" under the study's name, where every server
/// of the store sees them. Reading is quick: what was read is believed for a second. Safe to call from
/// several threads.
class NoteBook {
 public:
  explicit NoteBook(std::function<storage::Storage&()> store) : store_(std::move(store)) {}

  StudyNotes of(const std::string& study);
  void put(const std::string& study, const StudyNotes& notes);
  /// With the study; its tags go by storage::forget_notes().
  void drop(const std::string& study);

 private:
  struct Entry {
    StudyNotes notes;
    runner::Moment read;
  };
  StudyNotes read(const std::string& study);
  void put_tags(const std::string& study, const std::vector<std::string>& wanted);

  std::function<storage::Storage&()> store_;
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

}  // namespace hone::service
