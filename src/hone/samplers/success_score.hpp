// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "hone/acquisition/acquisition.hpp"
#include "hone/core/trial.hpp"
#include "hone/learners/random_forest.hpp"

namespace hone::samplers {

/// -log P(a trial ends with a result), for samplers that tell good trials from poor ones: added to minus the
/// log odds of a good result it makes those of a good result that is had. The probability is
///   p + r² (f(x) - p),
/// with the forest's mean f of 1 for success and 0 otherwise, p the share of all trials that succeeded, and
/// r² what the forest explains of trials it has not seen: where trials break by chance, nothing is avoided.
/// In milliseconds, unlike learn_success().
class SuccessScore final : public acquisition::Acquisition {
 public:
  SuccessScore(learners::RandomForest forest, double share);

  Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const override;
  /// r²: what of breaking is explained by where it happens.
  double explained() const noexcept { return explained_; }

  /// Nowhere but at thresholds does it change, so it does not speak against climbing what does.
  std::optional<acquisition::Scored> with_gradient(const model::Points& points) const override;

 private:
  Eigen::VectorXd score(const model::Points& points) const;

  learners::RandomForest forest_;
  double share_;
  double explained_;
};

/// Learned from where the trials of a history broke; `points` has a row for each. nullptr when none broke, or
/// all did.
std::shared_ptr<const SuccessScore> learn_success_score(std::span<const Trial> history,
                                                        const model::Columns& columns,
                                                        const model::Points& points, std::uint64_t seed);

}  // namespace hone::samplers
