// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>

#include "hone/core/study.hpp"

namespace hone {

/// The word that stands for the time that a trial ran, in seconds, in Study::cost; anything else is the name
/// of an attribute.
inline constexpr const char* kRunTime = "run_time";

/// The attribute that holds, while a trial has to be run again, what its earlier attempts took in seconds.
inline constexpr const char* kTimeBefore = "hone_time_before";

/// What a trial has cost by such a rule: a finite number above 0. Nothing when it is not known, as of trials
/// that were imported without times or did not report the attribute.
std::optional<double> cost_of(const std::string& rule, const Trial& trial);

/// What a trial that ran since Trial::started leaves to its next attempt, of a study whose rule is the run
/// time: its time so far under kTimeBefore. Nothing of other studies.
Attributes left_to_retry(const std::optional<std::string>& rule, const Trial& trial, Timestamp now);

/// The sum over all trials that have ended, deleted ones too: what was spent stays spent.
double spent_on(const std::string& rule, std::span<const Trial> trials);

}  // namespace hone
