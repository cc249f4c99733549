// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "hone/baselines/ablr_head.hpp"
#include "hone/meta/adapted_classifier.hpp"
#include "hone/model/fitter.hpp"

namespace hone::baselines {

/// Fits a study's own embedding to what a network has learned from earlier ones: y = m(φ(x)) + zᵀφ(x) +
/// noise, z ~ N(0, I/α), by Bayesian linear regression on what the mean m leaves unexplained (BaNNER,
/// Berkenkamp et al. 2021). The paper standardises all studies together and has α = 1. Studies of our users
/// have scales of their own, so each is standardised by itself; the target's few first trials then tell
/// neither its mean nor its spread as the sources know them, so the level is what makes the mean residual
/// zero, and α is learned with the precision of the noise from the third observation on.
class BannerFitter final : public model::Fitter {
 public:
  explicit BannerFitter(std::shared_ptr<const meta::MetaKnowledge> knowledge);

  /// What is left in the memory are log α and log β. What it holds before has no effect, nor has the seed.
  std::unique_ptr<model::Surrogate> fit(const model::Dataset& data, std::uint64_t seed,
                                        std::vector<double>& memory) const override;
  std::unique_ptr<model::Surrogate> recall(const model::Dataset& data, std::span<const double> memory,
                                           bool exact) const override;

 private:
  std::shared_ptr<const meta::MetaKnowledge> knowledge_;
};

}  // namespace hone::baselines
