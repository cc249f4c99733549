// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/cli/check_run.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/plot/glyphs.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/command_remarks.hpp"
#include "hone/runner/plan_check.hpp"
#include "hone/runner/substitute.hpp"

namespace hone::cli {
namespace {

struct CheckOptions {
  std::string file;
  bool run = false;
  bool json = false;
};

/// The message without the name of its field in front, which the place in the file tells.
Error without_field(const Error& error, const std::string& field) {
  std::string message = error.what();
  if (!message.starts_with(field + ": ")) return error;
  message.erase(0, field.size() + 2);
  const std::size_t end = message.find("; ");
  if (end == std::string::npos) return error;
  return {error.code(), message.substr(0, end), message.substr(end + 2)};
}

/// What is wrong with a file: first what its reader found, then what those find who would run it, each once.
class Mistakes {
 public:
  explicit Mistakes(const codec::StudyExamination& file) : file_(file), found_(file.problems) {}

  void add(const std::string& field, const Error& error) {
    if (is_told(": " + field + ": ") || is_told(": " + field + ".") || is_told(": " + field + " #")) return;
    others_.push_back(file_.at(field, without_field(error, field)));
  }
  /// Of an argument the reader may have told something, which says nothing about the others.
  void add(const runner::PlanProblem& problem) {
    if (!problem.argument) return add(problem.field, problem.error);
    if (!is_told(text(": command #", *problem.argument + 1, ": ")) && !is_told(": command: "))
      others_.push_back(file_.at(problem.field, without_field(problem.error, problem.field)));
  }
  template <class Check>
  void look(const char* field, const Check& check) {
    try {
      check();
    } catch (const Error& error) {
      add(field, error);
    }
  }

  /// By line; what has none comes last.
  std::vector<Error> take(const std::string& path) {
    for (const Error& error : others_) {
      const auto same = [&](const Error& other) { return std::string(other.what()) == error.what(); };
      if (std::none_of(found_.begin(), found_.end(), same)) found_.push_back(error);
    }
    constexpr long long kNone = std::numeric_limits<long long>::max();
    const auto line = [&](const Error& error) -> long long {
      const std::string message = error.what();
      const std::size_t begin = path.size() + 1;
      const std::size_t end = message.find(':', std::min(begin, message.size()));
      if (!message.starts_with(path + ":") || end == std::string::npos) return kNone;
      return parse_integer(message.substr(begin, end - begin)).value_or(kNone);
    };
    std::stable_sort(found_.begin(), found_.end(),
                     [&](const Error& a, const Error& b) { return line(a) < line(b); });
    return std::move(found_);
  }

 private:
  bool is_told(const std::string& place) const {
    return std::any_of(file_.problems.begin(), file_.problems.end(), [&](const Error& error) {
      return std::string(error.what()).find(place) != std::string::npos;
    });
  }

