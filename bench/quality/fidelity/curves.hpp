// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hone/core/space.hpp"

namespace hone::quality::fidelity {

/// Trainings that report a loss after each of their steps, 1 to `steps`; the last is the result. To be
/// minimised; NaN where a training has diverged.
struct CurveProblem {
  std::string name;
  Space space;
  int steps = 0;
  std::function<std::vector<double>(const Configuration&)> curve;
  double least = 0.0;  ///< the best result there is
  double poor = 1.0;   ///< the median result: regrets are told in parts of poor - least
};

/// The trainings of taskset_curves_6x1000x51.csv.gz in a folder of data: a box of Adam's settings, in which
/// each point has the curve of the setting nearest to it. Throws Error(NotFound) when there is no such file.
std::vector<CurveProblem> measured_curves(const std::string& data_folder);

/// Made from test functions, so that it is known what their curves do:
///   falling   early values tell the order at the end
///   crossing  what falls fast ends high: early values tell the contrary
///   growing   the report grows with the step (energy, time, an accumulated loss)
std::vector<CurveProblem> made_curves();

}  // namespace hone::quality::fidelity
