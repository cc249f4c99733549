// SPDX-License-Identifier: MIT
#include "hone/codec/plan_schema.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "hone/base/regular_expression.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/map_form.hpp"
#include "hone/core/parameter_variable.hpp"
#include "hone/core/placeholder.hpp"

namespace hone::codec {
namespace {

constexpr std::int64_t kMostTrials = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kLongestPattern = 1000;

// ---- Command

/// Refuses a word in braces that was probably meant to be a parameter. Other braces (JSON, a shell's ${HOME},
/// doubled ones) stay as they are when the command runs.
void check_placeholders(const Field& field, std::string_view argument, const Space& space) {
  for (const std::string& name : braced_texts(argument)) {
    if (!looks_like_name(name) || is_placeholder_name(space, name)) continue;
    if (name == "slot") {
      field.refuse("{slot} cannot be written here",
                   "read the variable HONE_SLOT in the program; {{slot}} stands for the text itself");
    }
    field.refuse("{" + name + "} is not a parameter" + did_you_mean(name, placeholder_names(space)),
                 "name one, {trial}, {workdir} or {seed}, or write {{" + name + "}} for the text itself");
  }
}

std::vector<std::string> read_command(const Field& field, const Space* space) {
  if (field.node().scalar() != nullptr) {
    const std::string line = field.word();
    field.refuse("the command is one text, and no shell takes it apart",
                 (needs_shell(line) ? "write a list that starts one: "
                                    : "write a list, one item for each argument: ") +
                     as_command_list(line));
  }
  std::vector<std::string> command;
  for (const Field& item : field.items("a list: the program and its arguments")) {
    command.push_back(item.word());
    if (!field.origin().trusted && space != nullptr)
      item.attempt([&] { check_placeholders(item, command.back(), *space); });
  }
  if (field.origin().trusted) return command;
  if (command.empty()) field.refuse("the command is empty", "name a program, or leave the field out");
  if (command.front().empty()) field.refuse("the program has no name", "write it as the first item");
  return command;
}

Node argument_shape() { return shape::with({}, "type", shape::texts({"string", "integer"})); }

Node command_shape() { return shape::list(argument_shape(), 1); }

Node environment_shape() { return shape::map(argument_shape(), "^[^=]+$"); }

std::map<std::string, std::string> read_environment(const Field& field, const Space* space) {
  std::map<std::string, std::string> environment;
  for (const auto& [name, value] : field.members("a map from variables to texts")) {
    if (name.empty() || name.find('=') != std::string::npos) {
      value.refuse("the variable name " + in_quotes(name) + " is empty or holds =",
                   "use letters, digits and _");
    }
    if (value.node().is_null()) value.refuse("the variable has no value", "write one; \"\" for an empty one");
    environment[name] = value.word();
    if (value.origin().trusted) continue;
    value.attempt([&given = value, &content = environment[name], space] {
      for (const std::string& word : braced_texts(content)) {
        const bool named = space != nullptr && space->index_of(word) && looks_like_name(word);
        if (!named && !is_trial_name(word) && word != "slot") continue;  // text of the user's
        given.refuse("{" + word + "} is not filled in here: variables are passed on as they stand",
                     "read what is set for every trial in the program: HONE_SLOT, HONE_TRIAL_DIR, HONE_SEED, "
                     "HONE_PARAM_ and a parameter's name");
      }
    });
  }
  return environment;
}

// ---- Mode

const std::vector<std::string>& mode_words() {
  static const std::vector<std::string> words = {"command", "worker"};
  return words;
}

struct WorkerForm {
  WorkerPlan worker = {};

