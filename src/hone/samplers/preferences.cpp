// SPDX-License-Identifier: MIT
#include "hone/samplers/preferences.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hone/core/aim.hpp"
#include "hone/core/cost.hpp"
#include "hone/samplers/observations.hpp"

namespace hone::samplers {
namespace {

using acquisition::Shifted;

constexpr double kUsualBeta = 10.0;
constexpr double kBetaShare = 0.1;

}  // namespace

std::unique_ptr<acquisition::Acquisition> Inclination::applied(
    std::unique_ptr<acquisition::Acquisition> acquisition, Shifted::Opinions logarithms) const {
  if (prior) acquisition = std::make_unique<Shifted>(std::move(acquisition), prior);
  if (cost) acquisition = std::make_unique<Shifted>(std::move(acquisition), cost, logarithms);
  if (success) acquisition = std::make_unique<Shifted>(std::move(acquisition), success);
  return acquisition;
}

Preferences::Preferences(const Study& study, const search::SearchSpace& space)
    : objectives_(study.objectives),
      space_(space),
      rule_(study.cost),
      budget_(study.plan.budget.cost),
      planned_(planned_trials(study)) {
  if (study.priors.empty()) return;
  auto prior = std::make_shared<const PointPrior>(space, study.priors);
  if (!prior->empty()) prior_ = std::move(prior);
}

std::optional<CostModel> Preferences::learn_costs(std::span<const Trial> history,
                                                  const search::SearchSpace& space,
                                                  std::uint64_t seed) const {
  return rule_ ? learn_cost(history, *rule_, space, seed) : std::nullopt;
}

// Of several objectives the least believed counts: what is good for one may be bad for another.
double Preferences::trust(std::span<const Trial> history) const {
  const Observations seen = observe(history, objectives_);
  const model::Points points = space_.points(seen.configurations);
  double least = 1.0;
  for (Eigen::Index k = 0; k < seen.values.cols(); ++k)
    least = std::min(least, prior_->trust(points, behind_feasible(seen.values.col(k), seen.violation)));
  return least;
}

double Preferences::cooling(std::span<const Trial> history, std::size_t start) const {
  const std::size_t begun = std::min(start, history.size());
  double left = 0.0, whole = 0.0;
  if (budget_) {
    whole = *budget_ - spent_on(*rule_, history.first(begun));
    left = *budget_ - spent_on(*rule_, history);
  } else if (planned_) {
    whole = static_cast<double>(*planned_) - static_cast<double>(begun);
    left = static_cast<double>(*planned_) - static_cast<double>(history.size());
  } else {
    return std::min(1.0, std::sqrt(static_cast<double>(begun) /
                                   static_cast<double>(std::max<std::size_t>(1, history.size()))));
  }
  return whole > 0.0 ? std::clamp(left / whole, 0.0, 1.0) : 0.0;
}

Inclination Preferences::after(std::span<const Trial> history, std::size_t start,
                               const std::optional<CostModel>& cost) const {
  Inclination result;
  if (prior_) {
    const auto complete = std::count_if(history.begin(), history.end(), [](const Trial& trial) {
      return trial.state == TrialState::Complete;
    });
    const double beta = planned_ ? kBetaShare * static_cast<double>(*planned_) : kUsualBeta;
    const double factor = trust(history) * beta / static_cast<double>(std::max<std::ptrdiff_t>(1, complete));
    if (factor > 0.0) result.prior = std::make_shared<const PriorScore>(*prior_, factor);
  }
  const double alpha = cost ? cooling(history, start) : 0.0;
  if (alpha > 0.0)
    result.cost = std::make_shared<const acquisition::ScaledMean>(cost->surrogate, alpha * cost->deviation);
  return result;
}

std::unique_ptr<acquisition::Acquisition> InclinedFactory::make(const Posterior& posterior,
                                                                const AcquisitionUse& use) const {
  // Of several objectives the first score is a logarithm, and the others are bounds; of one, all are
  // logarithms where there are costs.
  const auto logarithms = posterior.several() ? Shifted::Opinions::First : Shifted::Opinions::All;
  return inclination_.applied(factory_->make(posterior, use), logarithms);
}

}  // namespace hone::samplers