  const codec::StudyExamination& file_;
  std::vector<Error> found_;
  std::vector<Error> others_;
};

/// Without a space that can be trusted, only what does not depend on it.
void look_without_space(const Study& study, Mistakes& found) {
  found.look("sampler", [&] { catalog::sampler_named(study.sampler.name); });
  if (study.pruner) found.look("pruner", [&] { catalog::make_pruner(*study.pruner); });
  found.look("directory", [&] { runner::check_folder(study.plan.directory); });
  if (study.plan.command.empty()) return;
  for (const runner::ArgumentProblem& problem : runner::argument_problems(study.plan.command, nullptr))
    found.add({"command", problem.error, problem.argument});
  if (study.plan.command[0].find('/') == std::string::npos)
    found.look("command", [&] { runner::check_program(study); });
}

/// Everything that would keep `hone tune` from running the file, with the place in the file.
std::vector<Error> mistakes(const codec::StudyExamination& file, const std::string& path) {
  Mistakes found(file);
  if (!file.study) return found.take(path);
  const Study& study = *file.study;
  if (!file.space_is_known) {
    look_without_space(study, found);
    return found.take(path);
  }
  for (const catalog::PartProblem& problem : catalog::part_problems(study))
    found.add(problem.field, problem.error);
  if (study.plan.command.empty()) return found.take(path);
  for (const runner::PlanProblem& problem : runner::plan_problems(study)) found.add(problem);
  return found.take(path);
}

int tell_mistakes(const CheckOptions& options, const std::vector<Error>& found, Context& context) {
  if (options.json) {
    codec::Json errors = codec::Json::array();
    for (const Error& error : found)
      errors.push_back({{"code", code_name(error.code())}, {"message", error.what()}});
    context.answer({{"valid", false}, {"errors", errors}});
  } else {
    const Style style = context.err_style();
    context.err << style.bold(printable(options.file)) << " has "
                << counted(static_cast<std::int64_t>(found.size()), "mistake") << "\n";
    for (const Error& error : found)
      context.err << style.red("hone: ") << printable_lines(error.what()) << "\n";
  }
  return exit_code(found.front().code());
}

std::string sources_text(const Study& study) {
  std::vector<std::string> names;
  for (const Source& source : study.sources) names.push_back(to_text(source));
  return join(names, ", ");
}

void print_summary(Context& context, const std::string& file, const Study& study) {
  const Style style = context.out_style();
  const auto line = [&](const char* label, const std::string& value) {
    if (value.empty()) return;
    const int width = context.table_width();
    const std::string safe = printable(value);
    const std::string shown =
        width > 20 ? plot::fit(safe, static_cast<std::size_t>(width - 16), style.unicode) : safe;
    context.out << "  " << style.dim(label) << shown << "\n";
  };
  context.out << style.bold(printable(file)) << " is valid\n\n";
  line("study        ", study.name);
  line("objective    ", objectives_text(study));
  line("sampler      ", study.sampler.name);
  line("pruner       ", study.pruner ? study.pruner->name : "");
  line("command      ", shell_line(study.plan.command));
  line("budget       ", budget_text(study.plan.budget));
  line("space        ", cardinality_text(study.space));
  line("sources      ", sources_text(study));
  line("start with   ",
       study.enqueue.empty() ? "" : counted(static_cast<std::int64_t>(study.enqueue.size()), "point"));
  for (const Constraint& constraint : study.space.constraints())
    line("constraint   ", constraint.text() + "  (can be satisfied)");
  for (const OutcomeConstraint& limit : study.constraints_on)
    line("limit        ", limit.text() + "  (of what trials report)");
  context.out << "\n" << space_table(study.space).text(style, context.table_width());
}

/// What is no mistake but worth knowing.
std::vector<std::string> remarks_on(const Study& study, const Context& context) {
  std::vector<std::string> remarks;
  if (study.plan.command.empty())
    remarks.push_back("there is no command; 'hone tune' needs one, 'hone ask' and 'hone stdio' do not");
  for (std::string& remark : runner::command_remarks(study)) remarks.push_back(std::move(remark));
  remarks.push_back(catalog::ignored_sources_remark(study));
  remarks.push_back(catalog::ignored_preferences_remark(study));
  for (std::string& missing : catalog::missing_sources(study, store_address(context, std::nullopt)))
    remarks.push_back(std::move(missing));
  remarks.push_back(catalog::model_problem(study, store_address(context, std::nullopt)));
  std::erase(remarks, "");
  return remarks;
}

int run_exit_code(const std::optional<CheckRun>& run) {
  if (!run) return kOk;
  if (run->interrupted) return kInterrupted;
  return run->succeeded() ? kOk : kFailure;
}

int run_check(const CheckOptions& options, Context& context) {
  const codec::StudyExamination file = codec::examine_study_file(options.file);
  const std::vector<Error> found = mistakes(file, options.file);
  if (found.size() == 1 && !options.json) throw found.front();
  if (!found.empty()) return tell_mistakes(options, found, context);
  const Study& study = *file.study;
  if (options.run && study.plan.command.empty()) {
    throw Error(ErrorCode::InvalidFile, "the study '" + study.name + "' has no command to run",
                "add one to the study file");
  }
  const std::vector<std::string> remarks = remarks_on(study, context);
  if (options.json) {
    codec::Json json = {{"valid", true}, {"study", codec::to_json(study)}};
    const auto size = study.space.cardinality();
    json["configurations"] = size ? codec::Json(*size) : codec::Json(nullptr);
    if (!remarks.empty()) json["warnings"] = remarks;
    std::optional<CheckRun> run;
    if (options.run) json["run"] = check_run_json(study, run.emplace(run_once(study)));
    context.answer(json);
    return run_exit_code(run);
  }
  print_summary(context, options.file, study);
  for (const std::string& remark : remarks)
    context.err << context.err_style().yellow("warning: ") << printable_lines(remark) << "\n";
  if (!options.run) return kOk;
  context.out << std::flush;  // the command may take a while
  const std::optional<CheckRun> run = run_once(study);
  print_check_run(context, study, *run);
  return run_exit_code(run);
}

}  // namespace

void add_check(Command root) {
  auto options = std::make_shared<CheckOptions>();
  Command command = root.subcommand("check", "Validate a study file and show its search space");
  command.group("Run")
      .detail(
          R"(Reads the file as 'hone tune' would, makes the sampler, looks for a configuration that satisfies the constraints, and for the program and its folder. All mistakes are told at once, with their lines. Nothing is stored.
With --run the command is started once, with the first starting point or the middle of the space, in a trial's folder of its own and with the study's time-out, and what is read from it is shown (exit code 1 when it fails).)")
      .argument("FILE", options->file, "the study file")
      .flag("--run", options->run, "start the command once and show what is read from it")
      .example("hone check study.yaml", "")
      .example("hone check --run study.yaml", "does the command work, and is its result found?")
      .action([options](Context& context) { return run_check(*options, context); });
  add_json(command, options->json);
}

}  // namespace hone::cli
