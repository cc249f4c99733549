// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

#include "hone/service/trial_artefacts.hpp"

namespace hone::server {

/// The body of a request that is too large to be held: a file without a name, gone with its last user.
class BodyFile {
 public:
  /// `open` counts those that there are. Throws Refusal(503) when there are too many, or none can be made.
  explicit BodyFile(std::atomic<int>& open);
  ~BodyFile() { --open_; }
  BodyFile(const BodyFile&) = delete;
  BodyFile& operator=(const BodyFile&) = delete;

  /// Throws Refusal when the disk is full.
  void write(const std::string& bytes);
  std::int64_t size() const { return size_; }
  std::string read(std::int64_t offset, std::size_t most) const;

 private:
  std::atomic<int>& open_;
  storage::FileHandle file_;
  std::int64_t size_ = 0;
};

/// The same for who reads it.
class BodySource final : public storage::ByteSource {
 public:
  explicit BodySource(std::shared_ptr<const BodyFile> file) : file_(std::move(file)) {}
  std::int64_t size() const override { return file_->size(); }
  std::string read(std::int64_t offset, std::size_t most) const override { return file_->read(offset, most); }

 private:
  std::shared_ptr<const BodyFile> file_;
};

}  // namespace hone::server
