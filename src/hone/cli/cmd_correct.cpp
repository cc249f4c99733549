// SPDX-License-Identifier: MIT
// Corrections of trials that have ended: retry and amend. Their sister, `delete --trial`, stands with
// `delete`.
#include <algorithm>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/hint.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/trial_numbers.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"

namespace hone::cli {
namespace {

struct RetryOptions : StudyOptions {
  std::optional<std::string> state;
  std::vector<std::string> trials;
};

/// The states whose trials are meant when none is named.
std::vector<TrialState> states_to_retry(const RetryOptions& options) {
  if (options.state) return {parse_trial_state(*options.state).value()};  // one of the words of the option
  return {TrialState::Failed, TrialState::TimedOut};
}

std::vector<std::int64_t> retry(service::Operations& operations, const std::string& study,
                                const RetryOptions& options) {
  if (options.trials.empty()) return operations.retry(study, states_to_retry(options));
  if (options.state)
    throw UsageError("--state and --trial do not go together", "name the trials, or the state they are in");
  return operations.retry(study, trial_numbers(options.trials));
}

int run_retry(const RetryOptions& options, Context& context) {
  const OpenStudy open = open_study(context, options);
  const std::vector<std::int64_t> numbers = retry(*open.operations, open.study.name, options);
  if (options.json) return context.answer({{"study", open.study.name}, {"queued", numbers}});
  if (numbers.empty()) {
    std::vector<std::string> words;
    for (const TrialState state : states_to_retry(options)) words.emplace_back(to_text(state));
    context.out << "no trial of '" << printable(open.study.name) << "' is " << join(words, " or ") << "\n";
    return kOk;
  }
  const std::string where = study_hint(context, options.study, options.store);
  context.out << counted(static_cast<std::int64_t>(numbers.size()), "trial")
              << " queued again: " << numbers_in_short(numbers) << "\n"
              << context.out_style().dim("next: hone tune " + where) << "\n";
  return kOk;
}

struct AmendOptions : StudyOptions {
  std::string number;
  std::vector<std::string> values;
};

std::vector<double> read_amended(const AmendOptions& options, const Study& study) {
  std::vector<double> values;
  for (const std::string& word : options.values) {
    const auto value = parse_number(word);
    if (!value) throw UsageError("'" + word + "' is not a number", "write hone amend STUDY NUMBER VALUE");
    values.push_back(*value);
  }
  if (values.size() != study.objectives.size()) {
    throw UsageError(text("there ", values.size() == 1 ? "is " : "are ",
                          counted(static_cast<std::int64_t>(values.size()), "value"), " for ",
                          counted(static_cast<std::int64_t>(study.objectives.size()), "objective")),
                     "give one for each, in their order: " + objectives_text(study));
  }
  return values;
}

int run_amend(const AmendOptions& options, Context& context) {
  const std::int64_t number = trial_number(options.number);
  const OpenStudy open = open_study(context, options);
  open.operations->amend(open.study.name, number, read_amended(options, open.study));
  const Trial trial = open.operations->trial(open.study.name, number).value();
  if (options.json) return context.answer({{"ok", true}, {"trial", codec::to_json(trial, open.study)}});
  context.out << "trial " << number << " is " << context.out_style().state(trial.state) << " with "
              << values_text(trial, 10) << "; it " << printable(trial.remarks.back().text) << "\n";
  return kOk;
}

}  // namespace

void add_retry(Command root) {
  auto options = std::make_shared<RetryOptions>();
  Command command = root.subcommand("retry", "Have failed trials run again, with the settings they had");
  command.group("Run").detail(
      R"(Puts trials that failed or timed out back into the queue; the next 'hone tune' runs them first, and the budget counts them once. They keep their numbers, and each keeps a remark on how it ended before (column remark of 'hone trials').
With --trial also one that was pruned, told to be infeasible or deleted.)");
  add_study(command, *options);
  command
      .choice("--state,-s", options->state, {"failed", "timed_out"},
              "only trials in this state (default: both)")
      .list("--trial,-t", options->trials, "N", "only the trial of this number; may be given several times")
      .example("hone retry study.yaml && hone tune study.yaml", "after the program was mended")
      .example("hone retry study.yaml --state timed_out", "after trial_timeout was raised")
      .example("hone retry study.yaml --trial 3 --trial 7", "")
      .action([options](Context& context) { return run_retry(*options, context); });
}

void add_amend(Command root) {
  auto options = std::make_shared<AmendOptions>();
  Command command = root.subcommand("amend", "Correct the result of a trial that was told wrongly");
  command.group("Drive by hand or from a script")
      .detail(
          "The trial becomes complete with the value given, whatever it ended as. It keeps a remark on "
          "what was there before (column remark of 'hone trials'), and samplers learn the new value.")
      .argument("STUDY", options->study, "a study of the store by its name, or a study file")
      .argument("NUMBER", options->number, "the trial's number")
      .arguments("VALUE", options->values, "the result; with several objectives one for each, in their order")
      .example("hone amend study.yaml 3 0.125", "it was told as 1.25")
      .action([options](Context& context) { return run_amend(*options, context); });
  add_store(command, options->store);
  add_json(command, options->json);
}

}  // namespace hone::cli
