// SPDX-License-Identifier: MIT
#include "hone/codec/plan_schema.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <regex>

#include "hone/base/text.hpp"
#include "hone/codec/files.hpp"

namespace hone::codec {
namespace {

constexpr std::int64_t kMostTrials = std::numeric_limits<std::int64_t>::max();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kLongestPattern = 1000;  // compiling a regular expression recurses

// ---- Command

bool looks_like_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto fits = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; };
  return !text.empty() && letter(text.front()) && std::all_of(text.begin(), text.end(), fits);
}

/// Refuses a word in braces that was probably meant to be a parameter. Other braces (JSON, a shell's ${HOME},
/// doubled ones) stay as they are when the command runs.
void check_placeholders(const Field& field, std::string_view argument, const Space& space) {
  for (std::size_t at = argument.find('{'); at != std::string_view::npos; at = argument.find('{', at + 1)) {
    if (at > 0 && (argument[at - 1] == '$' || argument[at - 1] == '{')) continue;
    const std::size_t end = argument.find('}', at);
    if (end == std::string_view::npos) return;
    const std::string name(argument.substr(at + 1, end - at - 1));
    std::vector<std::string> known = *space.names();
    known.insert(known.end(), {"trial", "workdir", "seed"});
    if (!looks_like_name(name) || std::find(known.begin(), known.end(), name) != known.end()) continue;
    field.refuse("{" + name + "} is no parameter" + did_you_mean(name, known),
                 "name one, {trial}, {workdir} or {seed}, or write {{" + name + "}} for the text itself");
  }
}

std::vector<std::string> read_command(const Field& field, const Space& space) {
  if (field.node().scalar() != nullptr) {
    field.refuse("the command is one text",
                 "write a list, one item for each argument, because no shell takes it apart: "
                 "[\"python3\", \"train.py\", \"--lr\", \"{lr}\"]");
  }
  std::vector<std::string> command;
  for (const Field& item : field.items("a list: the program and its arguments")) {
    command.push_back(item.word());
    if (!field.origin().trusted) check_placeholders(item, command.back(), space);
  }
  if (field.origin().trusted) return command;
  if (command.empty()) field.refuse("the command is empty", "name a program, or leave the field out");
  if (command.front().empty()) field.refuse("the program has no name", "write it as the first item");
  return command;
}

std::map<std::string, std::string> read_environment(const Field& field) {
  std::map<std::string, std::string> environment;
  for (const auto& [name, value] : field.members("a map from variables to texts")) {
    if (name.empty() || name.find('=') != std::string::npos) {
      value.refuse("the variable name " + in_quotes(name) + " is empty or holds =",
                   "use letters, digits and _");
    }
    if (value.node().is_null()) value.refuse("the variable has no value", "write one; \"\" for an empty one");
    environment[name] = value.word();
  }
  return environment;
}

// ---- Result

ResultRule read_regex(const Field& field) {
  const std::string pattern = field.text();
  if (field.origin().trusted) return RegexResult{pattern};
  if (pattern.size() > kLongestPattern)
    field.refuse("the expression has more than 1000 characters", "shorten it");
  try {
    const std::regex compiled(pattern, std::regex::ECMAScript);
  } catch (const std::regex_error&) {
    field.refuse("this is not a regular expression: " + in_quotes(pattern),
                 "look for an open bracket; the syntax is that of ECMAScript");
  }
  return RegexResult{pattern};
}

ResultRule read_json_path(const Field& field) {
  const std::string path = field.text();
  const std::vector<std::string> keys = split(path, '.');
  if (!field.origin().trusted &&
      std::any_of(keys.begin(), keys.end(), [](const auto& key) { return key.empty(); })) {
    field.refuse("the path " + in_quotes(path) + " has an empty part",
                 "write keys with dots between, for example metrics.loss");
  }
  return JsonResult{path};
}

ResultRule read_result_field(const Field& field) {
  static const std::vector<std::string> known = {"regex", "json"};
  if (field.node().scalar() != nullptr) {
    const auto& word = *field.node().scalar();
    if (to_text(word) != "last") {
      field.refuse("this is " + describe(field.node()), "write last, {regex: ...} or {json: path.to.value}");
    }
    return LastPrinted{};
  }
  field.only(known);
  const auto regex = field.find("regex");
  const auto json = field.find("json");
  if (regex.has_value() == json.has_value())
    field.refuse("the result needs one rule", "write {regex: ...} or {json: path}");
  return regex ? read_regex(*regex) : read_json_path(*json);
}

