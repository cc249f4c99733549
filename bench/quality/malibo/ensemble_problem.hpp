// SPDX-License-Identifier: MIT
#pragma once

#include "bench/quality/malibo/ensembles.hpp"
#include "bench/quality/problem.hpp"
#include "hone/core/sampler_input.hpp"

namespace hone::quality::malibo {

/// What is known before a run on a member of an ensemble.
struct MetaData {
  int tasks = 0;   ///< other members
  int points = 0;  ///< uniform ones of each, as noisy as the run's own
  int sets = 0;    ///< different draws of them, which seeds take in turn; 0 for one of each seed's own
};

/// A problem "branin/noise=0.1" that is another member of the ensemble for each seed, the same for all levels
/// of noise. A method sees f (1 + noise n) with n standard normal; what counts is the least f of the points
/// it chose.
Problem ensemble_problem(const Ensemble& ensemble, double noise, const MetaData& meta);

/// Other members, with random points of each, as `meta` says (but for its sets).
std::vector<SourceStudy> earlier_members(const Ensemble& ensemble, const Space& space, double noise,
                                         const MetaData& meta, std::uint64_t seed);

/// The member that has these parameters.
Problem member_problem(const Ensemble& ensemble, double noise, const std::vector<double>& parameters);

}  // namespace hone::quality::malibo
