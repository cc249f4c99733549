// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hone/core/options.hpp"
#include "hone/gp/fit.hpp"
#include "hone/numeric/nsga2.hpp"
#include "hone/numeric/output_transform.hpp"

namespace hone::samplers {

/// Everything that can be switched in HEBO; `variant` sets many at once, single options go on top of it.
struct HeboOptions {
  std::int64_t startup = 0;  ///< Sobol trials before the first model; 0: chosen from the dimension
  gp::FitOptions fit = {};
  numeric::OutputRule output = numeric::OutputRule::Robust;
  bool bound = true;        ///< the lower confidence bound takes part
  bool expectation = true;  ///< expected improvement takes part
  bool probability = true;  ///< probability of improvement takes part
  bool robust = true;       ///< means are shaken by the noise
  bool with_noise = false;  ///< deviations are those of an observation
  numeric::Nsga2Options evolution = {};
  bool warm = true;      ///< fits go on from the hyper-parameters kept with the last proposal
  bool believer = true;  ///< a batch is chosen one by one, each pick believed before the next
};

/// Reads the options of the study file. Throws Error(InvalidOption).
HeboOptions read_hebo_options(const Options& options);

}  // namespace hone::samplers
