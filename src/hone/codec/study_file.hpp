// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/core/study.hpp"

namespace hone::codec {

/// Reads a study file (YAML, so JSON too). Every mistake is an Error(InvalidFile or InvalidSpace or
/// InvalidOption) whose message begins with "file:line: field: ". Relative paths in the file (candidates,
/// directory) are taken from its folder.
/// The directory of the command is made absolute; when absent it is the file's folder.
Study read_study_file(const std::string& path);

/// A study file with everything that is wrong with it.
struct StudyExamination {
  bool space_is_known = false;       ///< otherwise the study's space is a stand-in
  std::optional<Study> study = {};   ///< as far as it could be read; nothing when it is not YAML at all
  std::vector<Error> problems = {};  ///< empty: the study is whole, as read_study_file() reads it
  std::map<std::string, std::string> places = {};  ///< of its fields: "sampler" is at "study.yaml:7: sampler"

  /// The error with the place of a field in front, when the file has that field.
  Error at(const std::string& field, const Error& error) const;
};
/// Reads a study file to its end, whatever is wrong with it. Throws Error when there is no such file.
StudyExamination examine_study_file(const std::string& path);

/// The same from a text; `file` names it in messages and `folder` is where relative paths begin.
Study parse_study(std::string_view text, const std::string& file, const std::string& folder = ".");

/// The same from somebody else: it may not name files.
Study parse_foreign_study(std::string_view text, const std::string& where);

}  // namespace hone::codec
