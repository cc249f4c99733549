// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hone/core/constraint.hpp"
#include "hone/core/study.hpp"

// The columns in which trials can be listed, sorted and filtered.
namespace hone::codec {

struct TrialColumn {
  enum class Kind { Plain, Seconds, Time };
  std::string name;
  Kind kind = Kind::Plain;
  /// Nothing when the trial has no such thing.
  std::function<std::optional<Value>(const Trial&)> value;
};

/// Columns by name: number, state, the objectives, the parameters, duration (seconds), created, started,
/// finished, attempt, worker, error, version (of the definition), outside (why it does not fit the present
/// space), violates (which of the constraints_on, by how much) and feasible where there are any, former.NAME
/// (values of parameters that the space had), remark (the last one), stage and sampler (who proposed it)
/// where noted, and attributes as attr.NAME, notes as note.NAME.
class TrialColumns {
 public:
  TrialColumns(const Study& study, const std::vector<Trial>& trials);

  const std::vector<TrialColumn>& all() const noexcept { return columns_; }
  /// "value" stands for the first objective unless a parameter has that name, and a note is found without
  /// "note." too, unless its name is taken. Throws Error(NotFound), with a
  /// suggestion.
  const TrialColumn& find(const std::string& name) const;
  /// What the column is called that says why a trial does not fit the present space.
  const std::string& outside() const noexcept { return outside_; }
  /// What the column is called that says which limits a trial breaks; empty without limits.
  const std::string& violates() const noexcept { return violates_; }
  /// What the column of stages is called; empty when no trial has one.
  const std::string& stage() const noexcept { return stage_; }
  /// What the column of proposing samplers is called; empty unless `auto` chose among several.
  const std::string& proposer() const noexcept { return proposer_; }

 private:
  void add(std::string name, std::function<std::optional<Value>(const Trial&)> value,
           TrialColumn::Kind kind = TrialColumn::Kind::Plain);
  std::vector<TrialColumn> columns_;
  std::string first_objective_;
  std::string outside_;
  std::string violates_;
  std::string stage_;
  std::string proposer_;
};

/// Keeps the trials for which an expression over the columns is true: "loss < 0.3 and kernel == 'rbf'". The
/// language is that of constraints; a trial without one of the values is not kept.
class TrialFilter {
 public:
  /// Throws Error(InvalidArgument) pointing at the place in the text.
  TrialFilter(const std::string& expression, const Study& study, const TrialColumns& columns,
              const std::vector<Trial>& trials);
  bool keeps(const Trial& trial) const;

 private:
  std::vector<TrialColumn> used_;
  Configuration::Names names_;
  std::optional<Constraint> negated_;
};

}  // namespace hone::codec
