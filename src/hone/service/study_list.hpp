// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/storage/storage.hpp"

namespace hone::service {

/// What a list says of each study, kept until the study changes: so a page costs what changed of it, and a
/// look at a store in which nothing happened costs next to nothing. Safe to call from several threads.
class StudyList {
 public:
  using Marks = std::vector<storage::StudyMark>;

  explicit StudyList(std::function<storage::Storage&()> store) : store_(std::move(store)) {}

  /// All studies by id. The same pointer as long as none has changed.
  std::shared_ptr<const Marks> studies();
  /// Of each of these a line of JSON, without those that are gone.
  std::vector<std::string> entries(std::span<const storage::StudyMark> studies);

 private:
  struct Entry {
    std::string mark;
    std::string line;
  };
  std::string new_line(storage::Storage& store, const storage::StudySummary& summary) const;
  void fill(storage::Storage& store, std::span<const storage::StudyMark> wanted);

  std::function<storage::Storage&()> store_;
  std::mutex mutex_;  // guards all below
  std::optional<std::string> seen_;
  std::shared_ptr<const Marks> studies_ = std::make_shared<const Marks>();
  std::map<storage::StudyId, Entry> entries_;
};

}  // namespace hone::service
