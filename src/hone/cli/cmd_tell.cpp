// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/told_result.hpp"
#include "hone/core/trial_words.hpp"

namespace hone::cli {
namespace {

struct TellOptions : StudyOptions {
  std::string number;
  std::vector<std::string> values;
  std::optional<std::string> state;
  std::optional<std::string> error;
  std::vector<std::string> attributes;
};

std::int64_t read_number(const std::string& word) {
  const auto number = parse_integer(word);
  if (!number || *number < 0) {
    throw UsageError("'" + word + "' is not a trial number",
                     "write hone tell STUDY NUMBER VALUE; 'hone ask' names the number");
  }
  return *number;
}

Attributes read_attributes(const std::vector<std::string>& assignments) {
  Attributes attributes;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError("'" + assignment + "' is not an attribute", "write --attribute NAME=VALUE");
    }
    attributes[assignment.substr(0, equals)] = codec::attribute_from_cell(assignment.substr(equals + 1));
  }
  return attributes;
}

codec::ToldResult read_result(const TellOptions& options) {
  codec::ToldResult outcome{.number = read_number(options.number)};
  if (options.state)
    outcome.state = parse_trial_state(*options.state).value();  // one of the words that the option takes
  for (const std::string& word : options.values) {
    const auto value = parse_number(word);
    if (!value)
      throw UsageError("'" + word + "' is not a number",
                       "a trial without a result is told as --state failed");
    outcome.values.push_back(*value);
  }
  if (outcome.state == TrialState::Complete && outcome.values.empty()) {
    throw UsageError("there is no value", "write hone tell STUDY NUMBER VALUE, or --state failed");
  }
  if (outcome.state != TrialState::Complete && !outcome.values.empty()) {
    const std::string_view state = to_text(outcome.state);
    throw UsageError(
        text("a trial told as ", state, " has no value, but ", join(options.values, " "), " was given"),
        text("leave the value out, or leave out --state ", state));
  }
  outcome.attributes = read_attributes(options.attributes);
  outcome.error = options.error.value_or("");
  return outcome;
}

int run_tell(const TellOptions& options, Context& context) {
  const codec::ToldResult told = read_result(options);
  const OpenStudy open = open_study(context, options);
  open.operations->tell(open.study.name, {told}, "");
  const std::optional<Trial> trial = open.operations->trial(open.study.name, told.number);
  if (options.json)
    return context.answer({{"ok", true}, {"trial", codec::to_json(trial.value(), open.study)}});
  const Style style = context.out_style();
  context.out << "trial " << trial->number << " is " << style.state(trial->state);
  if (!trial->values.empty()) context.out << " with " << values_text(*trial);
  context.out << "\n";
  if (!trial->error.empty() && trial->error != told.error) {
    context.err << context.err_style().yellow("warning: ") << printable_lines(trial->error) << "\n";
  }
  return kOk;
}

}  // namespace

void add_tell(Command root) {
  auto options = std::make_shared<TellOptions>();
  Command command = root.subcommand("tell", "Give the result of a trial that 'hone ask' proposed");
  command.group("Drive by hand or from a script")
      .argument("STUDY", options->study, "a study of the store by its name, or a study file")
      .argument("NUMBER", options->number, "the trial's number")
      .arguments("VALUE", options->values, "the result; with several objectives one for each, in their order")
      .choice("--state,-s", options->state, ended_state_words(), "how the trial ended (default complete)")
      .option("--error", options->error, "TEXT", "why it failed")
      .list("--attribute,-a", options->attributes, "NAME=VALUE", "a remark to keep with the trial")
      .example("hone tell study.yaml 0 0.125", "")
      .example("hone tell study.yaml 1 --state failed --error 'out of memory'", "")
      .action([options](Context& context) { return run_tell(*options, context); });
  add_store(command, options->store);
  add_json(command, options->json);
}

}  // namespace hone::cli
