// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hone/model/fitter.hpp"
#include "hone/transfer/ranking_errors.hpp"
#include "hone/transfer/weighted_models.hpp"
#include "hone/transfer/weights.hpp"

namespace hone::transfer {

/// A model of another study, fitted once, over the columns of the target. Its values were standardised: mean
/// 0, variance 1.
struct BaseModel {
  std::string name;
  std::shared_ptr<const model::Surrogate> model;
  /// The same model taken to be exact: without noise, through its own means at the points it knows and at
  /// these. Empty when there is no such.
  std::function<std::shared_ptr<const model::Surrogate>(const model::Points&)> reinterpolate = {};
  double least = -1.0;  ///< of the values that it was fitted to
  double most = 1.0;
};

/// What stands for what, between values of a source and values of the target.
enum class SourceScaling {
  Deviation,  ///< mean and standard deviation of the one for those of the other
  /// The smallest and the largest for those of the other. The program of TST takes sources to [0, 1] and
  /// leaves the target as it is, since all its values are of [0, 1]; this is the same for values of any size.
  Range,
};

/// How models are weighed.
enum class WeightRule {
  Ranking,  ///< by how often each ranks best in a bootstrap (RGPE)
  Kernel,   ///< by the share of pairs in the wrong order (TST)
};

/// Which sources are left out of an ensemble that is weighed by ranking.
enum class DropRule {
  Never,
  Chance,    ///< drawn anew each time, as drop_probabilities() says
  Majority,  ///< those that do not rank better than the target in most samples
};

struct EnsembleOptions {
  WeightRule rule = WeightRule::Ranking;
  EnsembleVariance variance = EnsembleVariance::Target;
  TargetRule target = TargetRule::Observed;
  SourceScaling scaling = SourceScaling::Deviation;
  int samples = 10'000;  ///< of the bootstrap
  DropRule drop = DropRule::Chance;
  double alpha = 0.0;  ///< see Dilution
  /// A source must also rank better than a coin would, and strictly better. Of few observations the study's
  /// own model, asked about each without having seen it, ranks worse than a coin (the mean of the others is
  /// low where the one left out is high), and anything seems better than it.
  bool beat_chance = false;
  double bandwidth = 0.3;  ///< see kernel_weights(); chosen by a grid, as in the paper
  int horizon = 0;  ///< trials of the whole study; 0 when nobody knows: twice those so far, at least 50
  bool reinterpolate = false;  ///< models of sources are taken to be exact (RMoGP)
  /// Weighs in the place of Ranking, for methods of other folders: by what each model expects of the
  /// observations, the target's of each without having seen it, in the last column. All standardised.
  Weighing (*weigh)(const Eigen::MatrixXd& means, const Eigen::VectorXd& observed) = nullptr;
};

/// So many observations of the target take part in the weighing; of more, those that gp::choose_rows() names.
/// More would cost time, and hardly change an order.
inline constexpr int kMostWeighed = 100;

/// The weight of each base model and of the target's, which was fitted to the data. Equal ones below three
/// observations, when no order says anything; all for the target when it cannot say what it would have
/// predicted without each of its points.
Weighing ensemble_weights(const std::vector<BaseModel>& bases, const model::Surrogate& target,
                          const model::Dataset& data, const EnsembleOptions& options, std::uint64_t seed);

/// Fits the target with a fitter of its own, and weighs it against models of other studies by how well each
/// ranks what the target has seen. What comes out are WeightedModels, or the target's model as it is when
/// there are no base models.
class EnsembleFitter final : public model::Fitter {
 public:
  EnsembleFitter(std::shared_ptr<const model::Fitter> target, std::vector<BaseModel> bases,
                 EnsembleOptions options);

  std::unique_ptr<model::Surrogate> fit(const model::Dataset& data, std::uint64_t seed,
                                        std::vector<double>& memory) const override;
  /// The target's model alone.
  std::unique_ptr<model::Surrogate> recall(const model::Dataset& data, std::span<const double> memory,
                                           bool exact) const override;

 private:
  std::shared_ptr<const model::Fitter> target_;
  std::vector<BaseModel> bases_;
  EnsembleOptions options_;
};

}  // namespace hone::transfer
