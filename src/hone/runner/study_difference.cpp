// SPDX-License-Identifier: MIT
#include "hone/runner/study_difference.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

using Part = FieldChange::Part;

template <class Range>
std::string interval(const Range& range) {
  return text("[", range.low(), ", ", range.high(), "]");
}

std::string step_word(const RealRange& range) { return range.step() ? text(*range.step()) : "none"; }
std::string step_word(const IntRange& range) { return text(range.step()); }

std::string one_value(const std::optional<Value>& value) { return value ? hone::to_text(*value) : "none"; }

std::vector<Value> missing_in(const Choices& all, const Choices& some) {
  std::vector<Value> missing;
  for (const Value& value : all.values()) {
    if (!some.find(value)) missing.push_back(value);
  }
  return missing;
}

/// Compares one parameter of both spaces.
class ParameterDifference {
 public:
  ParameterDifference(std::vector<FieldChange>& changes, const Parameter& old, const Parameter& now)
      : changes_(changes), field_("parameters." + now.name), old_(old), now_(now) {}

  void list() {
    if (kind_name(old_.domain) != kind_name(now_.domain)) {
      add("retyped", text("was ", kind_name(old_.domain), " (", domain_text(old_.domain), "), is ",
                          kind_name(now_.domain), " (", domain_text(now_.domain), ")"));
    } else {
      std::visit([&](const auto& domain) { compare(domain); }, old_.domain);
    }
    if (!(old_.when == now_.when)) add("condition", "its condition (when) changed");
    if (old_.usual != now_.usual)
      add("default", text("default changed from ", one_value(old_.usual), " to ", one_value(now_.usual)));
    if (old_.optional != now_.optional)
      add("default", now_.optional ? "trials may lack it" : "trials may not lack it any more");
    if (old_.unit != now_.unit || old_.description != now_.description)
      add("wording", "unit or description changed");
  }

 private:
  void add(std::string kind, std::string what) {
    changes_.push_back({Part::Space, field_, std::move(kind), std::move(what)});
  }

  template <class Range>
  void compare_range(const Range& old, const Range& now) {
    const auto told = [&](const char* verb) {
      return text(verb, " from ", interval(old), " to ", interval(now));
    };
    const bool wider = now.low() <= old.low() && now.high() >= old.high();
    const bool narrower = now.low() >= old.low() && now.high() <= old.high();
    if (old.low() != now.low() || old.high() != now.high()) {
      if (wider) add("widened", told("widened"));
      if (narrower) add("narrowed", told("narrowed"));
      if (!wider && !narrower) add("moved", told("moved"));
    }
    if (old.scale() != now.scale())
      add("rescaled",
          text("scale changed from ", hone::to_text(old.scale()), " to ", hone::to_text(now.scale())));
    if (old.step() != now.step())
      add("stepped", text("step changed from ", step_word(old), " to ", step_word(now)));
  }

  void compare(const RealRange& old) { compare_range(old, std::get<RealRange>(now_.domain)); }
  void compare(const IntRange& old) { compare_range(old, std::get<IntRange>(now_.domain)); }
  void compare(const Toggle&) {}
  void compare(const Constant& old) {
    const auto& now = std::get<Constant>(now_.domain);
    if (!(old == now))
      add("changed", text("fixed at ", hone::to_text(now.value), ", was ", hone::to_text(old.value)));
  }
  void compare(const Choices& old) {
    const auto& now = std::get<Choices>(now_.domain);
    if (old == now) return;
    const auto added = missing_in(now, old);
    const auto gone = missing_in(old, now);
    for (const Value& value : added) add("new_choice", "new choice " + hone::to_text(value));
    for (const Value& value : gone) add("removed_choice", "choice " + hone::to_text(value) + " removed");
    if (added.empty() && gone.empty())
      add("reordered", "the choices stand in another order, or are written otherwise");
  }

  std::vector<FieldChange>& changes_;
  std::string field_;
  const Parameter& old_;
  const Parameter& now_;
};

std::string removal_text(const Removals& removed, const std::string& name) {
  const auto told = removed.find(name);
  if (told == removed.end()) return "";
  if (told->second.any) return "; old trials count whatever they had";
  std::vector<std::string> words;
  for (const Value& value : told->second.values) words.push_back(hone::to_text(value));
  return "; old trials that had " + join(words, ", ") + " count";
}

