// SPDX-License-Identifier: MIT
#pragma once

#include "hone/acquisition/mace.hpp"
#include "hone/numeric/nsga2.hpp"

namespace hone::samplers {

/// Which opinions take part, and how the search goes.
struct OpinionOptions {
  bool bound = true;        ///< the lower confidence bound
  bool expectation = true;  ///< expected improvement
  bool probability = true;  ///< probability of improvement
  bool robust = false;      ///< means are shaken by the noise
  bool with_noise = false;  ///< deviations are those of an observation
  numeric::Nsga2Options evolution = {};
};

/// The ensemble that the options name, for a given moment of a study.
acquisition::MaceOptions ensemble(const OpinionOptions& options, double target, double kappa);

}  // namespace hone::samplers
