// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hone/runner/descriptor.hpp"

// Folders and files that no other user can read, replace or have made before: 0700 and 0600 under any umask,
// never through a symbolic link. Everything here throws Error(System), saying which path, when the system
// refuses.
namespace hone::runner {

/// Opens a folder of the calling user; makes it, and what is missing above it, when there is none. Refuses a
/// symbolic link and a folder of another user. What others may do with it is taken away.
Descriptor open_private_folder(const std::string& path);

/// Throws unless files can be made in the folder.
void require_writable(const Descriptor& folder, const std::string& path);

/// True when something else than this folder has its path now; false also when nothing has.
bool was_replaced(const Descriptor& folder, const std::string& path);

/// Throws when a folder of this path can be neither used nor made, as far as can be told without making it.
void check_folder_path(const std::string& path);

/// Makes a folder that is empty and ours alone. What has its name already is moved aside, to
/// "<name>.left-1" and so on, neither followed nor deleted.
Descriptor make_fresh_folder(const Descriptor& parent, const std::string& name);

/// Makes a file that is not there yet; `folder` may be AT_FDCWD.
Descriptor create_private_file(int folder, const std::string& name);

/// Writes all of it.
void write_all(const Descriptor& file, std::string_view content, const std::string& name);

}  // namespace hone::runner
