// SPDX-License-Identifier: MIT
#include "hone/acquisition/mace.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hone/numeric/normal.hpp"

namespace hone::acquisition {

using Eigen::ArrayXd;
using Eigen::Index;

Mace::Mace(const model::Surrogate& surrogate, const MaceOptions& options)
    : surrogate_(surrogate),
      options_(options),
      extra_variance_(options.with_noise ? surrogate.noise_variance() : 0.0),
      shake_(options.robust ? std::sqrt(2.0 * surrogate.noise_variance()) : 0.0) {}

Eigen::MatrixXd Mace::operator()(const model::Points& points, Rng& rng) const {
  const model::Prediction prediction =
      options_.screen ? surrogate_.screen(points) : surrogate_.predict(points);
  const Index m = points.rows();
  ArrayXd for_bound = prediction.mean;
  ArrayXd for_improvement = prediction.mean;
  for (Index i = 0; options_.robust && i < m; ++i) {
    for_bound[i] += shake_ * rng.normal();
    for_improvement[i] += shake_ * rng.normal();
  }
  const ArrayXd deviation = (prediction.variance.array() + extra_variance_).sqrt();
  const ArrayXd z = (options_.target - options_.margin - for_improvement) / deviation;

  Eigen::MatrixXd out(m, kObjectives);
  ArrayXd log_ei(m);
  ArrayXd log_pi(m);
  numeric::log_ei_and_log_cdf(z, log_ei, log_pi);
  out.col(0) = for_bound - options_.kappa * deviation;
  out.col(1) = -(log_ei + deviation.log());
  out.col(2) = -log_pi;
  return out;
}

double mace_kappa(int observations, int batch, int dimensions, double delta) {
  const double rounds = std::max(1, observations / std::max(1, batch));
  return std::sqrt((2.0 + 0.5 * dimensions) * std::log(rounds) +
                   std::log(std::numbers::pi * std::numbers::pi / delta));
}

}  // namespace hone::acquisition
