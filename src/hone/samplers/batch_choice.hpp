// SPDX-License-Identifier: MIT
#pragma once

#include "hone/samplers/belief.hpp"
#include "hone/samplers/mace_search.hpp"
#include "hone/samplers/picker.hpp"

namespace hone::samplers {

/// Where the members of a batch come from.
enum class BatchRule {
  /// In turns: the largest expected improvement anywhere; a point anywhere on the front, so that a wrong
  /// model
  /// cannot spoil a whole batch; the largest expected improvement near the best trial, at a scale drawn anew
  /// each
  /// time, so that a narrow valley is followed at any stage.
  Mixed,
  Expected,  ///< always the largest expected improvement
  /// From the front at random; in batches above 2 the most uncertain and the most promising point are among
  /// them.
  Pareto,
};

/// Chooses what to try next among what a search has found. Unless the rule is Pareto, each pick is believed
/// to return what is expected of it before the next is made, and the improvement is over what is then the
/// best: so the members of a batch keep away from each other and from what is running.
class BatchChoice {
 public:
  BatchChoice(const ModelSpace& model_space, Belief belief, MaceCandidates found);

  /// Picks until the picker is full or nothing unseen is left.
  void pick(Picker& picker, BatchRule rule);

 private:
  void pick_believing(Picker& picker, BatchRule rule);
  void pick_from_front(Picker& picker);
  bool drop_seen(const Picker& picker);
  void believe(const Configuration& configuration);
  Configuration most_expected(const std::vector<Configuration>& rows, double reach,
                              const Picker& picker) const;
  std::vector<Configuration> surroundings(double reach, Picker& picker) const;

  const ModelSpace& model_space_;
  Belief belief_;
  MaceCandidates found_;
};

}  // namespace hone::samplers
