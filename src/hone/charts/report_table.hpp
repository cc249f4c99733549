// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/core/study.hpp"

// The tables of a report that are text from the start, as HTML.
namespace hone::charts {

/// An error may quote pages of output: its beginning, of so many bytes.
std::string cut_reason(std::string reason, std::size_t longest = 300);

/// How long a trial ran; nothing while it runs, or when nobody knows.
std::optional<double> seconds_of(const Trial& trial);

/// One row for each trial: number, state, objectives, the parameters that vary, and seconds.
std::string trials_table(const Study& study, const std::vector<const Trial*>& trials);

/// Name and value of each setting.
std::string settings_list(const Configuration& configuration);

/// What failed alike, how often, and the last trial of each kind; of more than 50 kinds the most frequent.
/// Empty when nothing failed.
std::string failures_table(std::span<const Trial> trials);

}  // namespace hone::charts
