// SPDX-License-Identifier: MIT
#include "hone/cli/templates.hpp"

#include <algorithm>
#include <filesystem>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/embedded.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/codec/json.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

/// Scripts for tables hold this line; the part that they share stands in its place.
constexpr const char* kTableMark = "# @TABLE@\n";

std::string json_word(const std::string& word) {
  return codec::Json(word).dump(-1, ' ', false, codec::Json::error_handler_t::replace);
}

/// The name as a YAML scalar: as JSON when it might be read as something else.
std::string yaml_word(const std::string& name) {
  constexpr const char* kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-";
  static const std::vector<std::string> kTaken = {"true", "false", "yes", "no", "on",
                                                  "off",  "null",  "nan", "inf"};
  const bool plain = !name.empty() && name.front() != '-' &&
                     name.find_first_not_of(kLetters) == std::string::npos &&
                     std::find(kTaken.begin(), kTaken.end(), name) == kTaken.end();
  return plain ? name : json_word(name);
}

/// An argument of the study's command, in which braces would name a parameter.
std::string command_item(const std::string& option, const std::string& value) {
  std::string doubled;
  for (const char c : value) doubled.append(c == '{' || c == '}' ? 2 : 1, c);
  return "  - " + json_word(option + "=" + doubled) + "\n";
}

/// A path that was given from the current folder, as the study's command sees it.
std::string seen_from(const std::string& study_file, const std::string& path) {
  const fs::path given(path);
  const fs::path folder = fs::path(study_file).parent_path();
  if (given.is_absolute() || folder.empty()) return path;
  const fs::path seen =
      fs::absolute(given).lexically_normal().lexically_relative(fs::absolute(folder).lexically_normal());
  return seen.empty() ? fs::absolute(given).string() : seen.string();
}

/// The lines of the command that say what is worked on; a remark on how to say it when nothing was given.
std::string input_lines(const StudyTemplate& start, const TemplateChoice& choice) {
  std::string out;
  if (choice.data) out += command_item("--data", seen_from(choice.file, *choice.data));
  if (choice.target) out += command_item("--target", *choice.target);
  if (choice.server) out += command_item("--server", *choice.server);
  if (choice.source) out += command_item("--source", seen_from(choice.file, *choice.source));
  if (!out.empty()) return out;
  switch (start.input) {
    case TemplateInput::Table:
      return "  # - --data=my.csv       # your table; without it, a small one that comes along is used\n"
             "  # - --target=price      # the column to predict; without it, the last one\n";
    case TemplateInput::Server:
      return "  # The server to tune. Without it every trial is refused, so that no server is changed by "
             "mistake.\n"
             "  # - --server=host=localhost port=5432 user=postgres\n";
    case TemplateInput::Program:
      return "  - --source=sample.c     # yours; write the option once for each file\n";
    case TemplateInput::None:
      break;
  }
  return out;
}

void put(std::string& content, const std::string& mark, const std::string& value) {
  for (std::size_t at = content.find(mark); at != std::string::npos;
       at = content.find(mark, at + value.size())) {
    content.replace(at, mark.size(), value);
  }
}

std::string embedded(const std::string& path) {
  for (const EmbeddedFile& file : embedded_templates()) {
    if (file.path == path) return std::string(file.content);
  }
  throw Error(ErrorCode::Internal, path + " is not among the files inside the program",
              "list it in src/hone/cli/CMakeLists.txt");
}

std::string study_content(const StudyTemplate& start, const TemplateChoice& choice) {
  std::string content = embedded(start.name + "/study.yaml");
  put(content, "  # @INPUT@\n", input_lines(start, choice));
  put(content, "@NAME@", yaml_word(choice.name));
  put(content, "@FILE@", printable(choice.file));
  return content;
}

}  // namespace

std::span<const StudyTemplate> study_templates() {
  using enum TemplateInput;
  static const std::vector<StudyTemplate> kTemplates = {
      {"xgboost",
       "gradient-boosted trees of XGBoost",
       Table,
       "train_xgboost.py",
       {"xgboost", "scikit-learn", "pandas"},
       {}},
      {"lightgbm",
       "gradient-boosted trees of LightGBM",
       Table,
       "train_lightgbm.py",
       {"lightgbm", "scikit-learn", "pandas"},
       {}},
      {"hist-gradient-boosting",
       "gradient-boosted trees of scikit-learn",
       Table,
       "train_hist_gradient_boosting.py",
       {"scikit-learn", "pandas"},
       {}},
      {"random-forest",
       "random forest of scikit-learn",
       Table,
       "train_random_forest.py",
       {"scikit-learn", "pandas"},
       {}},
      {"svm",
       "support vector machine with its kernels",
       Table,
       "train_svm.py",
       {"scikit-learn", "pandas"},
       {}},
      {"elastic-net",
       "linear or logistic regression, L1 and L2 penalty",
       Table,
       "train_elastic_net.py",
       {"scikit-learn", "pandas"},
       {}},
      {"mlp-sklearn",
       "neural network of scikit-learn",
       Table,
       "train_mlp.py",
       {"scikit-learn", "pandas"},
       {}},
      {"adam", "Adam and its schedule, for any neural network", Table, "train_adam.py", {"numpy"}, {}},
      {"postgres",
       "settings of a PostgreSQL server, by pgbench",
       Server,
       "bench_postgres.py",
       {},
       {"psql", "pgbench"}},
      {"gcc-flags", "compiler flags for a C or C++ program", Program, "time_program.py", {}, {"gcc or g++"}},
      {"generic",
       "your own program, with every field explained",
       None,
       "",
       {},
       {"perl, until you replace it"}},
  };
  return kTemplates;
}

std::vector<std::string> template_names() {
  std::vector<std::string> names;
  for (const StudyTemplate& start : study_templates()) names.push_back(start.name);
  return names;
}

const StudyTemplate& template_named(const std::string& name) {
  for (const StudyTemplate& start : study_templates()) {
    if (start.name == name) return start;
  }
  throw UsageError("there is no ready-made start for '" + name + "'" + did_you_mean(name, template_names()),
                   "see 'hone init --list'");
}

std::vector<NewFile> filled(const StudyTemplate& start, const TemplateChoice& choice) {
  std::vector<NewFile> files{{choice.file, study_content(start, choice)}};
  const fs::path folder = fs::path(choice.file).parent_path();
  for (const EmbeddedFile& file : embedded_templates()) {
    const fs::path path(file.path);
    const bool sample = start.input == TemplateInput::Program && path.stem() == "sample";
    if (path.parent_path() != start.name || path.filename() == "study.yaml" || (sample && choice.source))
      continue;
    std::string content(file.content);
    put(content, kTableMark, embedded("common/table.py"));
    files.push_back({(folder / path.filename()).string(), std::move(content)});
  }
  return files;
}

}  // namespace hone::cli
