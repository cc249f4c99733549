// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/core/outcome_constraint.hpp"

namespace hone {

/// Something that a limit on outcomes names and that keeps it from being compared.
struct OutcomeGap {
  std::string name;
  std::optional<Value> reported = {};  ///< a text, or NaN; nothing: it was not reported
};

/// Those of a trial of which the excess is infinite; none where that is not for lack of something.
std::vector<OutcomeGap> outcome_gaps(const OutcomeConstraint& limit, const Trial& trial);

/// "memory_mb was not reported", "memory_mb was reported as '300MB', which is not a number".
std::string gap_text(const OutcomeGap& gap);

}  // namespace hone
