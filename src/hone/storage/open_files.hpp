// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace hone::storage {

/// Files as they were when they were opened, so that it is noticed when their names lead elsewhere: to
/// nothing, or to another file. Told apart by device and inode; what is written into the same file by others
/// is not seen here. Does not change, so that any thread may look.
class OpenFiles {
 public:
  /// Watches nothing.
  OpenFiles() = default;
  /// Watches `path` followed by each of the suffixes. Throws StorageGone when one is not there.
  OpenFiles(const std::string& path, const std::vector<std::string>& suffixes);

  /// Throws StorageGone when one of them was deleted, moved or replaced. Costs a system call for each.
  void require_there() const;

 private:
  struct Identity {
    std::string path;
    dev_t device;
    ino_t inode;
  };

  std::vector<Identity> files_;
};

}  // namespace hone::storage