/// Which trials count follows from them, as it does from the space.
void list_limits(std::vector<FieldChange>& changes, const Study& stored, const Study& given) {
  const auto list = [&](const Study& some, const Study& others, const char* word) {
    for (const OutcomeConstraint& limit : some.constraints_on) {
      const auto& known = others.constraints_on;
      if (std::find(known.begin(), known.end(), limit) == known.end())
        changes.push_back({Part::Space, "constraints_on", "changed", word + limit.text()});
    }
  };
  const std::size_t before = changes.size();
  list(given, stored, "new: ");
  list(stored, given, "removed: ");
  if (changes.size() == before && stored.constraints_on != given.constraints_on)
    changes.push_back({Part::Space, "constraints_on", "reordered", "they stand in another order"});
}

void list_space(std::vector<FieldChange>& changes, const Study& stored, const Study& given) {
  const auto space = [&](std::string field, std::string kind, std::string what) {
    changes.push_back({Part::Space, std::move(field), std::move(kind), std::move(what)});
  };
  const std::size_t before = changes.size();
  for (const Parameter& parameter : given.space.parameters()) {
    const auto old = stored.space.index_of(parameter.name);
    if (old) {
      ParameterDifference(changes, stored.space.parameters()[*old], parameter).list();
      continue;
    }
    const std::string usual = parameter.usual ? "; old trials count as " + hone::to_text(*parameter.usual)
                              : parameter.optional ? "; old trials lack it"
                                                   : "";
    space("parameters." + parameter.name, "new_parameter",
          text("new ", kind_name(parameter.domain), " (", domain_text(parameter.domain), ")", usual));
  }
  for (const Parameter& parameter : stored.space.parameters()) {
    if (given.space.index_of(parameter.name)) continue;
    space("parameters." + parameter.name, "removed_parameter",
          text("removed (was ", domain_text(parameter.domain), ")",
               removal_text(given.removed, parameter.name)));
  }
  const auto holds = [](const std::vector<Constraint>& all, const Constraint& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  for (const Constraint& constraint : given.space.constraints()) {
    if (!holds(stored.space.constraints(), constraint))
      space("constraints", "changed", "new: " + constraint.text());
  }
  for (const Constraint& constraint : stored.space.constraints()) {
    if (!holds(given.space.constraints(), constraint))
      space("constraints", "changed", "removed: " + constraint.text());
  }
  list_limits(changes, stored, given);
  if (!(stored.space.candidates() == given.space.candidates()))
    space("candidates", "changed",
          text("changed (", stored.space.candidates().size(), " rows before, ",
               given.space.candidates().size(), " now)"));
  if (changes.size() == before && !(stored.space == given.space))
    space("parameters", "reordered", "the parameters or constraints stand in another order");
  if (changes.size() == before && stored.removed != given.removed)
    space("removed", "changed", "another rule for old trials");
}

void list_objectives(std::vector<FieldChange>& changes, const Study& stored, const Study& given) {
  if (same_objectives(stored.objectives, given.objectives)) return;
  const auto words = [](const Study& study) {
    std::vector<std::string> parts;
    for (const Objective& objective : study.objectives)
      parts.push_back(hone::to_text(objective.direction) + " " + objective.name);
    return join(parts, ", ");
  };
  changes.push_back(
      {Part::Objective, "objective", "changed", text("changed from ", words(stored), " to ", words(given))});
}

/// Compares what a field is written as.
class Fields {
 public:
  Fields(std::vector<FieldChange>& changes, Part part) : changes_(changes), part_(part) {}

  template <class T>
  void compare(const std::string& field, const T& old, const T& now) {
    if (old == now) return;
    changes_.push_back({part_, field, "changed", text("changed from ", word(old), " to ", word(now))});
  }
  template <class T>
  void mention(const std::string& field, const T& old, const T& now) {
    if (old == now) return;
    changes_.push_back({part_, field, "changed", "changed"});
  }

 private:
  template <class T>
  static std::string word(const std::optional<T>& value) {
    return value ? text(*value) : "none";
  }
  template <class T>
  static std::string word(const T& value) {
    return text(value);
  }

  std::vector<FieldChange>& changes_;
  Part part_;
};

std::string command_words(const std::vector<std::string>& command) {
  return command.empty() ? "none" : join(command, " ");
}

std::string mode_word(RunMode mode) { return mode == RunMode::Worker ? "worker" : "command"; }

void list_run(std::vector<FieldChange>& changes, const Plan& stored, const Plan& given) {
  Fields fields(changes, Part::Run);
  fields.compare("command", command_words(stored.command), command_words(given.command));
  for (const auto& [name, value] : given.environment) {
    const auto old = stored.environment.find(name);
    const std::string before = old == stored.environment.end() ? "nothing" : old->second;
    if (old == stored.environment.end() || old->second != value)
      changes.push_back(
          {Part::Run, "environment." + name, "changed", text("changed from ", before, " to ", value)});
  }
  for (const auto& [name, value] : stored.environment) {
    if (!given.environment.contains(name))
      changes.push_back({Part::Run, "environment." + name, "changed", text("removed (was ", value, ")")});
  }
  fields.compare("directory", stored.directory, given.directory);
  fields.compare("mode", mode_word(stored.mode), mode_word(given.mode));
  fields.mention("result", stored.result, given.result);
}

void list_budget(Fields& fields, const Budget& stored, const Budget& given) {
  fields.compare("budget.trials", stored.trials, given.trials);
  fields.compare("budget.parallel", stored.parallel, given.parallel);
  fields.compare("budget.time", stored.time, given.time);
  fields.compare("budget.cost", stored.cost, given.cost);
  fields.compare("budget.trial_timeout", stored.trial_timeout, given.trial_timeout);
  fields.compare("budget.grace", stored.grace, given.grace);
  fields.compare("budget.retries", stored.retries, given.retries);
  fields.compare("budget.target", stored.target, given.target);
  fields.compare("budget.patience", stored.patience, given.patience);
  fields.compare("budget.max_failures", stored.max_failures, given.max_failures);
  fields.compare("budget.give_up_after", stored.give_up_after, given.give_up_after);
  fields.mention("budget.lost", stored.lost, given.lost);
}

std::string start_word(const Study& study) { return study.start_default ? "default" : "none"; }

/// Of other objectives list_objectives() tells.
void list_worst(Fields& fields, const std::vector<Objective>& stored, const std::vector<Objective>& given) {
  if (!same_objectives(stored, given)) return;
  for (std::size_t i = 0; i < given.size(); ++i)
    fields.compare("objectives." + given[i].name + ".worst", stored[i].worst, given[i].worst);
}

void list_priors(std::vector<FieldChange>& changes, const UserPriors& stored, const UserPriors& given) {
  const auto add = [&](const std::string& name, const char* what) {
    changes.push_back({Part::Other, "priors." + name, "changed", what});
  };
  for (const auto& [name, prior] : given) {
    const auto old = stored.find(name);
    if (old == stored.end())
      add(name, "added");
    else if (!(old->second == prior))
      add(name, "changed");
  }
  for (const auto& [name, prior] : stored)
    if (!given.contains(name)) add(name, "removed");
}

void list_others(std::vector<FieldChange>& changes, const Study& stored, const Study& given) {
  Fields fields(changes, Part::Other);
  fields.compare("sampler", stored.sampler.name, given.sampler.name);
  if (stored.sampler.name == given.sampler.name) fields.mention("sampler", stored.sampler, given.sampler);
  fields.mention("pruner", stored.pruner, given.pruner);
  fields.compare("seed", stored.seed, given.seed);
  fields.compare("horizon", stored.horizon, given.horizon);
  list_worst(fields, stored.objectives, given.objectives);
  list_priors(changes, stored.priors, given.priors);
  fields.compare("start", start_word(stored), start_word(given));
  fields.compare("cost", stored.cost, given.cost);
  fields.compare("stop.gain", stored.plan.stop.gain, given.plan.stop.gain);
  fields.compare("stop.patience", stored.plan.stop.patience, given.plan.stop.patience);
  fields.mention("sources", stored.sources, given.sources);
  fields.mention("prune_space", stored.prune_space, given.prune_space);
  fields.compare("worker.restart_every", stored.plan.worker.restart_every, given.plan.worker.restart_every);
  const std::size_t before = changes.size();
  list_budget(fields, stored.plan.budget, given.plan.budget);
  if (changes.size() == before) fields.mention("budget", stored.plan.budget, given.plan.budget);
}

}  // namespace

std::string change_text(const FieldChange& change) { return change.field + ": " + change.what; }

std::vector<FieldChange> differences(const Study& stored, const Study& given) {
  std::vector<FieldChange> changes;
  list_objectives(changes, stored, given);
  list_space(changes, stored, given);
  list_run(changes, stored.plan, given.plan);
  list_others(changes, stored, given);
  return changes;
}

std::string in_short(const std::vector<FieldChange>& changes, FieldChange::Part part) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> parts;
  for (const FieldChange& change : changes) {
    if (change.part == part) parts.push_back(change_text(change));
  }
  if (parts.size() > kMost) {
    const std::size_t more = parts.size() - kMost + 1;
    parts.resize(kMost - 1);
    parts.push_back(text("and ", more, " more"));
  }
  return join(parts, ", ");
}

}  // namespace hone::runner
