// SPDX-License-Identifier: MIT
#include "hone/samplers/climb.hpp"

#include <algorithm>

#include "hone/numeric/lbfgs.hpp"

namespace hone::samplers {

std::optional<Summit> climb(const Configuration& start, const acquisition::Acquisition& score,
                            const ModelSpace& model_space, const ClimbOptions& options) {
  model::Points point = model_space.points({&start, 1});
  const Eigen::VectorXd from = point.x.row(0).transpose();
  Eigen::VectorXd lower = from;
  Eigen::VectorXd upper = from;
  for (Eigen::Index j = 0; j < from.size(); ++j) {
    if (!model_space.continuous(static_cast<std::size_t>(j)) || !point.is_active(0, j)) continue;
    lower[j] = std::max(0.0, from[j] - options.reach);
    upper[j] = std::min(1.0, from[j] + options.reach);
  }
  if (lower == upper || !score.with_gradient(point)) return std::nullopt;
  const auto objective = [&](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
    point.x.row(0) = x.transpose();
    const auto scored = score.with_gradient(point);
    gradient = -scored->gradient.row(0).transpose();
    return -scored->value[0];
  };
  const auto found =
      numeric::minimise_lbfgs(objective, from, lower, upper,
                              {.max_iterations = options.steps, .memory = 8, .relative_decrease = 1e-6});
  Summit summit{model_space.at(found.x, start), -found.value};
  if (!model_space.space().allows(summit.configuration)) return std::nullopt;
  return summit;
}

}  // namespace hone::samplers
