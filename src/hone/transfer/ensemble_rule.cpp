// SPDX-License-Identifier: MIT
#include "hone/transfer/ensemble_rule.hpp"

#include <algorithm>
#include <vector>

#include "hone/transfer/improvement.hpp"
#include "hone/transfer/weight_notes.hpp"

namespace hone::transfer {
namespace {

constexpr int kMostDroppedNames = 100;

const WeightedModels* ensemble_in(const model::Surrogate& model) {
  return dynamic_cast<const WeightedModels*>(&model);
}

void note_dropped(const std::vector<SourceShare>& shares, Notes& notes) {
  std::int64_t dropped = 0;
  for (const SourceShare& share : shares) {
    if (share.dropped && ++dropped <= kMostDroppedNames) notes["transfer.dropped." + share.name] = true;
  }
  notes["transfer.dropped"] = dropped;
}

bool agree_on_the_whole(const WeightedModels& models) {
  const auto* shares = models.target().shares.get();
  if (shares == nullptr || shares->empty()) return false;
  double sum = 0.0;
  for (const SourceShare& share : *shares) sum += share.agreement;
  return sum > kAgreementByChance * static_cast<double>(shares->size());
}

void note_agreement(std::vector<SourceShare> shares, Notes& notes) {
  std::stable_sort(shares.begin(), shares.end(),
                   [](const SourceShare& a, const SourceShare& b) { return a.agreement > b.agreement; });
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (i < kBestAgreeing || shares[i].weight > 0.0)
      notes["transfer.agreement." + shares[i].name] = shares[i].agreement;
  }
}

}  // namespace

std::unique_ptr<acquisition::Acquisition> EnsembleRule::form(const model::Surrogate& model,
                                                             const acquisition::MaceOptions& options) const {
  using OfSources = WeightedImprovement::OfSources;
  const WeightedModels* models = ensemble_in(model);
  if (models == nullptr || models->alone()) return AcquisitionRule::form(model, options);
  const auto weighted = [&](OfSources rule) {
    return std::make_unique<WeightedImprovement>(
        *models, WeightedImprovement::Options{rule, options.screen, options.with_noise});
  };
  switch (score_) {
    case EnsembleScore::Mixture:
      return weighted(OfSources::Expected);
    case EnsembleScore::Transferred:
      return weighted(OfSources::Predicted);
    case EnsembleScore::Compared:
      return std::make_unique<ComparedImprovement>(*models);
    case EnsembleScore::Ensemble:
      break;
  }
  acquisition::MaceOptions asked = options;
  if (incumbent_ == Incumbent::OfTarget) asked.target = models->own().best;
  return AcquisitionRule::form(model, asked);
}

// Sources that order the trials better than chance have not misled the study, even when its own model is
// better by now and they are dropped: where they led is worth going on from.
bool EnsembleRule::informed(const model::Surrogate& model) const {
  const WeightedModels* models = ensemble_in(model);
  return !even_start_ || models == nullptr || !models->alone() || agree_on_the_whole(*models);
}

Notes EnsembleRule::notes(const model::Surrogate& model) const {
  const WeightedModels* models = ensemble_in(model);
  if (models == nullptr || models->target().shares == nullptr) return {};
  const std::vector<SourceShare>& shares = *models->target().shares;
  Notes notes{{"transfer.own", models->own().weight}};
  for (const SourceShare& share : shares) {
    if (share.weight > 0.0) notes["transfer.weight." + share.name] = share.weight;
  }
  note_dropped(shares, notes);
  note_agreement(shares, notes);
  return notes;
}

}  // namespace hone::transfer
