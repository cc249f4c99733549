// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hone/codec/column_names.hpp"
#include "hone/core/study.hpp"

// The columns in which trials can be listed, sorted and filtered.
namespace hone::codec {

struct TrialColumn {
  enum class Kind { Plain, Seconds, Time, State, Error, Flag };
  std::string name;
  ColumnMeaning meaning;
  Kind kind = Kind::Plain;
  /// Nothing when the trial has no such thing.
  std::function<std::optional<Value>(const Trial&)> value;
};

/// Columns by name: number, state, the objectives, the parameters, duration (seconds), created, started,
/// finished, attempt, worker, error, version (of the definition), outside (why it does not fit the present
/// space), violates (which of the constraints_on, by how much) and feasible where there are any, pareto (of
/// several objectives: whether it is Pareto-optimal among the trials of the constructor), former.NAME
/// (values of parameters that the space had), remark (the last one), notes and tags of people, stage and
/// sampler (who proposed it) where there are any, and attributes as attr.NAME, notes of samplers as
/// note.NAME. Where two would have the same name, ColumnNames tells them apart.
class TrialColumns {
 public:
  TrialColumns(const Study& study, const std::vector<Trial>& trials);

  const std::vector<TrialColumn>& all() const noexcept { return columns_; }
  /// By the short or the full name. "value" stands for the first objective unless a parameter has that name,
  /// and a note of a sampler is found without "note." too, unless its name is taken. Throws Error(NotFound),
  /// with a suggestion.
  const TrialColumn& find(const std::string& name) const;
  /// The same, nullptr when there is none.
  const TrialColumn* seek(const std::string& name) const;
  /// The short names.
  std::vector<std::string> names() const;
  /// One that every trial has, or that some of these trials have (tags, notes, stage, sampler): nullptr when
  /// none has.
  const TrialColumn* of_trials(const std::string& name) const;

 private:
  void add(ColumnMeaning::Kind what, const std::string& name,
           std::function<std::optional<Value>(const Trial&)> value,
           TrialColumn::Kind kind = TrialColumn::Kind::Plain);
  void add_study(const Study& study);
  void add_of_trials(const Study& study, const std::vector<Trial>& trials);
  void add_named(const std::vector<Trial>& trials);
  const TrialColumn* with(const ColumnMeaning& meaning) const;
  ColumnNames names_;
  std::vector<TrialColumn> columns_;
  std::string first_objective_;
};

/// Whether a trial that has the value `a` in a column comes before one that has `b`: numbers by their size,
/// then words by their letters, or the other way round. What is missing or not a number comes last either
/// way.
bool comes_before(const std::optional<Value>& a, const std::optional<Value>& b, bool reverse);

}  // namespace hone::codec
