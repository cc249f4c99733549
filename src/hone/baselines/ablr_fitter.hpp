// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "hone/baselines/ablr_body.hpp"
#include "hone/baselines/ablr_training.hpp"
#include "hone/baselines/feature_model.hpp"
#include "hone/model/fitter.hpp"

namespace hone::baselines {

struct AblrOptions {
  int layers = 3;
  int width = 50;   ///< units of each layer
  int steps = 200;  ///< of a training from scratch, at most
  int joint = 10;   ///< of all tasks together, at most, when the target joins those that were trained before
};

/// Other studies as tasks, and what was learned from all of them together.
struct AblrSources {
  std::vector<AblrTask> tasks = {};
  AblrParameters learned = {};
};

AblrNetwork network_of(const OneHot& encoding, const AblrOptions& options);
AblrTask task_of(const OneHot& encoding, const model::Dataset& data);

/// A training from scratch. The same tasks give the same parameters.
AblrParameters trained(const AblrNetwork& network, const std::vector<AblrTask>& tasks, int steps);

/// Multi-task adaptive Bayesian linear regression: Perrone, Jenatton, Seeger and Archambeau, "Scalable
/// Hyperparameter Transfer Learning" (2018). All tasks share a network and each has a linear head with two
/// precisions; all of it is chosen for the evidence of all tasks together. The paper goes on from its last
/// optimum after every observation. So many numbers cannot be kept with every trial, and what a sampler
/// proposes must follow from the history: here every fit goes on from what the sources alone have taught,
/// first with the precisions of the target's head, then with everything for a few steps: `joint` of them,
/// fewer where these would look at more than 10,000 points.
///
/// A target with as many observations as all sources together is trained with them from scratch, by at most
/// `steps` and 50,000 points looked at: a network that was fitted to few sources is a bad beginning then.
/// With two sources of 50 trials, on one made-up problem, going on from it left errors of 0.15 and 0.12 at
/// 200 and 500 trials of the target, and from scratch 0.03 and 0.02. The price is self-confidence: at 100
/// trials the error fell from 0.16 to 0.08, but the predicted deviations were far too small. So it is without
/// sources, when the target is all there is.
///
/// Below three observations nothing is learned of the target: its precisions are the geometric means of the
/// sources'.
class AblrFitter final : public model::Fitter {
 public:
  /// Of more observations than this, those that gp::choose_rows() names are used.
  static constexpr int kMostObservations = 500;

  AblrFitter(AblrOptions options, AblrSources sources);

  /// What is left in the memory are the target's log α and log β. What it holds before has no effect, nor has
  /// the seed.
  std::unique_ptr<model::Surrogate> fit(const model::Dataset& data, std::uint64_t seed,
                                        std::vector<double>& memory) const override;
  /// As long as fit() takes.
  std::unique_ptr<model::Surrogate> recall(const model::Dataset& data, std::span<const double> memory,
                                           bool exact) const override;

 private:
  AblrParameters learn(const AblrNetwork& network, const AblrTask& target) const;
  std::unique_ptr<FeatureModel> make(const model::Dataset& data, bool exact) const;

  AblrOptions options_;
  AblrSources sources_;
};

}  // namespace hone::baselines
