// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/templates.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/json.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

struct InitOptions {
  std::optional<std::string> file;
  std::optional<std::string> name;
  std::optional<std::string> start;
  std::optional<std::string> data;
  std::optional<std::string> target;
  std::optional<std::string> server;
  std::optional<std::string> source;
  bool list = false;
  bool force = false;
  bool json = false;
};

std::string needs(const StudyTemplate& start) {
  std::vector<std::string> words = start.packages;
  words.insert(words.end(), start.programs.begin(), start.programs.end());
  return join(words, ", ");
}

int list_templates(bool json, Context& context) {
  if (json) {
    codec::Json list = codec::Json::array();
    for (const StudyTemplate& start : study_templates()) {
      list.push_back({{"name", start.name},
                      {"summary", start.summary},
                      {"packages", start.packages},
                      {"programs", start.programs}});
    }
    return context.answer(list);
  }
  Table table;
  const Style style = context.out_style();
  table.column("name", Align::Left,
               [style](const std::string&, const std::string& padded) { return style.cyan(padded); });
  table.column("tunes");
  table.column("needs");
  for (const StudyTemplate& start : study_templates()) table.row({start.name, start.summary, needs(start)});
  context.out << table.text(style, context.table_width())
              << "\nTo start with your own table:   hone init --for xgboost --data my.csv\n";
  return kOk;
}

/// An option that the start has no use for is a mistake to be told, not to be passed over.
void refuse_input(const StudyTemplate& start, TemplateInput input, const std::optional<std::string>& given,
                  const std::string& option, const std::string& users) {
  if (!given || start.input == input) return;
  if (start.input == TemplateInput::None) {
    throw UsageError(option + " does not say what is tuned",
                     "add --for NAME, such as --for xgboost; see 'hone init --list'");
  }
  throw UsageError("the start for '" + start.name + "' has no use for " + option,
                   option + " is for " + users + "; see 'hone init --list'");
}

/// Found now rather than by every trial.
void require_file(const std::optional<std::string>& path) {
  if (!path) return;
  if (fs::is_directory(*path))
    throw Error(ErrorCode::InvalidFile, *path + " is a folder", "give the name of a file");
  if (!fs::exists(*path))
    throw Error(ErrorCode::NotFound, "there is no file " + *path, "check the name and the folder");
}

