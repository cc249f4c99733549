// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>

#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// What a legend calls a source of this name.
using SourceLabel = std::function<std::string(const std::string& name)>;

/// How much the study's own model and each of its sources counted, by trial number. The sources that counted
/// most are named, the others added up. Throws Error(NotFound) when no trial has such notes.
plot::Chart weights_chart(const Study& study, std::span<const Trial> trials, const SourceLabel& label);

}  // namespace hone::charts
