// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "hone/core/sampler_input.hpp"

namespace hone::transfer {

/// What another study has measured, seen from the space of a target.
struct Matched {
  std::string name;
  /// Of the target's space. Its constraints and its pool do not matter here: a source may know more.
  std::vector<Configuration> configurations = {};
  /// One for each, to be minimised; NaN for a trial that ended without a result.
  Eigen::VectorXd values = {};
  int left_out = 0;  ///< trials with a value outside the target's ranges or choices
  /// Parameters of the target that the source lacks: they are taken to stand in the middle of their ranges.
  std::vector<std::string> missing = {};
  /// Parameters of the source that the target lacks: what they did is noise.
  std::vector<std::string> extra = {};
  /// Why nothing can be learned from it; empty when something can.
  std::string refusal = {};

  bool usable() const noexcept { return refusal.empty(); }
};

/// Reads a source as the target would have seen it. Parameters belong together when they have the same name
/// and both are numbers, or both are choices; values count, whatever range and scale they were searched on.
/// A value that the target does not allow leaves its trial out. The objective of the same name is taken, else
/// the only one, and its direction turned where the two studies disagree. A source is refused when no varying
/// parameter belongs together, when it has several objectives of which none has the target's name, when
/// fewer than three complete trials are left, or when these all have the same value.
Matched match(const SourceStudy& source, const Study& target);

}  // namespace hone::transfer