/// The first line of a table; nothing when it is not text, such as of a compressed one.
std::optional<std::string> first_line(const std::string& path) {
  constexpr std::size_t kLongest = std::size_t{1} << 20;
  std::ifstream file(path, std::ios::binary);
  std::string line(kLongest, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  line.resize(std::min(line.size(), line.find('\n')));
  if (line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
  if (line.ends_with('\r')) line.pop_back();
  const bool is_text = codec::is_utf8(line) && line.find('\0') == std::string::npos;
  return is_text && !line.empty() ? std::optional(std::move(line)) : std::nullopt;
}

/// The names in the first line, as the templates' scripts read it: separated by what is there most often of
/// , ; | and tabs. Nothing when the scripts would give a column another name than the file does.
std::optional<std::vector<std::string>> columns_of(const std::string& path) {
  const std::optional<std::string> line = first_line(path);
  if (!line) return std::nullopt;
  char separator = ',';
  for (const char other : {';', '\t', '|'})
    if (std::count(line->begin(), line->end(), other) > std::count(line->begin(), line->end(), separator))
      separator = other;
  std::vector<std::string> names(1);
  bool quoted = false;
  for (const char c : *line) {
    if (c == '"') {
      quoted = !quoted;  // of a doubled one the second opens again
    } else if (c == separator && !quoted) {
      names.emplace_back();
    } else if (c != ' ' || !names.back().empty()) {
      names.back() += c;
    }
  }
  std::vector<std::string> sorted = names;
  std::sort(sorted.begin(), sorted.end());
  const bool unclear = quoted || sorted.front().empty() || line->find("\"\"") != std::string::npos ||
                       std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
  return unclear ? std::nullopt : std::optional(std::move(names));
}

/// A name that is mistyped would fail every trial.
void require_column(const std::string& path, const std::string& target) {
  constexpr std::size_t kMostNames = 20;
  const auto columns = columns_of(path);
  if (!columns || std::find(columns->begin(), columns->end(), target) != columns->end()) return;
  const std::vector<std::string> some(
      columns->begin(),
      columns->begin() + static_cast<std::ptrdiff_t>(std::min(kMostNames, columns->size())));
  const std::size_t more = columns->size() - some.size();
  throw Error(ErrorCode::NotFound,
              text(path, " has no column '", target, "'", did_you_mean(target, *columns)),
              text("it has ", join(some, ", "), more > 0 ? text(" and ", more, " more") : ""));
}

void check_input(const StudyTemplate& start, const InitOptions& options) {
  const std::string tables = "starts that learn from a table, such as xgboost";
  refuse_input(start, TemplateInput::Table, options.data, "--data", tables);
  refuse_input(start, TemplateInput::Table, options.target, "--target", tables);
  refuse_input(start, TemplateInput::Server, options.server, "--server", "postgres");
  refuse_input(start, TemplateInput::Program, options.source, "--source", "gcc-flags");
  if (options.target && !options.data) {
    throw UsageError("--target names a column, and no table was given", "add --data FILE");
  }
  require_file(options.data);
  if (options.target) require_column(*options.data, *options.target);
  require_file(options.source);
}

/// A script that is there with the same content, from another study in the folder, is no obstacle.
bool same_file(const NewFile& file) {
  return fs::is_regular_file(file.path) && fs::file_size(file.path) == file.content.size() &&
         codec::read_file(file.path) == file.content;
}

void refuse_existing(const std::vector<NewFile>& files) {
  for (const NewFile& file : files) {
    const bool study = &file == &files.front();
    if (!fs::exists(file.path) || (!study && same_file(file))) continue;
    throw Error(ErrorCode::AlreadyExists, file.path + " is there already" + (study ? "" : " and was changed"),
                study ? "choose another name, or overwrite it with --force"
                      : "choose another folder, or overwrite it with --force");
  }
}

/// All or none: the study file comes last, and what was new goes away when a later file cannot be written.
void write_files(const std::vector<NewFile>& files) {
  std::vector<std::string> made;
  try {
    for (auto file = files.rbegin(); file != files.rend(); ++file) {
      const bool there = fs::exists(file->path);
      write_file(file->path, file->content);
      if (!there) made.push_back(file->path);
    }
  } catch (...) {
    std::error_code ignored;
    for (const std::string& path : made) fs::remove(path, ignored);
    throw;
  }
}

struct NextStep {
  std::string command;
  std::string meaning;
};

/// What to type, in that order; a blank in a file name wants quotes in every shell.
std::vector<NextStep> next_steps(const StudyTemplate& start, const std::string& file) {
  const std::string word = file.find(' ') == std::string::npos ? file : "'" + file + "'";
  std::vector<NextStep> steps;
  if (!start.packages.empty())
    steps.push_back({"pip install " + join(start.packages, " "), "once: what " + start.script + " needs"});
  steps.push_back({"hone check " + word, "look at the search space"});
  steps.push_back({"hone tune " + word, "run it"});
  return steps;
}

void tell_what_is_missing(const StudyTemplate& start, const InitOptions& options, Context& context) {
  const Style style = context.out_style();
  if (start.input == TemplateInput::Table && !options.data) {
    context.out << "\nIt learns from a small table of its own. For yours: "
                << style.bold("hone init --for " + start.name + " --data my.csv --force") << "\n";
  }
  if (start.input == TemplateInput::Server && !options.server) {
    context.out << "\nFirst name the server under " << style.bold("command") << ", or: "
                << style.bold("hone init --for " + start.name +
                              " --server 'host=localhost user=postgres' --force")
                << "\n";
  }
  if (start.input == TemplateInput::Program && !options.source) {
    context.out << "\nIt times sample.c. For your program: "
                << style.bold("hone init --for " + start.name + " --source my.c --force") << "\n";
  }
}

void tell_what_was_written(const StudyTemplate& start, const std::vector<NewFile>& files,
                           const InitOptions& options, Context& context) {
  const Style style = context.out_style();
  context.out << "Wrote " << style.bold(printable(files.front().path));
  for (std::size_t i = 1; i < files.size(); ++i)
    context.out << (i + 1 == files.size() ? " and " : ", ") << style.bold(printable(files[i].path));
  if (start.input == TemplateInput::None) {
    context.out << ", a study that runs as it stands";
  } else {
    context.out << ": " << start.summary;
    if (options.data) context.out << ", on " << printable(*options.data);
    if (options.source) context.out << ", on " << printable(*options.source);
  }
  context.out << ".\n\n";
  const std::vector<NextStep> steps = next_steps(start, printable(files.front().path));
  std::size_t width = 0;
  for (const NextStep& step : steps) width = std::max(width, step.command.size());
  for (const NextStep& step : steps) {
    context.out << "  " << step.command << std::string(width - step.command.size() + 3, ' ')
                << style.dim("# " + step.meaning) << "\n";
  }
  tell_what_is_missing(start, options, context);
}

int run_init(const InitOptions& options, Context& context) {
  if (options.list) return list_templates(options.json, context);
  const StudyTemplate& start = template_named(options.start.value_or("generic"));
  check_input(start, options);
  const std::string file = options.file.value_or(options.start ? start.name + ".yaml" : "study.yaml");
  const std::string name = options.name.value_or(fs::path(file).stem().string());
  const std::vector<NewFile> files =
      filled(start, {file, name, options.data, options.target, options.server, options.source});
  if (!options.force) refuse_existing(files);
  write_files(files);
  if (options.json) {
    codec::Json written = codec::Json::array();
    for (const NewFile& one : files) written.push_back(one.path);
    return context.answer({{"file", file},
                           {"name", name},
                           {"template", start.name},
                           {"files", written},
                           {"packages", start.packages}});
  }
  tell_what_was_written(start, files, options, context);
  return kOk;
}

}  // namespace

void add_init(Command root) {
  auto options = std::make_shared<InitOptions>();
  Command command = root.subcommand("init", "Write a commented study file to start from");
  command.group("Run")
      .detail(
          R"(With --for NAME it is a ready-made start: a search space for that tool, its defaults as the first trial, and a script that measures one setting. Two commands tune XGBoost on a table of yours:

  hone init --for xgboost --data my.csv
  hone tune xgboost.yaml)")
      .argument("FILE", options->file, "where to write it (default study.yaml; with --for: NAME.yaml)")
      .choice("--for", options->start, template_names(), "a ready-made start; --list shows them")
      .flag("--list,-l", options->list, "show the ready-made starts and what they need")
      .option("--data", options->data, "FILE", "the table to learn from, a CSV file with a header")
      .option("--target", options->target, "COLUMN", "the column to predict (default: the last)")
      .option("--server", options->server, "TEXT",
              "postgres: how to connect, such as 'host=db1 user=postgres'")
      .option("--source", options->source, "FILE", "gcc-flags: the C or C++ program to compile and time")
      .option("--name", options->name, "NAME", "name of the study (default: that of the file)")
      .flag("--force,-f", options->force, "overwrite files that are there")
      .example("hone init", "writes study.yaml")
      .example("hone init svm.yaml --name digits-svm", "")
      .example("hone init --list", "the ready-made starts")
      .example("hone init --for xgboost --data my.csv", "XGBoost on a table; predicts its last column")
      .example("hone init --for svm --data my.csv --target price", "predicts the column price")
      .example("hone init --for gcc-flags --source fast.c", "which flags make fast.c fastest")
      .action([options](Context& context) { return run_init(*options, context); });
  add_json(command, options->json);
}

}  // namespace hone::cli
