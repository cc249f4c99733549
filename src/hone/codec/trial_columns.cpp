// SPDX-License-Identifier: MIT
#include "hone/codec/trial_columns.hpp"

#include <algorithm>
#include <set>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/core/noted.hpp"

namespace hone::codec {
namespace {

using MaybeValue = std::optional<Value>;

constexpr std::size_t kMostListed = 50;

MaybeValue time_value(Timestamp time) {
  return time == 0 ? MaybeValue() : MaybeValue(Value(std::int64_t{time}));
}

MaybeValue text_value(const std::string& word) {
  return word.empty() ? MaybeValue() : MaybeValue(Value(word));
}

/// What a column may hold, as expressions want to know: numbers or words.
Domain domain_of(const TrialColumn& column, const std::vector<Trial>& trials) {
  std::set<std::string> words;
  for (const Trial& trial : trials) {
    const MaybeValue value = column.value(trial);
    if (!value) continue;
    if (as_number(*value)) return RealRange(-1e300, 1e300);
    if (std::holds_alternative<bool>(*value)) return Toggle{};
    if (words.size() < 1000) words.insert(to_text(*value));
  }
  if (words.empty()) return RealRange(-1e300, 1e300);
  return Choices(std::vector<Value>(words.begin(), words.end()));
}

/// Any state may be asked for, whether a trial has it or not.
Domain state_domain() {
  std::vector<Value> words;
  for (const char* word :
       {"waiting", "running", "complete", "failed", "pruned", "timed_out", "infeasible", "deleted"}) {
    words.emplace_back(std::string(word));
  }
  return Choices(std::move(words));
}

}  // namespace

TrialColumns::TrialColumns(const Study& study, const std::vector<Trial>& trials) {
  using Kind = TrialColumn::Kind;
  first_objective_ = study.objectives.front().name;
  for (std::size_t i = 0; i < study.space.size(); ++i) {
    add(study.space.parameters()[i].name, [i](const Trial& trial) { return trial.configuration[i]; });
  }
  for (std::size_t i = 0; i < study.objectives.size(); ++i) {
    add(study.objectives[i].name, [i](const Trial& trial) {
      return i < trial.values.size() ? MaybeValue(trial.values[i]) : MaybeValue();
    });
  }
  add("number", [](const Trial& trial) { return MaybeValue(trial.number); });
  add("state", [](const Trial& trial) { return MaybeValue(std::string(to_text(trial.state))); });
  add(
      "duration",
      [](const Trial& trial) {
        const bool timed = trial.started != 0 && trial.finished != 0;
        return timed ? MaybeValue(static_cast<double>(trial.finished - trial.started) / 1000.0)
                     : MaybeValue();
      },
      Kind::Seconds);
  add(
      "created", [](const Trial& trial) { return time_value(trial.created); }, Kind::Time);
  add(
      "started", [](const Trial& trial) { return time_value(trial.started); }, Kind::Time);
  add(
      "finished", [](const Trial& trial) { return time_value(trial.finished); }, Kind::Time);
  add("attempt", [](const Trial& trial) { return MaybeValue(std::int64_t{trial.attempt}); });
  add("worker", [](const Trial& trial) { return text_value(trial.worker); });
  add("error", [](const Trial& trial) { return text_value(trial.error); });
  add("version", [](const Trial& trial) { return MaybeValue(trial.version); });
  add("outside", [](const Trial& trial) { return text_value(trial.outside); });
  outside_ = columns_.back().name;
  if (!study.constraints_on.empty()) {
    add("violates", [limits = study.constraints_on](const Trial& trial) {
      return text_value(violation_text(limits, trial));
    });
    violates_ = columns_.back().name;
    add("feasible",
        [](const Trial& trial) { return trial.excess.empty() ? MaybeValue() : MaybeValue(feasible(trial)); });
  }
  std::set<std::string> former;
  for (const Trial& trial : trials) {
    for (const auto& [name, value] : trial.former) former.insert(name);
  }
  for (const std::string& name : former) {
    add("former." + name, [name](const Trial& trial) {
      const auto found = trial.former.find(name);
      return found == trial.former.end() ? MaybeValue() : MaybeValue(found->second);
    });
  }
  add("remark", [](const Trial& trial) {
    if (trial.remarks.empty()) return MaybeValue();
    const Remark& last = trial.remarks.back();
    return MaybeValue(iso_time(last.time) + " " + last.text);
  });
  std::set<std::string> attributes;
  for (const Trial& trial : trials) {
    for (const auto& [name, value] : trial.attributes) attributes.insert(name);
  }
  if (any_stage(trials)) {
    add("stage", [](const Trial& trial) {
      const auto stage = stage_of(trial);
      return stage ? MaybeValue(*stage) : MaybeValue();
    });
    stage_ = columns_.back().name;
  }
  const auto is_noted = [](const Trial& trial) { return !noted_text(trial.notes, kProposerNote).empty(); };
  if (std::any_of(trials.begin(), trials.end(), is_noted)) {
    add("sampler", [](const Trial& trial) { return text_value(noted_text(trial.notes, kProposerNote)); });
    proposer_ = columns_.back().name;
  }
  // What a sampler keeps with its proposals: the stage of a sequential design, for one.
  std::set<std::string> notes;
  for (const Trial& trial : trials) {
    for (const auto& [name, value] : trial.notes) notes.insert(name);
  }
  for (const std::string& name : notes) {
    add("note." + name, [name](const Trial& trial) {
      const auto found = trial.notes.find(name);
      return found == trial.notes.end() ? MaybeValue() : MaybeValue(as_value(found->second));
    });
  }
  for (const std::string& name : attributes) {
    add("attr." + name, [name](const Trial& trial) {
      const auto found = trial.attributes.find(name);
      return found == trial.attributes.end() ? MaybeValue() : MaybeValue(found->second);
    });
  }
}

void TrialColumns::add(std::string name, std::function<MaybeValue(const Trial&)> value,
                       TrialColumn::Kind kind) {
  // Parameters come first and keep their names; what they hide goes by another.
  const auto taken = [&](const TrialColumn& column) { return column.name == name; };
  if (std::any_of(columns_.begin(), columns_.end(), taken)) name = "trial." + name;
  columns_.push_back({std::move(name), kind, std::move(value)});
}

const TrialColumn& TrialColumns::find(const std::string& name) const {
  const auto named = [&](const std::string& wanted) {
    return std::find_if(columns_.begin(), columns_.end(),
                        [&](const TrialColumn& c) { return c.name == wanted; });
  };
  auto found = named(name);
  if (found == columns_.end() && name == "value") found = named(first_objective_);
  if (found == columns_.end()) found = named("note." + name);
  if (found != columns_.end()) return *found;
  std::vector<std::string> known;
  for (const TrialColumn& column : columns_) known.push_back(column.name);
  const std::string problem = text("there is no column '", name, "'", did_you_mean(name, known));
  // A study that learns from a thousand others has thousands of notes.
  const std::size_t more = known.size() > kMostListed ? known.size() - kMostListed : 0;
  known.resize(known.size() - more);
  throw Error(ErrorCode::NotFound, problem,
              "choose among " + join(known, ", ") + (more > 0 ? text(" and ", more, " more") : ""));
}

TrialFilter::TrialFilter(const std::string& expression, const Study& study, const TrialColumns& columns,
                         const std::vector<Trial>& trials) {
  std::vector<Parameter> parameters;
  std::vector<std::string> names;
  const auto add = [&](const std::string& name, Domain domain, const TrialColumn& column) {
    parameters.push_back({.name = name, .domain = std::move(domain)});
    names.push_back(name);
    used_.push_back(column);
  };
  bool has_value = false;
  for (std::size_t i = 0; i < columns.all().size(); ++i) {
    const TrialColumn& column = columns.all()[i];
    const bool parameter = i < study.space.size();
    add(column.name,
        parameter ? study.space.parameters()[i].domain
                  : (column.name == "state" ? state_domain() : domain_of(column, trials)),
        column);
    has_value = has_value || column.name == "value";
  }
  if (!has_value) add("value", RealRange(-1e300, 1e300), columns.find("value"));
  names_ = std::make_shared<const std::vector<std::string>>(std::move(names));
  try {
    Constraint(expression, parameters);  // for its message, which points into the text as it was typed
    // A constraint lets pass what is not definitely false; a filter keeps what is definitely true.
    negated_.emplace("not (" + expression + ")", parameters);
  } catch (const Error& error) {
    throw error.within("--where");
  }
}

bool TrialFilter::keeps(const Trial& trial) const {
  std::vector<std::optional<Value>> values;
  for (const TrialColumn& column : used_) values.push_back(column.value(trial));
  return !negated_->holds(Configuration(names_, std::move(values)));
}

}  // namespace hone::codec
