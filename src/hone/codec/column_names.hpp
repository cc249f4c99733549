// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hone/core/study.hpp"

// What the columns of trials are called, in tables, filters and CSV files.
namespace hone::codec {

/// What a column shows of a trial.
struct ColumnMeaning {
  enum class Kind {
    Parameter,
    Objective,
    OfTrial,    ///< number, state, error, ...
    Attribute,  ///< attr.NAME
    Note,       ///< note.NAME: what the sampler noted
    Former,     ///< former.NAME: a parameter that the space once had
    Other,      ///< none of these
  };
  Kind kind = Kind::Other;
  std::string name;
  friend bool operator==(const ColumnMeaning&, const ColumnMeaning&) = default;
};

/// A parameter may be called `error` or `objective.loss`, an objective `number`, an attribute anything at
/// all. So every column has a full name that is always understood: param.NAME, objective.NAME, trial.NAME,
/// trial.attr.NAME, trial.note.NAME, trial.former.NAME. The short one (NAME, attr.NAME, ...) is used where it
/// means the same; of things with the same name parameters come first, then objectives. So
///   meaning(name_of(m)) == m   for every m that the study has.
class ColumnNames {
 public:
  /// `of_trials`: the names of what a trial has whatever the study is.
  ColumnNames(const Study& study, std::vector<std::string> of_trials);

  /// "value" is the objective too, when there is one.
  ColumnMeaning meaning(std::string_view name) const;
  std::string name_of(const ColumnMeaning& meaning) const;
  static std::string full_name(const ColumnMeaning& meaning);

 private:
  bool has_parameter(std::string_view name) const;
  bool has_objective(std::string_view name) const;
  bool is_of_trials(std::string_view name) const;
  std::vector<std::string> parameters_;
  std::vector<std::string> objectives_;
  std::vector<std::string> of_trials_;
};

/// Names separated by commas; one that holds a comma stands in back-quotes, in which a back-quote is doubled.
std::vector<std::string> split_names(std::string_view list);

}  // namespace hone::codec