  void declare(MapForm& map) {
    map.integer("restart_every", worker.restart_every, 1, kMostTrials,
                "trials after which a worker is replaced by a new one; otherwise only when it ends");
  }
};

WorkerPlan read_worker(const Field& field) {
  constexpr std::array<Advice, 2> kAdvice = {
      {{"restart", "write restart_every"}, {"max_trials", "write restart_every"}}};
  return read_map<WorkerForm>(field, kAdvice).worker;
}

/// The part of an argument that only one trial could fill, as "{x}"; empty when there is none.
std::string trial_placeholder(std::string_view argument, const Space& space) {
  for (const ArgumentPiece& piece : argument_pieces(argument, space))
    if (piece.is_name) return "{" + piece.text + "}";
  return {};
}

// ---- Result

ResultRule read_regex(const Field& field) {
  const std::string pattern = field.text();
  if (field.origin().trusted) return RegexResult{pattern};
  if (pattern.size() > kLongestPattern)
    field.refuse("the expression has more than 1000 characters", "shorten it");
  const RegularExpression compiled = field.inside([&] { return RegularExpression(pattern); });
  if (compiled.groups() == 0) {
    field.refuse("the expression has no group, so it does not say which part of a match is the result",
                 "put that part into parentheses, as in \"loss: ([0-9.e+-]+)\"");
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

Node json_path_shape() { return shape::text_like("^[^.]+(\\.[^.]+)*$"); }

constexpr const char* kRegexSummary =
    "the result is the first group of the last match of this expression in the output";
constexpr const char* kJsonSummary =
    "the result is at this path of the last JSON object, such as metrics.loss";

struct ResultForm {
  std::optional<ResultRule> regex = {};
  std::optional<ResultRule> json = {};

  void declare(MapForm& map) {
    map.field("regex", shape::text, kRegexSummary, [&](const Field& field) { regex = read_regex(field); });
    map.field("json", json_path_shape, kJsonSummary,
              [&](const Field& field) { json = read_json_path(field); });
  }
};

Node result_shape() {
  Node rule = shape::with(shape_of<ResultForm>(), "minProperties", leaf(std::int64_t{1}));
  put(rule, "maxProperties", leaf(std::int64_t{1}));
  return shape::either({shape::constant("last"), std::move(rule)});
}

ResultRule read_result_field(const Field& field) {
  if (field.node().scalar() != nullptr) {
    const auto& word = *field.node().scalar();
    if (to_text(word) != "last") {
      field.refuse("this is " + describe(field.node()), "write last, {regex: ...} or {json: path.to.value}");
    }
    return LastPrinted{};
  }
  const ResultForm form = read_map<ResultForm>(field);
  if (field.find("regex").has_value() == field.find("json").has_value())
    field.refuse("the result needs one rule", "write {regex: ...} or {json: path}");
  if (!form.regex && !form.json) throw Collected{};  // what is wrong with it is told
  return form.regex ? *form.regex : *form.json;
}

// ---- Budget

Node give_up_shape() {
  Node shape = shape::either({shape::integer(0), shape::constant("never")});
  return shape::with(std::move(shape), "default", leaf(Budget().give_up_after));
}

std::int64_t read_give_up(const Field& field) {
  const Value* word = field.node().scalar();
  if (word != nullptr && *word == Value(std::string("never"))) return 0;
  if (word == nullptr || !as_number(*word)) {
    field.refuse("this is " + describe(field.node()),
                 "write how many failures in a row are enough, such as 3, or never");
  }
  return field.integer(0, kMostTrials);
}

double read_above_zero(const Field& field) {
  const double number = field.number(0.0, std::numeric_limits<double>::max());
  if (number == 0.0) field.refuse("it is 0", "write a number above 0");
  return number;
}

struct BudgetForm {
  Budget budget = {};

  void declare(MapForm& map) {
    constexpr int kMost = 100000;
    map.integer("trials", budget.trials, 1, kMostTrials, "trials in the study, finished and running");
    map.integer("parallel", budget.parallel, 1, kMost, "commands at a time");
    map.duration_above_zero("time", budget.time, "wall time of one run, such as 2h");
    map.field("cost", shape::above_zero, "what all trials together may cost, as `cost` has it",
              [&](const Field& field) { budget.cost = read_above_zero(field); });
    map.duration_above_zero("trial_timeout", budget.trial_timeout, "time for one trial, such as 10m");
    map.duration("grace", budget.grace, "time between SIGTERM and SIGKILL for a trial that is stopped");
    map.integer("retries", budget.retries, 0, kMost, "further attempts after a failure");
    map.number("target", budget.target, "stop when the best value is this good");
    map.integer("patience", budget.patience, 1, kMostTrials,
                "stop after so many finished trials without a better one");
    map.integer("max_failures", budget.max_failures, 1, kMostTrials,
                "stop when so many trials have failed; otherwise failures never stop a study");
    map.field("give_up_after", give_up_shape,
              "stop when so many trials in a row failed in the same way before any succeeded; never: 0",
              [&](const Field& field) { budget.give_up_after = read_give_up(field); });
    map.word("lost", budget.lost, {"requeue", "fail"}, "what becomes of trials whose worker died");
  }
};

Budget read_budget(const Field& field) {
  constexpr std::array<Advice, 6> kAdvice = {
      {{"timeout", "write trial_timeout (one trial) or time (all of them)"},
       {"n_trials", "write trials"},
       {"max_trials", "write trials"},
       {"jobs", "write parallel"},
       {"workers", "write parallel"},
       {"hours", "write time, for example time: 2h"}}};
  return read_map<BudgetForm>(field, kAdvice).budget;
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
  put_if("cost", budget.cost);
  put_if("trial_timeout", budget.trial_timeout);
  if (budget.grace != usual.grace) put(node, "grace", leaf(budget.grace));
  if (budget.retries != usual.retries) put(node, "retries", leaf(std::int64_t{budget.retries}));
  put_if("target", budget.target);
  put_if("patience", budget.patience);
  put_if("max_failures", budget.max_failures);
  if (budget.give_up_after != usual.give_up_after) put(node, "give_up_after", leaf(budget.give_up_after));
  if (budget.lost == LostPolicy::Fail) put(node, "lost", leaf(std::string("fail")));
  return node;
}

}  // namespace

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

void declare_plan(MapForm& study, Plan& plan, const Space* space) {
  study.field("command", command_shape,
              "program and arguments, without a shell; {name} becomes the value of a parameter",
              [&plan, space](const Field& field) { plan.command = read_command(field, space); });
  study.field("environment", environment_shape, "variables for the command",
              [&](const Field& field) { plan.environment = read_environment(field, space); });
  study.field("directory", shape::text, "where the command runs; otherwise the study file's folder",
              [&](const Field& field) {
                plan.directory =
                    without_last_slash(field.origin().folder ? resolve_path(field) : field.text());
              });
  study.word("mode", plan.mode, mode_words(),
             "command: started for each trial; worker: started once and asked for one trial after another");
  study.field("worker", shape_of<WorkerForm>, "for mode: worker",
              [&](const Field& field) { plan.worker = read_worker(field); });
  study.mention("result", result_shape, "where the command leaves its result; last: the last that it prints");
  study.mention("regex", shape::text, kRegexSummary);
  study.mention("json", json_path_shape, kJsonSummary);
  study.field("budget", shape_of<BudgetForm>, "when to stop, and how hard to try",
              [&](const Field& field) { plan.budget = read_budget(field); });
}

void check_mode(const Field& study, const Plan& plan, const Space& space) {
  const auto command = study.find("command");
  const auto worker = study.find("worker");
  if (plan.mode == RunMode::Command) {
    if (worker)
      worker->refuse("it is for mode: worker, and this study starts its command for each trial",
                     "write mode: worker, or remove it");
    if (command) command->inside([&] { check_parameter_variables(space); });
    return;
  }
  if (!command) study.at("mode").refuse("there is no command to start", "write one, or remove the mode");
  for (const Field& item : command->items("a list: the program and its arguments")) {
    const std::string name = trial_placeholder(item.word(), space);
    if (name.empty()) continue;
    item.refuse(name + " differs from trial to trial, and a worker is started once for many",
                "remove it; the worker finds it in each request");
  }
  if (!std::holds_alternative<RegexResult>(plan.result)) return;
  const auto regex = study.find("regex");
  (regex ? *regex : study.at("result"))
      .refuse("a worker answers with JSON, which is not searched for an expression",
              "remove it, or name a path with json");
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
  if (plan.mode == RunMode::Worker) put(study, "mode", leaf(mode_words()[1]));
  if (plan.worker.restart_every) {
    Node worker;
    put(worker, "restart_every", leaf(*plan.worker.restart_every));
    put(study, "worker", std::move(worker));
  }
  Node result;
  if (const auto* regex = std::get_if<RegexResult>(&plan.result)) put(result, "regex", leaf(regex->pattern));
  if (const auto* json = std::get_if<JsonResult>(&plan.result)) put(result, "json", leaf(json->path));
  if (!result.is_null()) put(study, "result", std::move(result));
  Node budget = budget_node(plan.budget);
  if (!budget.is_null()) put(study, "budget", std::move(budget));
}

}  // namespace hone::codec
