// SPDX-License-Identifier: MIT
#include "hone/baselines/wac.hpp"

#include <algorithm>

#include "hone/base/index.hpp"

namespace hone::baselines {
namespace {

// Of the squared weights for each observation, as in the authors' stacking.
constexpr double kPenalty = 1e-4;

void declare_wac(OptionReader& option, transfer::TransferOptions& transfer) {
  transfer::declare_initial(option, "", transfer);
}

}  // namespace

// Coordinate descent: each weight in turn to where it is best, or to 0.
transfer::Weighing stacking_weights(const Eigen::MatrixXd& means, const Eigen::VectorXd& values) {
  constexpr int kSweeps = 200;
  const Eigen::Index models = means.cols();
  const double ridge = kPenalty * static_cast<double>(values.size());
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(models);
  Eigen::VectorXd residual = values;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (Eigen::Index i = 0; i < models; ++i) {
      const double curvature = means.col(i).squaredNorm() + ridge;
      if (!(curvature > 0.0)) continue;
      const double best = (means.col(i).dot(residual) + means.col(i).squaredNorm() * weights[i]) / curvature;
      const double next = std::max(0.0, best);
      residual -= (next - weights[i]) * means.col(i);
      weights[i] = next;
    }
  }
  const double sum = weights.sum();
  if (!(sum > 0.0)) weights = Eigen::VectorXd::Unit(models, models - 1);
  return {sum > 0.0 ? Eigen::VectorXd(weights / sum) : weights, std::vector<bool>(index(models) - 1, false)};
}

const transfer::EnsembleMethod& wac() {
  static const transfer::EnsembleMethod kMethod{
      .name = "wac",
      .usual = {.ensemble = {.variance = transfer::EnsembleVariance::Average, .weigh = stacking_weights},
                .incumbent = transfer::Incumbent::OfEnsemble},
      .declare = declare_wac};
  return kMethod;
}

}  // namespace hone::baselines
