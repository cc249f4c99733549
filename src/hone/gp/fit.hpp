// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hone/gp/gp.hpp"
#include "hone/gp/prior.hpp"

namespace hone::gp {

/// What is believed about the hyper-parameters before any data, in units of the unit cube and of standardised
/// observations.
struct Priors {
  /// Of each numeric length-scale, over √d for d numeric columns: points of a cube lie further apart the more
  /// dimensions it has. Most probable is 0.2 √d, and a factor of six in either direction is not held against
  /// a column, so that an irrelevant one becomes long but not endless. Hvarfner, Hellsten & Nardi (2024).
  Prior lengthscale = Prior::log_normal(-1.5857864376269049, 1.7320508075688772);
  bool lengthscale_grows = true;  ///< the belief above is about the length-scale over √d; else about itself
  /// Of each categorical length-scale; 1 means a correlation of 0.61 between different categories.
  Prior category = Prior::log_normal(0.0, 1.0);
  Prior variance = Prior::gamma(0.5, 1.0);
  Prior warp = Prior::log_normal(0.0, 0.75);
  /// Wide: most objectives repeat their values to many digits, some hardly at all.
  Prior noise = Prior::log_normal(-6.0, 2.0);
  /// Of the constant mean, around 0; infinity fixes it at 0.
  double mean_precision = 1.0;
};

/// How to choose hyper-parameters. The defaults suit up to 20 dimensions and 1,000 observations.
struct FitOptions {
  Spec spec = {};
  Priors priors = {};
  /// Local searches of a cold fit: from the most probable values, from the same with much noise, then from
  /// places that the seed chooses.
  /// They see at most 64 observations; the best of them goes on with 200, then with all.
  int starts = 3;
  /// Steps of the last search at most, for up to 200 observations; above that fewer, as each costs n³, but
  /// not less than 6. Half as many when it goes on from an earlier fit.
  int iterations = 40;
  /// A search ends when a step gains less than about this, in units of the log posterior.
  double tolerance = 0.02;
  /// Smallest noise variance considered.
  double min_noise = 1e-6;
  /// Above this many observations a part of them is used; see choose_rows().
  int max_points = 1000;
};
/// Throws Error(InvalidOption) naming the first field that is out of range, and its range.
void validate(const FitOptions& options);

/// Hyper-parameters and how well they explain the data.
struct Learned {
  std::vector<double> theta;  ///< in the order of Layout
  double log_posterior = 0.0;
  int evaluations = 0;  ///< of the log posterior with gradient, on all observations used
};

/// The most probable hyper-parameters: L-BFGS-B on the log posterior with analytic gradients. A cold fit
/// compares several starts. One that is given hyper-parameters of an earlier fit of the same spec and columns
/// (`warm`) goes on from there, unless a short search from the most probable values (with much noise, if
/// those have little) has found better ones; it ignores them when they do not belong to it. The same
/// arguments give the same answer.
Learned learn(const model::Dataset& data, const FitOptions& options, std::uint64_t seed,
              std::span<const double> warm = {});

/// The process at those hyper-parameters, conditioned on the data (or on the part that choose_rows() names).
Gp fit(const model::Dataset& data, const FitOptions& options = {}, std::uint64_t seed = 0,
       std::span<const double> warm = {});

/// Which observations to use when there are more than `limit`, ascending: the better half of the limit by
/// value, since that is where the optimum is, and for the rest points that lie furthest from those chosen
/// before, so that no region is forgotten. O(n limit d). All of them when there are no more than `limit`.
std::vector<int> choose_rows(const model::Dataset& data, int limit);

}  // namespace hone::gp
