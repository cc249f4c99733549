// SPDX-License-Identifier: MIT
#include "hone/codec/trial_columns.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <unordered_set>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/core/noted.hpp"
#include "hone/core/tags.hpp"
#include "hone/core/trial_words.hpp"

namespace hone::codec {
namespace {

using MaybeValue = std::optional<Value>;
using What = ColumnMeaning::Kind;

const std::vector<std::string> kOfTrials = {"number",   "state",    "duration", "created", "started",
                                            "finished", "attempt",  "worker",   "error",   "version",
                                            "outside",  "remark",   "tags",     "notes",   "stage",
                                            "sampler",  "violates", "feasible", "pareto"};

constexpr std::size_t kMostListed = 50;

MaybeValue time_value(Timestamp time) {
  return time == 0 ? MaybeValue() : MaybeValue(Value(std::int64_t{time}));
}

MaybeValue text_value(const std::string& word) {
  return word.empty() ? MaybeValue() : MaybeValue(Value(word));
}

/// The numbers of the Pareto-optimal trials, found when somebody first asks: of many objectives that takes
/// long, and the trials themselves may be gone by then.
class FrontMembers {
 public:
  FrontMembers(const Study& study, const std::vector<Trial>& trials) : objectives_(study.objectives) {
    for (const Trial& trial : trials) {
      if (!may_be_best(trial)) continue;
      Trial& copy = contenders_.emplace_back();
      copy.number = trial.number;
      copy.state = trial.state;
      copy.values = trial.values;
    }
  }

  bool holds(std::int64_t number) {
    if (!contenders_.empty()) {
      for (const Trial* trial : pareto_trials(contenders_, objectives_)) members_.insert(trial->number);
      contenders_.clear();
    }
    return members_.contains(number);
  }

