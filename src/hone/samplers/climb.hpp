// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/acquisition/acquisition.hpp"
#include "hone/samplers/model_space.hpp"

namespace hone::samplers {

struct ClimbOptions {
  int steps = 12;
  double reach = 1.0;  ///< how far a coordinate may move, in units of its range
};

struct Summit {
  Configuration configuration;
  double score;
};

/// Moves the continuous parameters of `start` to where `score` is highest nearby, by L-BFGS-B with the
/// model's own gradients; everything else stays as it is. Nothing when there is nothing to move, when the
/// model has no gradients, or when the way ends outside the constraints.
std::optional<Summit> climb(const Configuration& start, const acquisition::Acquisition& score,
                            const ModelSpace& model_space, const ClimbOptions& options = {});

}  // namespace hone::samplers
