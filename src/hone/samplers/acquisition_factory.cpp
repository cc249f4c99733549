// SPDX-License-Identifier: MIT
#include "hone/samplers/acquisition_factory.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "hone/acquisition/volume_score.hpp"

namespace hone::samplers {
int ScalarFactory::nearby(Rng& rng) const { return static_cast<int>(rng.below(ensemble_.opinions.size())); }

int ScalarFactory::anywhere(Rng& rng) const {
  const auto& all = ensemble_.opinions;
  const auto named = std::find(all.begin(), all.end(), acquisition::Opinion::Expectation);
  return named != all.end() ? static_cast<int>(named - all.begin()) : nearby(rng);
}

std::unique_ptr<acquisition::Acquisition> ScalarFactory::make(const Posterior& posterior,
                                                              const AcquisitionUse& use) const {
  acquisition::MaceOptions options = ensemble_;
  options.target = posterior.target;
  options.screen = use.screen;
  if (use.smooth) options.robust = false;
  if (use.only) {
    options.opinions = {ensemble_.opinions[static_cast<std::size_t>(*use.only)]};
    options.margin = 0.0;  // else the last digits of a minimum would never be worth a trial
  }
  return rule_->form(posterior.model(), options);
}

std::unique_ptr<acquisition::Acquisition> BoundFactory::make(const Posterior& posterior,
                                                             const AcquisitionUse&) const {
  return std::make_unique<acquisition::Lcb>(posterior.model(), kappa_);
}

std::unique_ptr<acquisition::Acquisition> VolumeFactory::make(const Posterior& posterior,
                                                              const AcquisitionUse& use) const {
  std::vector<const model::Surrogate*> models;
  for (const auto& model : posterior.objectives) models.push_back(model.get());
  return std::make_unique<acquisition::VolumeScore>(
      std::move(models), acquisition::VolumeGain(posterior.front, posterior.reference),
      acquisition::VolumeOptions{.bounds = !use.only, .kappa = kappa_, .screen = use.screen});
}

std::unique_ptr<acquisition::Acquisition> acquisition_of(const Posterior& posterior,
                                                         const AcquisitionFactory& factory,
                                                         const AcquisitionUse& use) {
  if (posterior.limits.empty()) return factory.make(posterior, use);
  if (!posterior.feasible_known) return std::make_unique<acquisition::SeekFeasible>(posterior.limits);
  return std::make_unique<acquisition::WeighedByFeasibility>(factory.make(posterior, use), posterior.limits);
}

}  // namespace hone::samplers
