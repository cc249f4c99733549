// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/acquisition/acquisition.hpp"

namespace hone::acquisition {

/// The members of the ensemble.
enum class Opinion { Bound, Expectation, Probability };

struct MaceOptions {
  /// Who takes part, one opinion for each, in this order; not empty.
  std::vector<Opinion> opinions = {Opinion::Bound, Opinion::Expectation, Opinion::Probability};
  /// What an observation should get below; usually the predicted mean of the best one.
  double target = 0.0;
  /// Standard deviations below the mean that the confidence bound lies.
  double kappa = 2.0;
  /// Smallest improvement that counts, in the units of the objective.
  double margin = 1e-4;
  /// Judge each point as if its mean were off by a draw from N(0, 2 noise variance): the robust form.
  bool robust = true;
  /// Standard deviations of an observation, noise included, instead of the underlying function's.
  bool with_noise = false;
  /// Use the surrogate's fast predictions.
  bool screen = true;
};

/// The acquisition ensemble (MACE, Lyu et al. 2018): lower confidence bound, -log EI and -log PI, of which
/// some or all take part, in the robust form of HEBO (Cowen-Rivers et al. 2022, section 4.2 and appendix B).
class Mace final : public Acquisition {
 public:
  /// The surrogate must outlive the object. Throws Error(InvalidArgument) without any opinion.
  Mace(const model::Surrogate& surrogate, MaceOptions options);

  int count() const override { return static_cast<int>(options_.opinions.size()); }

  /// The robust form takes two normal numbers per point from rng, one for the bound and one that EI and PI
  /// share; otherwise none.
  Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const override;

  /// Of a single opinion. Without the shaking, which is chance.
  std::optional<Scored> with_gradient(const model::Points& points) const override;

 private:
  const model::Surrogate& surrogate_;
  MaceOptions options_;
  double extra_variance_;
  double shake_;
};

/// The kappa for a given moment of a study in d dimensions, growing slowly:
///   κ² = (2 + d/2) log t + log(π² / δ),   t = floor(observations / batch), at least 1.
/// The Gaussian-process bandit's schedule (Srinivas et al. 2010) at half its width, as in the published HEBO.
double mace_kappa(int observations, int batch, int dimensions, double delta = 0.01);

}  // namespace hone::acquisition
