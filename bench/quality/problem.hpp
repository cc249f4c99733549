// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/space.hpp"
#include "hone/core/study.hpp"

// Everything that `hone bench` needs to judge samplers: problems with known optima, runs of many methods and
// seeds, and the statistics over them.
namespace hone::quality {

/// Something to minimise whose optimum is known. Functions are called from several threads at once.
struct Problem {
  std::string name;   ///< "branin", "fcnet/naval_propulsion"
  std::string group;  ///< "sequd32", "mixed", "fcnet": names a set of problems on the command line
  Space space;
  /// The value without noise; NaN where an evaluation fails.
  std::function<double(const Configuration&)> value;
  double minimum = 0.0;  ///< the least value in the space; the least one known where values are measured
  /// Where the minimum lies; all places or some of them.
  std::vector<Configuration> argmins = {};
  /// A poor value, when there is a natural one (the greatest of a table; the median where some diverge):
  /// regrets are then also given in parts of poor - minimum, between -1 and 1.
  std::optional<double> poor = {};
  /// What a method sees in place of the value; exactly the value when empty. Only the value counts.
  std::function<double(const Configuration&, double value, Rng&)> noisy = {};
  /// For problems that have no value without noise: what an evaluation measures, NaN when it fails. It is
  /// what the method sees and what counts; `value` is empty then.
  std::function<double(const Configuration&, Rng&)> measured = {};
  /// Of a noisy problem the point counts that is best without noise among all chosen ones, not the one that
  /// looked best: what the method sought out, whether or not luck let it see that.
  bool best_chosen_counts = false;
  /// For problems that differ from seed to seed: the one of a seed, with value, minimum and what hangs on
  /// them. The others of its members hold for all.
  std::function<Problem(std::uint64_t seed)> drawn = {};
  /// Makes the sampler of a study that may learn from earlier ones; empty when there are none, or when the
  /// catalog makes it from the study alone.
  std::function<std::unique_ptr<Sampler>(const Study&)> informed = {};
};

/// The coordinates of a configuration whose parameters are all real.
std::vector<double> coordinates(const Configuration& configuration);

/// A configuration of a space from one value for each parameter, in order.
Configuration point(const Space& space, std::vector<Value> values);

}  // namespace hone::quality
