// SPDX-License-Identifier: MIT
#include "hone/runner/gain_rule.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace hone::runner {

void GainRule::note(const Trial& trial) {
  if (!plan_.gain) return;
  const auto noted = [&](const char* name) {
    const auto found = trial.notes.find(name);
    const double* number = found == trial.notes.end() ? nullptr : std::get_if<double>(&found->second);
    return number == nullptr ? std::nullopt : std::optional(*number);
  };
  const auto gain = noted("expected_gain");
  if (!gain) return;
  gains_[trial.number] = *gain / noted("expected_cost").value_or(1.0);
  if (std::ssize(gains_) > plan_.patience) gains_.erase(gains_.begin());
}

bool GainRule::met() const {
  return plan_.gain && std::ssize(gains_) >= plan_.patience &&
         std::all_of(gains_.begin(), gains_.end(), [&](const auto& one) { return one.second < *plan_.gain; });
}

}  // namespace hone::runner
