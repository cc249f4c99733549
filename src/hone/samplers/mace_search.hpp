// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>
#include <vector>

#include "hone/acquisition/mace.hpp"
#include "hone/encode/encoding.hpp"
#include "hone/numeric/nsga2.hpp"
#include "hone/samplers/model_space.hpp"

namespace hone::samplers {

/// Which opinions take part, and how the search goes.
struct SearchOptions {
  bool bound = true;        ///< the lower confidence bound
  bool expectation = true;  ///< expected improvement
  bool probability = true;  ///< probability of improvement
  bool robust = true;       ///< means are shaken by the noise
  bool with_noise = false;  ///< deviations are those of an observation
  numeric::Nsga2Options evolution = {};
};

/// What a search for good points found.
struct MaceCandidates {
  std::vector<Configuration> front;       ///< no other point is better in all opinions
  std::vector<Configuration> population;  ///< everything worth a second look, the front included
};

/// Weighs the opinions of the ensemble on the mixed space. A pool of candidates, or a space of few
/// configurations, is judged whole; otherwise NSGA-II searches, starting from `incumbent` and uniform points.
/// Only configurations that the space allows come out.
MaceCandidates search_mace(const encode::Encoding& encoding, const ModelSpace& model_space,
                           const acquisition::Mace& mace, const SearchOptions& options,
                           const Configuration& incumbent, std::uint64_t seed);

}  // namespace hone::samplers
