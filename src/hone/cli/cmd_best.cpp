// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include "hone/analysis/repeated_best.hpp"
#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/best_text.hpp"
#include "hone/cli/command_text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/front_text.hpp"
#include "hone/cli/hint.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/limits_text.hpp"
#include "hone/cli/other_store.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/trial_numbers.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/trial_filter.hpp"
#include "hone/service/findings.hpp"

namespace hone::cli {
namespace {

constexpr std::size_t kShownRuns = 5;  // of settings that were run again and again

// Student's distribution is a model too: nothing is ever quite sure.
std::string sureness_text(double sureness) { return sureness > 0.99 ? "more than 99 %" : percent(sureness); }

/// With noise the best value is the luckiest one, so the best mean is told beside it.
void print_best_mean(Context& context, const Study& study, const std::vector<Trial>& trials) {
  const auto repeated = analysis::repeated_best(trials, study.objectives[0]);
  if (!repeated || repeated->margin == 0.0) return;
  const Style style = context.out_style();
  const analysis::RepeatedRuns& best = repeated->best;
  context.out << "\nbest mean of repeats " << style.green(style.bold(short_number(best.mean))) << " +- "
              << short_number(repeated->margin, 2) << " (95 %, " << best.trials.size() << " runs: trials "
              << numbers_in_short(best.trials, kShownRuns) << ")\n"
              << settings_text(best.configuration, style);
  if (!repeated->next) return;
  context.out << sureness_text(repeated->sureness) << " sure that it is better than the next best mean, "
              << short_number(repeated->next->mean) << " (" << repeated->next->trials.size()
              << " runs: trials " << numbers_in_short(repeated->next->trials, kShownRuns) << ")\n";
}

/// What the model makes of all values together, when a single one says little.
void print_predicted_best(Context& context, const Study& study, const std::vector<Trial>& trials) {
  const auto predicted = service::predicted_best_of(study, trials);
  if (!predicted) return;
  const Style style = context.out_style();
  const Trial* best = best_trial(trials, study.objectives[0]);
  const bool same = best != nullptr && best->configuration == predicted->configuration;
  const std::string mean = style.green(style.bold(short_number(predicted->mean))) +
                           " (95 %: " + short_number(predicted->low, 4) + " to " +
                           short_number(predicted->high, 4) + ")";
  context.out << "\nvalues are noisy, each by about " << short_number(predicted->noise, 2)
              << " there, so the best of them may be luck\n";
  if (same) {
    context.out << "the model expects most of the same settings: " << mean << "\n";
    return;
  }
  context.out << "best predicted mean " << mean << " at trial " << predicted->trial << "\n"
              << settings_text(predicted->configuration, style);
}

struct BestOptions : StudyOptions {
  std::optional<std::string> trial;
  std::optional<std::string> where;
  bool command = false;
  bool environment = false;
};

/// All trials, or those of --where.
std::vector<Trial> trials_among(const BestOptions& options, const OpenStudy& open) {
  std::vector<Trial> trials = all_trials(open);
  return options.where ? codec::trials_where(*options.where, open.study, trials, "--where") : trials;
}

[[noreturn]] void throw_none(const BestOptions& options, const OpenStudy& open) {
  if (options.where)
    throw Error(ErrorCode::NotFound,
                text("no complete trial of '", open.study.name, "' is one for which ", *options.where),
                "ask for less; 'hone trials' lists those that are there");
  throw Error(ErrorCode::NotFound, text("no trial of '", open.study.name, "' is complete yet"),
              "run it with 'hone tune', or choose a trial with --trial N");
}

/// The trial whose settings are to be copied.
const Trial& copied_trial(const BestOptions& options, const OpenStudy& open,
                          const std::vector<Trial>& trials) {
  if (options.trial) {
    const std::int64_t number = trial_number(*options.trial);
    const auto found =
        std::ranges::find_if(trials, [number](const Trial& trial) { return trial.number == number; });
    if (found != trials.end()) return *found;
    throw Error(ErrorCode::NotFound,
                text("there is no trial ", number, " in the study '", open.study.name, "'"),
                "'hone trials' lists those that are there");
  }
  const auto front = pareto_trials(trials, open.study.objectives);
  if (open.study.objectives.size() > 1 && front.size() > 1) {
    throw UsageError(text("there are ", front.size(), " Pareto-optimal trials"),
                     "choose one with --trial N; 'hone best' lists them");
  }
  if (front.empty()) throw_none(options, open);
  return *front.front();
}

/// What a shell takes for the name of a variable. A name of a study file may be anything, and who evaluates
/// the lines should not run it.
bool is_shell_name(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto fits = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), fits);
}