 private:
  std::vector<Objective> objectives_;
  std::vector<Trial> contenders_;  // until their front is known
  std::unordered_set<std::int64_t> members_;
};

}  // namespace

TrialColumns::TrialColumns(const Study& study, const std::vector<Trial>& trials)
    : names_(study, kOfTrials), first_objective_(study.objectives.front().name) {
  add_study(study);
  add_of_trials(study, trials);
  add_named(trials);
}

void TrialColumns::add_study(const Study& study) {
  for (std::size_t i = 0; i < study.space.size(); ++i) {
    add(What::Parameter, study.space.parameters()[i].name,
        [i](const Trial& trial) { return trial.configuration[i]; });
  }
  for (std::size_t i = 0; i < study.objectives.size(); ++i) {
    add(What::Objective, study.objectives[i].name, [i](const Trial& trial) {
      return i < trial.values.size() ? MaybeValue(trial.values[i]) : MaybeValue();
    });
  }
}

void TrialColumns::add_of_trials(const Study& study, const std::vector<Trial>& trials) {
  using Kind = TrialColumn::Kind;
  const auto plain = [&](const char* name, std::function<MaybeValue(const Trial&)> value) {
    add(What::OfTrial, name, std::move(value));
  };
  // Those that most studies have no trial with are left out there.
  const auto rare = [&](const char* name, const std::function<MaybeValue(const Trial&)>& value) {
    const auto has = [&](const Trial& trial) { return value(trial).has_value(); };
    if (std::any_of(trials.begin(), trials.end(), has)) plain(name, value);
  };
  plain("number", [](const Trial& trial) { return MaybeValue(trial.number); });
  add(
      What::OfTrial, "state",
      [](const Trial& trial) { return MaybeValue(std::string(to_text(trial.state))); }, Kind::State);
  add(
      What::OfTrial, "duration",
      [](const Trial& trial) {
        const bool timed = trial.started != 0 && trial.finished != 0;
        return timed ? MaybeValue(static_cast<double>(trial.finished - trial.started) / 1000.0)
                     : MaybeValue();
      },
      Kind::Seconds);
  const auto time = [&](const char* name, Timestamp Trial::*member) {
    add(
        What::OfTrial, name, [member](const Trial& trial) { return time_value(trial.*member); }, Kind::Time);
  };
  time("created", &Trial::created);
  time("started", &Trial::started);
  time("finished", &Trial::finished);
  plain("attempt", [](const Trial& trial) { return MaybeValue(std::int64_t{trial.attempt}); });
  plain("worker", [](const Trial& trial) { return text_value(trial.worker); });
  add(
      What::OfTrial, "error", [](const Trial& trial) { return text_value(trial.error); }, Kind::Error);
  plain("version", [](const Trial& trial) { return MaybeValue(trial.version); });
  plain("outside", [](const Trial& trial) { return text_value(trial.outside); });
  if (!study.constraints_on.empty()) {
    plain("violates", [limits = study.constraints_on](const Trial& trial) {
      return text_value(violation_text(limits, trial));
    });
    plain("feasible", [](const Trial& trial) {
      return trial.excess.empty() ? MaybeValue() : MaybeValue(feasible(trial));
    });
  }
  if (study.objectives.size() > 1) {
    add(
        What::OfTrial, "pareto",
        [front = std::make_shared<FrontMembers>(study, trials)](const Trial& trial) {
          return MaybeValue(front->holds(trial.number));
        },
        Kind::Flag);
  }
  plain("remark", [](const Trial& trial) {
    if (trial.remarks.empty()) return MaybeValue();
    const Remark& last = trial.remarks.back();
    return MaybeValue(iso_time(last.time) + " " + last.text);
  });
  rare("tags", [](const Trial& trial) { return text_value(join(tags_of(trial.attributes), ", ")); });
  rare("notes", [](const Trial& trial) { return text_value(join(notes_among(trial.remarks), " | ")); });
  rare("stage", [](const Trial& trial) {
    const auto stage = stage_of(trial);
    return stage ? MaybeValue(*stage) : MaybeValue();
  });
  rare("sampler", [](const Trial& trial) { return text_value(noted_text(trial.notes, kProposerNote)); });
}

void TrialColumns::add_named(const std::vector<Trial>& trials) {
  std::set<std::string> former;
  std::set<std::string> attributes;
  std::set<std::string> notes;
  for (const Trial& trial : trials) {
    for (const auto& [name, value] : trial.former) former.insert(name);
    for (const auto& [name, value] : trial.attributes) attributes.insert(name);
    for (const auto& [name, value] : trial.notes) notes.insert(name);
  }
  for (const std::string& name : former) {
    add(What::Former, name, [name](const Trial& trial) {
      const auto found = trial.former.find(name);
      return found == trial.former.end() ? MaybeValue() : MaybeValue(found->second);
    });
  }
  // What a sampler keeps with its proposals: the stage of a sequential design, for one.
  for (const std::string& name : notes) {
    add(What::Note, name, [name](const Trial& trial) {
      const auto found = trial.notes.find(name);
      return found == trial.notes.end() ? MaybeValue() : MaybeValue(as_value(found->second));
    });
  }
  for (const std::string& name : attributes) {
    add(What::Attribute, name, [name](const Trial& trial) {
      const auto found = trial.attributes.find(name);
      return found == trial.attributes.end() ? MaybeValue() : MaybeValue(found->second);
    });
  }
}

void TrialColumns::add(ColumnMeaning::Kind what, const std::string& name,
                       std::function<MaybeValue(const Trial&)> value, TrialColumn::Kind kind) {
  const ColumnMeaning meaning{what, name};
  columns_.push_back({names_.name_of(meaning), meaning, kind, std::move(value)});
}

const TrialColumn* TrialColumns::with(const ColumnMeaning& meaning) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const TrialColumn& column) { return column.meaning == meaning; });
  return found == columns_.end() ? nullptr : &*found;
}

const TrialColumn* TrialColumns::of_trials(const std::string& name) const {
  return with({What::OfTrial, name});
}

const TrialColumn* TrialColumns::seek(const std::string& name) const {
  const TrialColumn* found = with(names_.meaning(name));
  if (found == nullptr && name == "value") found = with({What::Objective, first_objective_});
  return found != nullptr ? found : with({What::Note, name});
}

std::vector<std::string> TrialColumns::names() const {
  std::vector<std::string> names;
  for (const TrialColumn& column : columns_) names.push_back(column.name);
  return names;
}

const TrialColumn& TrialColumns::find(const std::string& name) const {
  if (const TrialColumn* found = seek(name)) return *found;
  std::vector<std::string> known = names();
  const std::string problem = text("there is no column '", name, "'", did_you_mean(name, known));
  // A study that learns from a thousand others has thousands of notes.
  const std::size_t more = known.size() > kMostListed ? known.size() - kMostListed : 0;
  known.resize(known.size() - more);
  throw Error(ErrorCode::NotFound, problem,
              "choose among " + join(known, ", ") + (more > 0 ? text(" and ", more, " more") : ""));
}

bool comes_before(const MaybeValue& a, const MaybeValue& b, bool reverse) {
  const auto known = [](const MaybeValue& value) {
    return value && !std::isnan(as_number(*value).value_or(0.0));
  };
  if (!known(a) || !known(b)) return known(a) && !known(b);
  const Value& first = reverse ? *b : *a;
  const Value& second = reverse ? *a : *b;
  const auto x = as_number(first);
  const auto y = as_number(second);
  if (x && y) return *x < *y;
  if (x || y) return x.has_value();
  return to_text(first) < to_text(second);
}

}  // namespace hone::codec
