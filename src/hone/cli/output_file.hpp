// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace hone::cli {

/// Writes a file whole or not at all: what was there stays when the new content cannot be written, and so do
/// its permissions. Where no file can be put beside it (pipes, devices, folders of others) it is written in
/// place. Throws Error(System).
void write_file(const std::string& path, std::string_view content);

/// Throws UsageError for a name that promises something else than SVG.
void require_svg_name(const std::string& path);

}  // namespace hone::cli
