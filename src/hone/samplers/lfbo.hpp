// SPDX-License-Identifier: MIT
#pragma once

#include "hone/core/options.hpp"
#include "hone/learners/network_classifier.hpp"
#include "hone/learners/tree_classifiers.hpp"
#include "hone/samplers/classifier_sampler.hpp"

namespace hone::samplers {

/// The options trees.rounds, trees.depth and so on.
void declare_trees(OptionReader& option, learners::BoostingOptions& trees);

enum class ClassifierKind { Trees, Forest, Network };

/// Everything that can be switched in a likelihood-free sampler.
struct LfboOptions {
  learners::Utility utility = learners::Utility::Improvement;
  ClassifierKind classifier = ClassifierKind::Trees;
  double gamma = 1.0 / 3.0;  ///< the share of trials that are good
  std::int64_t startup = 0;
  double explore = 0.0;
  /// Certain rows have hardly any curvature: with XGBoost's least weight of 1, the trials that gather around
  /// the best could not be told apart any more.
  learners::BoostingOptions trees = {.min_child_weight = 0.1};
  learners::ForestOptions forest = {};
  learners::NetworkOptions network = {};
  int candidates = 1000;  ///< anywhere in the space, for each proposal
  int local = 200;        ///< near the best trial

  void declare(OptionReader& option);
};

/// Likelihood-free Bayesian optimisation (Song et al. 2022): a classifier of the better third of all trials,
/// trained with the weight of their improvement, ranks points as expected improvement does. No assumption
/// about scales, noise or smoothness.
class Lfbo : public ClassifierSampler {
 public:
  explicit Lfbo(const Study& study);
  static OptionSpecs options();

 protected:
  Lfbo(const Study& study, LfboOptions options);

 private:
  std::optional<Learned> learn(const Evidence& evidence, std::uint64_t seed) const override;
  std::unique_ptr<model::Classifier> classify(const model::Points& points, const learners::Labels& labels,
                                              std::uint64_t seed) const;

  LfboOptions options_;
};

/// BORE (Tiao et al. 2021): the same with plain labels, which rank as the probability of improvement does.
class Bore final : public Lfbo {
 public:
  explicit Bore(const Study& study);
  static OptionSpecs options();
};

}  // namespace hone::samplers
