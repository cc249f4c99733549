// SPDX-License-Identifier: MIT
#include "hone/samplers/expected_gain.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "hone/acquisition/feasibility.hpp"
#include "hone/numeric/normal.hpp"

namespace hone::samplers {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Gauss and Legendre's rule with sixteen nodes on [-1, 1]: the eight that are positive.
struct QuadratureNode {
  double at, weight;
};
constexpr std::array<QuadratureNode, 8> kNodes = {{{0.0950125098376374, 0.1894506104550685},
                                                   {0.2816035507792589, 0.1826034150449236},
                                                   {0.4580167776572274, 0.1691565193950025},
                                                   {0.6178762444026438, 0.1495959888165767},
                                                   {0.7554044083550030, 0.1246289712555339},
                                                   {0.8656312023878318, 0.0951585116824928},
                                                   {0.9445750230732326, 0.0622535239386479},
                                                   {0.9894009349916499, 0.0271524594117541}}};

}  // namespace

// With u = Φ((target - m) / s) and y = m + s Φ⁻¹(u t²), t from 0 to 1: the square takes the edge off the
// quantile at 0.
double gain_below(const std::function<double(double)>& f, double target, double mean, double deviation) {
  const double below = numeric::normal_cdf((target - mean) / deviation);
  if (!(below > 0.0)) return 0.0;
  const double best = f(target);
  double sum = 0.0;
  for (const QuadratureNode& node : kNodes) {
    for (const double x : {-node.at, node.at}) {
      const double t = 0.5 * (1.0 + x);
      const double y = mean + deviation * numeric::normal_quantile(below * t * t);
      sum += node.weight * t * std::max(0.0, best - f(y));
    }
  }
  return below * sum;
}

VectorXd expected_gain(const Posterior& posterior, const model::Points& points) {
  const model::Prediction prediction = posterior.model().predict(points);
  const auto inverse = [&](double y) { return posterior.transforms.front().inverse(y); };
  VectorXd gains(points.rows());
  for (Index i = 0; i < gains.size(); ++i)
    gains[i] = gain_below(inverse, posterior.target, prediction.mean[i], std::sqrt(prediction.variance[i]));
  return gains.array() * acquisition::log_feasible(posterior.limits, points).array().exp();
}

Notes gain_notes(const Posterior& posterior, const std::optional<CostModel>& cost,
                 const model::Points& points) {
  // Ranks say nothing of values below the best one.
  if (posterior.transforms.front().shape() == numeric::OutputShape::Ranks) return {};
  // As long as nothing is feasible, there is nothing that could be gained on.
  if (posterior.several() || !posterior.feasible_known || points.rows() == 0) return {};
  const VectorXd gains = expected_gain(posterior, points);
  VectorXd worth = gains;
  if (cost) {
    const VectorXd logs = cost->deviation * cost->surrogate->expect(points).array() + cost->mean;
    worth.array() *= (-logs.array()).exp();
  }
  Index best = 0;
  worth.maxCoeff(&best);
  Notes notes;
  notes["expected_gain"] = gains[best];
  if (cost) notes["expected_cost"] = gains[best] > 0.0 ? gains[best] / worth[best] : std::exp(cost->mean);
  return notes;
}

}  // namespace hone::samplers
