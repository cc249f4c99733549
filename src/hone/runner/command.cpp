// SPDX-License-Identifier: MIT
#include "hone/runner/command.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/worker_message.hpp"
#include "hone/core/parameter_variable.hpp"
#include "hone/core/placeholder.hpp"
#include "hone/runner/substitute.hpp"

namespace hone::runner {
namespace {

using Environment = std::map<std::string, std::string>;

// Without what a tuner that runs this tuner says of its own trial, and without the token that it shows a
// service, which is for itself alone.
Environment inherited() {
  Environment result;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view line(*entry);
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || line.starts_with("HONE_PARAM_") ||
        line.starts_with("HONE_WORKER=") || line.starts_with("HONE_TOKEN=")) {
      continue;
    }
    result.emplace(line.substr(0, equals), line.substr(equals + 1));
  }
  return result;
}

Environment environment(const Study& study, const Trial& trial, const TrialFiles& files, int slot) {
  Environment result = inherited();
  for (const auto& [name, value] : study.plan.environment) result[name] = value;
  for (std::size_t i = 0; i < trial.configuration.size(); ++i) {
    const auto& value = trial.configuration[i];
    if (!value) continue;
    for (const std::string& variable : parameter_variables(trial.configuration.name(i))) {
      result[variable] = hone::to_text(*value);
    }
  }
  result["HONE_PARAMS_FILE"] = files.params;
  result["HONE_RESULT_FILE"] = files.result;
  result["HONE_REPORT_FILE"] = files.report;
  result["HONE_TRIAL_DIR"] = files.folder;
  result["HONE_ARTEFACT_DIR"] = files.artefacts;
  result["HONE_CHECKPOINT_DIR"] = files.checkpoints;
  result["HONE_TRIAL_ID"] = files.id;
  result["HONE_TRIAL_NUMBER"] = std::to_string(trial.number);
  result["HONE_ATTEMPT"] = std::to_string(trial.attempt);
  result["HONE_STUDY"] = study.name;
  result["HONE_SEED"] = std::to_string(trial_seed(study.seed, trial.number));
  result["HONE_SLOT"] = std::to_string(slot);
  return result;
}

// A worker that took these from a tuner that runs this tuner would write into the files of another trial.
Environment worker_environment(const Study& study, int slot) {
  Environment result = inherited();
  for (const char* name :
       {"HONE_PARAMS_FILE", "HONE_RESULT_FILE", "HONE_REPORT_FILE", "HONE_TRIAL_DIR", "HONE_ARTEFACT_DIR",
        "HONE_CHECKPOINT_DIR", "HONE_TRIAL_ID", "HONE_TRIAL_NUMBER", "HONE_ATTEMPT", "HONE_SEED"}) {
    result.erase(name);
  }
  for (const auto& [name, value] : study.plan.environment) result[name] = value;
  result["HONE_STUDY"] = study.name;
  result["HONE_SLOT"] = std::to_string(slot);
  result["HONE_WORKER"] = std::to_string(codec::kWorkerProtocol);
  return result;
}

Lookup values_of(const Study& study, const Trial& trial, const TrialFiles& files) {
  return [&](std::string_view name) -> std::optional<std::string> {
    if (const Value* value = trial.configuration.find(name)) return hone::to_text(*value);
    if (study.space.index_of(name)) return std::nullopt;
    if (name == "trial") return std::to_string(trial.number);
    if (name == "workdir") return files.folder;
    if (name == "seed") return std::to_string(trial_seed(study.seed, trial.number));
    return std::nullopt;
  };
}

