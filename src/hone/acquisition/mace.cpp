// SPDX-License-Identifier: MIT
#include "hone/acquisition/mace.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/numeric/normal.hpp"

namespace hone::acquisition {

using Eigen::ArrayXd;
using Eigen::Index;

Mace::Mace(const model::Surrogate& surrogate, MaceOptions options)
    : surrogate_(surrogate),
      options_(std::move(options)),
      extra_variance_(options_.with_noise ? surrogate.noise_variance() : 0.0),
      shake_(options_.robust ? std::sqrt(2.0 * surrogate.noise_variance()) : 0.0) {
  if (options_.opinions.empty())
    throw Error(ErrorCode::InvalidArgument, "the acquisition ensemble has no member", "name at least one");
}

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

  Eigen::MatrixXd out(m, count());
  ArrayXd log_ei(m);
  ArrayXd log_pi(m);
  numeric::log_ei_and_log_cdf(z, log_ei, log_pi);
  for (Index k = 0; k < count(); ++k) {
    switch (options_.opinions[static_cast<std::size_t>(k)]) {
      case Opinion::Bound:
        out.col(k) = for_bound - options_.kappa * deviation;
        break;
      case Opinion::Expectation:
        out.col(k) = -(log_ei + deviation.log());
        break;
      case Opinion::Probability:
        out.col(k) = -log_pi;
        break;
    }
  }
  return out;
}

std::optional<Scored> Mace::with_gradient(const model::Points& points) const {
  if (count() != 1) return std::nullopt;
  auto prediction = surrogate_.predict_with_gradient(points);
  if (!prediction) return std::nullopt;
  prediction->value.variance.array() += extra_variance_;
  const double target = options_.target - options_.margin;
  switch (options_.opinions.front()) {
    case Opinion::Bound:
      return lower_confidence_bound(*prediction, options_.kappa);
    case Opinion::Expectation:
      return -log_expected_improvement(*prediction, target);
    case Opinion::Probability:
      return -log_probability_of_improvement(*prediction, target);
  }
  return std::nullopt;
}

double mace_kappa(int observations, int batch, int dimensions, double delta) {
  const double rounds = std::max(1, observations / std::max(1, batch));
  return std::sqrt((2.0 + 0.5 * dimensions) * std::log(rounds) +
                   std::log(std::numbers::pi * std::numbers::pi / delta));
}

}  // namespace hone::acquisition