ResultRule read_result(const Field& study) {
  const std::array<std::optional<Field>, 3> given = {study.find("result"), study.find("regex"),
                                                     study.find("json")};
  const auto count =
      std::count_if(given.begin(), given.end(), [](const auto& field) { return field.has_value(); });
  if (count > 1) {
    const Field& last = given[2] ? *given[2] : *given[1];
    last.refuse("the result is described twice", "keep one of result, regex and json");
  }
  if (given[1]) return read_regex(*given[1]);
  if (given[2]) return read_json_path(*given[2]);
  return given[0] ? read_result_field(*given[0]) : LastPrinted{};
}

// ---- Budget

/// A duration above 0.
double read_duration(const Field& field) {
  const double seconds = field.seconds();
  if (!field.origin().trusted && !(seconds > 0.0)) {
    field.refuse("the time is 0", "give a duration above 0, or leave the field out for no limit",
                 ErrorCode::InvalidOption);
  }
  return seconds;
}

Budget read_budget(const Field& field) {
  static const std::vector<std::string> known = {"trials",  "parallel", "time",     "trial_timeout", "grace",
                                                 "retries", "target",   "patience", "max_failures",  "lost"};
  static const std::vector<std::string> policies = {"requeue", "fail"};
  constexpr std::array<Advice, 6> kAdvice = {
      {{"timeout", "write trial_timeout (one trial) or time (all of them)"},
       {"n_trials", "write trials"},
       {"max_trials", "write trials"},
       {"jobs", "write parallel"},
       {"workers", "write parallel"},
       {"hours", "write time, for example time: 2h"}}};
  constexpr int kMost = 100000;
  field.only(known, kAdvice);
  Budget budget;
  if (const auto f = field.find("trials")) budget.trials = f->integer(1, kMostTrials);
  if (const auto f = field.find("parallel")) budget.parallel = static_cast<int>(f->integer(1, kMost));
  if (const auto f = field.find("time")) budget.time = read_duration(*f);
  if (const auto f = field.find("trial_timeout")) budget.trial_timeout = read_duration(*f);
  if (const auto f = field.find("grace")) budget.grace = f->seconds();
  if (const auto f = field.find("retries")) budget.retries = static_cast<int>(f->integer(0, kMost));
  if (const auto f = field.find("target")) budget.target = f->number(-kInfinity, kInfinity);
  if (const auto f = field.find("patience")) budget.patience = f->integer(1, kMostTrials);
  if (const auto f = field.find("max_failures")) budget.max_failures = f->integer(1, kMostTrials);
  if (const auto f = field.find("lost")) budget.lost = static_cast<LostPolicy>(f->choice(policies));
  return budget;
}

Node budget_node(const Budget& budget) {
  const Budget usual;
  Node node;
  const auto put_if = [&node](const char* name, const auto& value) {
    if (value) put(node, name, leaf(*value));
  };
  put_if("trials", budget.trials);
  if (budget.parallel != usual.parallel) put(node, "parallel", leaf(std::int64_t{budget.parallel}));
  put_if("time", budget.time);
  put_if("trial_timeout", budget.trial_timeout);
  if (budget.grace != usual.grace) put(node, "grace", leaf(budget.grace));
  if (budget.retries != usual.retries) put(node, "retries", leaf(std::int64_t{budget.retries}));
  put_if("target", budget.target);
  put_if("patience", budget.patience);
  put_if("max_failures", budget.max_failures);
  if (budget.lost == LostPolicy::Fail) put(node, "lost", leaf(std::string("fail")));
  return node;
}

}  // namespace

Plan read_plan(const Field& study, const Space& space) {
  Plan plan;
  if (const auto field = study.find("command")) plan.command = read_command(*field, space);
  if (const auto field = study.find("environment")) plan.environment = read_environment(*field);
  if (const auto field = study.find("directory")) {
    plan.directory = field->origin().folder ? resolve_path(*field) : field->text();
  }
  plan.result = read_result(study);
  if (const auto field = study.find("budget")) plan.budget = read_budget(*field);
  return plan;
}

void write_plan(Node& study, const Plan& plan) {
  if (!plan.command.empty()) {
    Node::List command;
    for (const std::string& argument : plan.command) command.push_back(leaf(argument));
    put(study, "command", Node{std::move(command)});
  }
  if (!plan.environment.empty()) {
    Node environment;
    for (const auto& [name, value] : plan.environment) put(environment, name, leaf(value));
    put(study, "environment", std::move(environment));
  }
  if (!plan.directory.empty()) put(study, "directory", leaf(plan.directory));
  Node result;
  if (const auto* regex = std::get_if<RegexResult>(&plan.result)) put(result, "regex", leaf(regex->pattern));
  if (const auto* json = std::get_if<JsonResult>(&plan.result)) put(result, "json", leaf(json->path));
  if (!result.is_null()) put(study, "result", std::move(result));
  Node budget = budget_node(plan.budget);
  if (!budget.is_null()) put(study, "budget", std::move(budget));
}

}  // namespace hone::codec
