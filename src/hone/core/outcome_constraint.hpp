// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/core/constraint.hpp"
#include "hone/core/trial.hpp"

namespace hone {

/// A limit on what trials turn out to be, known only after they ran: `memory_mb <= 500`. The language is that
/// of Constraint; names are those of objectives and of attributes, which are whatever a trial reports besides
/// its values. A trial that does not report one of them, or not as a number that can be compared, is not
/// known to keep the limit, and counts as breaking it: a best trial is one that is known to be allowed.
class OutcomeConstraint {
 public:
  /// Throws Error(InvalidSpace) pointing at the place in the text, when it is not an expression, names a
  /// parameter (what is known beforehand is a Constraint), or names nothing that could be measured.
  OutcomeConstraint(std::string text, std::span<const std::string> objectives,
                    std::span<const Parameter> parameters);

  const std::string& text() const noexcept { return expression_.text(); }

  /// By how much a complete trial is beyond the limit, in the units of the expression: above 0 when it is
  /// broken, otherwise minus the distance that is left; infinite when what it names was not reported.
  double excess(const Trial& trial) const;

  /// What an excess is compared with when those of several limits are added up: the number of the limit,
  /// where there is one other than 0, or 1. So 600 is a fifth beyond `memory_mb <= 500`.
  double scale() const noexcept { return scale_; }

  /// The attributes that it names and the trial lacks, or has as NaN.
  std::vector<std::string> missing(const Trial& trial) const;

  friend bool operator==(const OutcomeConstraint& a, const OutcomeConstraint& b) {
    return a.text() == b.text();
  }

 private:
  Constraint bind(std::string text, std::span<const std::string> objectives,
                  std::span<const Parameter> parameters);
  std::optional<Value> value_of(std::size_t name, const Trial& trial) const;

  Configuration::Names names_;
  std::vector<std::optional<std::size_t>> objectives_;  // for each name: which objective it is
  double scale_ = 1.0;
  Constraint expression_;
};

/// Sets what follows from the limits in a trial: excess and violation. A trial that is not complete has none.
void judge_outcome(std::span<const OutcomeConstraint> limits, Trial& trial);

/// "memory_mb <= 500 by 120; latency < 1 (latency was not reported)": what a trial breaks; empty when it
/// breaks nothing.
std::string violation_text(std::span<const OutcomeConstraint> limits, const Trial& trial);

}  // namespace hone
