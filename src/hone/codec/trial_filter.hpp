// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/codec/trial_columns.hpp"
#include "hone/core/constraint.hpp"

namespace hone::codec {

/// Keeps the trials for which an expression over the columns is true: "loss < 0.3 and kernel == 'rbf'". The
/// language is that of constraints; a trial without one of the values is not kept.
class TrialFilter {
 public:
  /// Throws Error(InvalidArgument) pointing at the place in the text, which came by that name: "--where".
  TrialFilter(const std::string& expression, const Study& study, const TrialColumns& columns,
              const std::vector<Trial>& trials, const std::string& came_by);
  bool keeps(const Trial& trial) const;

 private:
  std::vector<TrialColumn> used_;
  Configuration::Names names_;
  std::optional<Constraint> negated_;
};

/// The trials of a study for which it is true.
std::vector<Trial> trials_where(const std::string& expression, const Study& study,
                                const std::vector<Trial>& trials, const std::string& came_by);

}  // namespace hone::codec
