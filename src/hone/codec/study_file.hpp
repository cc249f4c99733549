// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hone/core/study.hpp"

namespace hone::codec {

/// Reads a study file (YAML, so JSON too). Every mistake is an Error(InvalidFile or InvalidSpace or
/// InvalidOption) whose message begins with "file:line: field: ". Relative paths in the file (candidates,
/// directory) are taken from its folder.
/// The directory of the command is made absolute; when absent it is the file's folder.
Study read_study_file(const std::string& path);

/// The same from a text; `file` names it in messages and `folder` is where relative paths begin.
Study parse_study(std::string_view text, const std::string& file, const std::string& folder = ".");

}  // namespace hone::codec
