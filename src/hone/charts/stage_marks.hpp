// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "hone/core/trial.hpp"
#include "hone/plot/chart.hpp"

// How pictures show the stages of a sequential design.
namespace hone::charts {

/// Where each stage begins along the axis of trial numbers: before the first trial of it.
std::vector<plot::Section> stage_sections(std::span<const Trial> trials);

/// Adds a trial's point to a series.
using AddPoint = std::function<void(plot::Dots&, const Trial&)>;

/// The points of trials in one series for each stage, in eight colours at most: neighbouring stages share
/// one, and an entry of the legend, when there are more. In a terminal a point is the stage's number, or from
/// 10 on a letter. Points of no stage are grey and come first.
std::vector<plot::Series> series_by_stage(std::span<const Trial> trials, const AddPoint& add);

}  // namespace hone::charts
