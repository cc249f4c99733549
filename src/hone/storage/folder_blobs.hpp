// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/storage/blobs.hpp"

namespace hone::storage {

/// Bytes in files of a folder, "<folder>/ab/abcd...": the folder is made with the first of them, and is the
/// user's alone (0700, its files 0600). A file appears under its hash when all of it is on disk.
///
/// Who puts and who removes take turns by a lock on the folder, so that bytes which somebody has just put
/// again are not the ones that are removed.
class FolderBlobs final : public Blobs {
 public:
  explicit FolderBlobs(std::string folder) : folder_(std::move(folder)) {}

  StoredBlob put(const ByteSource& source, std::int64_t most) override;
  std::unique_ptr<ByteSource> find(const std::string& hash) override;
  std::vector<ListedBlob> list() override;
  bool remove(const std::string& hash, Timestamp put_before) override;
  void tidy(Timestamp before) override;
  std::string place() const override { return folder_; }

 private:
  std::string path_of(const std::string& hash) const;

  std::string folder_;
};

}  // namespace hone::storage
