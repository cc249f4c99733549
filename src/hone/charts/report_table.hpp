// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/core/study.hpp"

// The tables of a report, as HTML.
namespace hone::charts {

/// One row for each trial: number, state, objectives, the parameters that vary, seconds, and why it failed
/// when some did.
std::string trials_table(const Study& study, const std::vector<const Trial*>& trials);

/// Name and value of each setting.
std::string settings_table(const Configuration& configuration);

/// What failed alike, how often, and the last trial of each kind; empty when nothing failed.
std::string failures_table(std::span<const Trial> trials);

}  // namespace hone::charts
