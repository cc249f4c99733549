// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "hone/acquisition/acquisition.hpp"
#include "hone/acquisition/shifted.hpp"
#include "hone/core/study.hpp"
#include "hone/samplers/acquisition_factory.hpp"
#include "hone/samplers/cost_model.hpp"
#include "hone/samplers/point_prior.hpp"
#include "hone/samplers/success_score.hpp"

namespace hone::samplers {

/// What speaks for a point besides results: what the user believed beforehand, what it would cost, and
/// whether there will be a result.
struct Inclination {
  std::shared_ptr<const acquisition::Acquisition> prior;  ///< to be added to all scores; perhaps none
  std::shared_ptr<const acquisition::Acquisition> cost;   ///< to those that are logarithms; perhaps none
  /// To be added to all scores where no model of values knows it: SuccessScore; perhaps none.
  std::shared_ptr<const SuccessScore> success = nullptr;

  bool none() const noexcept { return prior == nullptr && cost == nullptr && success == nullptr; }
  /// The acquisition with all of them; `which` of its opinions are logarithms.
  std::unique_ptr<acquisition::Acquisition> applied(std::unique_ptr<acquisition::Acquisition> acquisition,
                                                    acquisition::Shifted::Opinions logarithms) const;
};

/// Holds what a study says of priors and costs.
class Preferences {
 public:
  Preferences(const Study& study, const search::SearchSpace& space);

  /// nullptr when the study has no priors.
  const std::shared_ptr<const PointPrior>& prior() const noexcept { return prior_; }
  bool costs() const noexcept { return rule_.has_value(); }
  std::optional<CostModel> learn_costs(std::span<const Trial> history, const search::SearchSpace& space,
                                       std::uint64_t seed) const;

  /// For the next proposal after a history. `start`: trials of the even start. Valid as long as this object.
  ///   prior: t (β / n) log π of a point, n the number of complete trials and β a tenth of those that are
  ///   planned, 10 when that is not known (Hvarfner et al. 2022); t PointPrior::trust().
  ///   cost: α log c, with α falling from 1 to 0 as the budget is used up (Lee et al. 2020).
  Inclination after(std::span<const Trial> history, std::size_t start,
                    const std::optional<CostModel>& cost) const;

 private:
  double trust(std::span<const Trial> history) const;
  double cooling(std::span<const Trial> history, std::size_t start) const;

  std::vector<Objective> objectives_;
  search::SearchSpace space_;
  std::shared_ptr<const PointPrior> prior_;  // shared by copies of a sampler
  std::optional<std::string> rule_;
  std::optional<double> budget_;
  std::optional<std::int64_t> planned_;
};

/// What another factory makes, with an inclination.
class InclinedFactory final : public AcquisitionFactory {
 public:
  InclinedFactory(std::unique_ptr<const AcquisitionFactory> factory, Inclination inclination)
      : factory_(std::move(factory)), inclination_(std::move(inclination)) {}

  int anywhere(Rng& rng) const override { return factory_->anywhere(rng); }
  int nearby(Rng& rng) const override { return factory_->nearby(rng); }
  std::unique_ptr<acquisition::Acquisition> make(const Posterior& posterior,
                                                 const AcquisitionUse& use) const override;

 private:
  std::unique_ptr<const AcquisitionFactory> factory_;
  Inclination inclination_;
};

}  // namespace hone::samplers
