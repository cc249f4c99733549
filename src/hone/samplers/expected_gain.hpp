// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include "hone/core/note.hpp"
#include "hone/samplers/cost_model.hpp"
#include "hone/samplers/posterior.hpp"

namespace hone::samplers {

/// E max(f(target) - f(y), 0) of y ~ N(mean, deviation²), for an increasing f: by a quadrature over the y
/// below the target. Right to about 1e-3 of itself, also far in the tail.
double gain_below(const std::function<double(double)>& f, double target, double mean, double deviation);

/// E max(f* - f, 0) of each point in units of the objective, f* what is expected of the best trial: the
/// improvement that LogEi tells in transformed units, taken back through the output transform by a quadrature
/// over the part of the prediction that improves. Of a posterior of one objective.
Eigen::VectorXd expected_gain(const Posterior& posterior, const model::Points& points);

/// The notes by which StopPlan is judged: "expected_gain" of the most worthwhile of some points, and
/// "expected_cost" of the same one where costs are known.
Notes gain_notes(const Posterior& posterior, const std::optional<CostModel>& cost,
                 const model::Points& points);

}  // namespace hone::samplers
