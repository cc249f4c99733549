// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hone::cli {

/// What a ready-made start works on, and so which option of `hone init` names it.
enum class TemplateInput { None, Table, Server, Program };

/// A ready-made start: a study file with a space for one tool, and the program that measures it. Its files
/// are those of share/templates/<name>, which travel inside the program.
struct StudyTemplate {
  std::string name;
  std::string summary;
  TemplateInput input = TemplateInput::None;
  std::string script;                 ///< the file that measures; empty when the study file has all
  std::vector<std::string> packages;  ///< what `pip install` must bring
  std::vector<std::string> programs;  ///< what else must be on the PATH
};

/// In the order in which they are listed.
std::span<const StudyTemplate> study_templates();
std::vector<std::string> template_names();
/// Throws UsageError that names a similar one.
const StudyTemplate& template_named(const std::string& name);

/// What `hone init` was told.
struct TemplateChoice {
  std::string file;  ///< where the study file goes; the other files go beside it
  std::string name;  ///< of the study
  std::optional<std::string> data;
  std::optional<std::string> target;
  std::optional<std::string> server;
  std::optional<std::string> source;
};

struct NewFile {
  std::string path;
  std::string content;
};

/// The files of a start with everything filled in, the study file first. Relative paths in `choice` begin at
/// the current folder; in the study file they begin at its own, where its command runs.
std::vector<NewFile> filled(const StudyTemplate& start, const TemplateChoice& choice);

}  // namespace hone::cli
