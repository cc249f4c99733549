// SPDX-License-Identifier: MIT
#pragma once

#include "hone/core/options.hpp"
#include "hone/learners/density_ratio.hpp"
#include "hone/samplers/classifier_sampler.hpp"

namespace hone::samplers {

struct TpeOptions {
  /// Narrower than Scott's rule would have it, which is for telling a density and not for finding its peak.
  learners::DensityRatioOptions densities = {.share = 0.1, .good = {.bandwidth = 0.5}};
  int candidates = 24;  ///< drawn from the density of the good trials
  std::int64_t startup = 0;

  void declare(OptionReader& option);
};

/// Tree-structured Parzen estimator (Bergstra et al. 2011) with densities of all parameters together: of
/// candidates drawn where good trials are dense, the one where poor trials are least dense by comparison.
class Tpe final : public ClassifierSampler {
 public:
  explicit Tpe(const Study& study);
  static OptionSpecs options();

 private:
  Tpe(const Study& study, TpeOptions options);
  Eigen::RowVectorXd drawn_from(const PointPrior& prior, Rng& rng) const;
  std::optional<Learned> learn(const Evidence& evidence, std::uint64_t seed) const override;

  TpeOptions options_;
};

}  // namespace hone::samplers