bool is_program(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::string> in_path(const std::string& name, const Environment& variables) {
  const auto path = variables.find("PATH");
  for (const std::string& folder : split(path == variables.end() ? "/usr/bin:/bin" : path->second, ':')) {
    const std::string candidate = std::filesystem::absolute((folder.empty() ? "." : folder) + "/" + name);
    if (is_program(candidate)) return candidate;
  }
  return std::nullopt;
}

// What begins a line at a shell and is no program.
void refuse_shell_word(const std::string& name) {
  static const std::set<std::string> kWords = {"cd",  "source", ".",      "export",
                                               "set", "eval",   "ulimit", "module"};
  if (kWords.contains(name)) {
    throw Error(ErrorCode::NotFound, text("command: '", name, "' is a word of the shell, not a program"),
                text(name == "cd" ? "write the folder as directory: ..., or let" : "let",
                     " a shell run the whole line: [\"", name == "source" || name == "module" ? "bash" : "sh",
                     "\", \"-c\", \"", name, " ... && ...\"]"));
  }
  const std::size_t equals = name.find('=');
  if (equals == std::string::npos || !looks_like_name(name.substr(0, equals))) return;
  throw Error(ErrorCode::NotFound, text("command: '", name, "' sets a variable, as only a shell can"),
              text("write environment: {", name.substr(0, equals), ": '", name.substr(equals + 1),
                   "'}, and begin the command with the program"));
}

// A name with a slash is a path already. Others are looked for here and not by execvp(), which may not be
// called between fork and exec and could not say what went wrong.
std::string find_program(const std::string& name, const Environment& variables) {
  if (name.find('/') != std::string::npos) return name;
  if (const auto found = in_path(name, variables)) return *found;
  refuse_shell_word(name);
  throw Error(ErrorCode::NotFound, text("command: there is no program '", name, "' in PATH"),
              "install it, correct its name, or give its path (./name for one in the study's folder)");
}

// Placeholders may be in it, too, so no such program would be looked for.
void refuse_whole_line(const Study& study, const Environment& variables) {
  const std::vector<std::string>& command = study.plan.command;
  const std::string& program = command[0];
  if (trim(program).find_first_of(" \t") == std::string_view::npos) return;
  if (is_program(std::filesystem::path(study.plan.directory) / program)) return;
  if (program.find('/') == std::string::npos && in_path(program, variables)) return;
  const std::string line = join(command, " ");
  throw Error(ErrorCode::InvalidFile,
              text("command: '", program, "' is several words, and no shell takes them apart"),
              (needs_shell(line) ? "let a shell run it: " : "write one item for each argument: ") +
                  as_command_list(line));
}

}  // namespace

void check_folder(const std::string& directory) {
  if (directory.empty() || std::filesystem::is_directory(directory)) return;
  throw Error(ErrorCode::NotFound, text("directory: there is no folder '", directory, "'"),
              "make it, or correct the study's directory");
}

void check_program(const Study& study) {
  const std::string& name = study.plan.command[0];
  Environment variables = inherited();
  for (const auto& [key, value] : study.plan.environment) variables[key] = value;
  refuse_whole_line(study, variables);
  if (name.find('{') != std::string::npos) return;
  const std::filesystem::path found = find_program(name, variables);
  const auto place = std::filesystem::path(study.plan.directory) / found;
  if (!std::filesystem::exists(place)) {
    throw Error(ErrorCode::NotFound, text("command: there is no program '", place.string(), "'"),
                "correct its path, which is taken from the study's folder");
  }
  if (std::filesystem::is_directory(place)) {
    throw Error(ErrorCode::InvalidFile, text("command: '", place.string(), "' is a folder"),
                "name the program in it");
  }
  if (!is_program(place)) {
    throw Error(
        ErrorCode::InvalidFile, text("command: '", place.string(), "' cannot be run"),
        "make it executable (chmod +x), or put its interpreter first, as in [\"python3\", \"train.py\"]");
  }
}

std::uint32_t trial_seed(std::uint64_t study_seed, std::int64_t number) {
  constexpr std::uint64_t kPurpose = 0x636f6d6d616e64;  // apart from the seed of the proposal
  return static_cast<std::uint32_t>(mix_seed(study_seed, static_cast<std::uint64_t>(number), kPurpose) >> 33);
}

std::vector<std::string> command_line(const Study& study, const Trial& trial, const TrialFiles& files) {
  return fill_arguments(study.plan.command, study.space, values_of(study, trial, files));
}

Invocation make_invocation(const Study& study, const Trial& trial, const TrialFiles& files, int slot) {
  const Environment variables = environment(study, trial, files, slot);
  Invocation result;
  result.arguments = command_line(study, trial, files);
  result.program = find_program(result.arguments.at(0), variables);
  for (const auto& [name, value] : variables) result.environment.push_back(name + "=" + value);
  result.directory = study.plan.directory;
  result.output_file = files.output;
  result.error_file = files.error;
  return result;
}

std::vector<std::string> worker_command_line(const Study& study) {
  return fill_arguments(
      study.plan.command, study.space, [](std::string_view name) -> std::optional<std::string> {
        throw Error(
            ErrorCode::InvalidFile,
            text("command: {", name, "} differs from trial to trial, and a worker is started once for many"),
            "remove it; the worker finds it in each request");
      });
}

Invocation make_worker_invocation(const Study& study, int slot) {
  const Environment variables = worker_environment(study, slot);
  Invocation result;
  result.arguments = worker_command_line(study);
  result.program = find_program(result.arguments.at(0), variables);
  for (const auto& [name, value] : variables) result.environment.push_back(name + "=" + value);
  result.directory = study.plan.directory;
  return result;
}

}  // namespace hone::runner
