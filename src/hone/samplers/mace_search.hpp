// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>
#include <vector>

#include "hone/acquisition/mace.hpp"
#include "hone/encode/encoding.hpp"
#include "hone/samplers/hebo_options.hpp"
#include "hone/samplers/model_space.hpp"

namespace hone::samplers {

/// What a search for good points found.
struct MaceCandidates {
  std::vector<Configuration> front;       ///< no other point is better in all opinions
  std::vector<Configuration> population;  ///< everything worth a second look, the front included
};

/// Weighs the opinions of the ensemble on the mixed space. A pool of candidates, or a space of few
/// configurations, is judged whole; otherwise NSGA-II searches, starting from `incumbent` and uniform points.
/// Only configurations that the space allows come out.
MaceCandidates search_mace(const encode::Encoding& encoding, const ModelSpace& model_space,
                           const acquisition::Mace& mace, const HeboOptions& options,
                           const Configuration& incumbent, std::uint64_t seed);

}  // namespace hone::samplers
