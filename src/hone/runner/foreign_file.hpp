// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "hone/runner/descriptor.hpp"

namespace hone::runner {

/// Tells a file from another that has its name.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// A file that a command was invited to write. It may have put anything in its place, so this neither waits
/// (a named pipe) nor follows a symbolic link, and opens nothing but a regular file.
struct ForeignFile {
  Descriptor file = {};   ///< open for reading; closed if the file does not exist or was refused
  std::int64_t size = 0;  ///< in bytes, when it was opened
  FileIdentity identity = {};
  std::string problem = {};  ///< "is a named pipe", "is a symbolic link", "cannot be read: ..."
  /// It has another name as well (a hard link), by which somebody else may write to it.
  bool shared = false;

  bool is_open() const noexcept { return file.get() >= 0; }
};

/// With an open `folder`, the last part of the path is looked for in it and the rest is not followed: the
/// command may have put something else in the folder's place, too.
ForeignFile open_foreign(const std::string& path, const Descriptor* folder = nullptr);

/// Bytes of an open file from an offset on, at most so many; fewer at its end or where it cannot be read.
std::string read_part(const Descriptor& file, std::int64_t offset, std::size_t most);

}  // namespace hone::runner
