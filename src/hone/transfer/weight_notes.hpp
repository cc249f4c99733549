// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/core/trial.hpp"

namespace hone::transfer {

/// Of so many sources that order the trials best the agreement is noted even when they have no weight. Of a
/// thousand sources all would be more to store than the trial.
inline constexpr std::size_t kBestAgreeing = 5;

/// The agreement of a model that knows nothing.
inline constexpr double kAgreementByChance = 0.5;

/// How a source fared when a proposal was made.
struct NotedSource {
  double weight = 0.0;
  bool dropped = false;
  std::optional<double> agreement = {};  ///< of those with a weight and of the kBestAgreeing best
};

/// What EnsembleRule::notes() wrote, read back.
struct NotedWeights {
  double own = 1.0;          ///< of the study's own model
  std::int64_t dropped = 0;  ///< how many, with and without a name
  std::map<std::string, NotedSource> sources = {};
};

/// Nothing when the proposal was not made by models of several studies.
std::optional<NotedWeights> noted_weights(const Notes& notes);

/// The weights with which one trial was proposed.
struct WeightsAt {
  std::int64_t trial = 0;
  NotedWeights weights;
};
/// Of every trial that has any, in the order given.
std::vector<WeightsAt> all_weights(std::span<const Trial> trials);

}  // namespace hone::transfer