/// What one should know of the lines before they are run again; on standard error, beside them.
void remark_on_copy(const BestOptions& options, const OpenStudy& open, const Study& ran, const Trial& trial,
                    Context& context) {
  const Plan& now = open.study.plan;
  const bool same = ran.plan.command == now.command && ran.plan.directory == now.directory &&
                    ran.plan.environment == now.environment && ran.plan.mode == now.mode;
  if (!same)
    context.err << "trial " << trial.number << " ran by version " << trial.version
                << " of the study's definition, and so this is; command or environment have changed since "
                << with_store("('hone show' lists the versions)\n", context);
  if (options.command && !options.environment && !command_names_parameters(ran))
    context.err << "no argument of this command holds a setting: it finds them in its environment, which "
                   "--env prints, too\n";
}

/// The lines to copy; JSON gives them as one object.
int print_to_copy(const BestOptions& options, const OpenStudy& open, Context& context) {
  const std::vector<Trial> trials = trials_among(options, open);
  const Trial& trial = copied_trial(options, open, trials);
  const Study ran = definition_of(open, trial);
  const std::string command = options.command ? copied_command(ran, trial) : "";
  const auto variables = trial_variables(ran, trial);
  if (options.json) {
    codec::Json json = {{"number", trial.number}, {"version", trial.version}};
    if (options.command) json["command"] = command;
    if (options.environment) json["environment"] = variables;
    return context.answer(json);
  }
  for (const auto& [name, value] : variables) {
    if (!options.environment) break;
    if (is_shell_name(name)) {
      context.out << "export " << name << "=" << shell_word(value) << "\n";
    } else {
      context.err << context.err_style().yellow("warning: ") << "no shell takes the variable "
                  << shell_word(name) << ", so it is left out\n";
    }
  }
  if (options.command) context.out << command << "\n";
  remark_on_copy(options, open, ran, trial, context);
  return kOk;
}

int run_best(const BestOptions& options, Context& context) {
  const OpenStudy open = open_study(context, options);
  warn_of_other_store(context, options, open);
  if (options.trial && options.where)
    throw UsageError("--trial names one, and --where chooses", "give one of them");
  if (options.command || options.environment) return print_to_copy(options, open, context);
  if (options.trial)
    throw UsageError("--trial goes with --command or --env", "add one, or look with 'hone trials'");
  const std::vector<Trial> trials = trials_among(options, open);
  if (options.json) {
    const codec::Json best = service::best_with_means(open.study, trials);
    context.answer(best);
    return best.empty() ? kNotFound : kOk;
  }
  const codec::Json best = codec::best_json(open.study, trials);
  if (best.empty() && options.where) throw_none(options, open);
  if (best.empty()) {
    context.err << printable(open.study.name) << ": " << no_best_text(open.study, trials) << "\n";
    return kNotFound;
  }
  if (open.study.objectives.size() == 1) {
    print_best(context, open.study, trials);
    print_best_mean(context, open.study, fitting(trials));
    print_predicted_best(context, open.study, trials);
    print_outside(context, open.study, trials);
    return kOk;
  }
  const Style style = context.out_style();
  context.out << style.bold(front_line(open.study, trials)) << "\n"
              << front_table(open.study, trials).text(style, context.table_width());
  print_outside(context, open.study, trials);
  return kOk;
}

}  // namespace

void add_best(Command root) {
  auto options = std::make_shared<BestOptions>();
  Command command = root.subcommand("best", "Print the best settings found so far");
  command.group("Look").detail(
      R"(When settings were run several times, also those with the best mean and how sure that is. When values are noisy (equal settings gave different ones, or a model finds much that no parameter explains), also those of which the model expects most: the best single value is then often the luckiest. With several objectives, a table of the Pareto-optimal trials: those that no other trial beats in all objectives. Trials that break a limit of constraints_on are never among the best.
--command and --env print the study's command with the settings, and the environment variables that hold them, quoted for a shell.)");
  add_study(command, *options);
  command.flag("--command,-c", options->command, "print the command line to copy")
      .flag("--env,-e", options->environment, "print the settings as environment variables")
      .option("--where,-w", options->where, "EXPRESSION",
              "the best of the trials for which it is true, as in 'hone trials'")
      .option("--trial,-t", options->trial, "N", "with --command and --env: of this trial")
      .example("hone best study.yaml", "")
      .example("hone best study.yaml --command", "to run the best settings again")
      .example("hone best study.yaml --where \"seconds < 60 and kind == 'rbf'\"", "the best of some trials")
      .example("eval \"$(hone best study.yaml --env)\"", "")
      .example("hone best study.yaml --json", "the whole trial, for a script")
      .action([options](Context& context) { return run_best(*options, context); });
}

}  // namespace hone::cli
