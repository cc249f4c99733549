// SPDX-License-Identifier: MIT
#pragma once

#include "hone/samplers/acquisition_rule.hpp"

namespace hone::transfer {

/// What several models together make of a point.
enum class EnsembleScore {
  Ensemble,     ///< the scores of their weighted mean, as if it were one model (RGPE, TST, WAC)
  Mixture,      ///< WeightedImprovement of expected improvements (RMoGP)
  Transferred,  ///< WeightedImprovement of predicted ones (TAF)
  Compared,     ///< ComparedImprovement (CFNEI)
};

/// What the next point must improve on, where the ensemble is asked as one model.
enum class Incumbent {
  OfEnsemble,  ///< what the ensemble expects of the best point seen
  OfTarget,    ///< the least that the target's own model expects of a point seen (the paper's)
};

/// Forms the acquisition of WeightedModels. That of a model of another kind, or of one in which no source has
/// a weight, is formed as if there were no sources: by the scores of the target's own model.
class EnsembleRule final : public samplers::AcquisitionRule {
 public:
  /// `even_start`: a study whose sources all lost their weight early begins as one without any.
  explicit EnsembleRule(EnsembleScore score, Incumbent incumbent = Incumbent::OfEnsemble,
                        bool even_start = false)
      : score_(score), incumbent_(incumbent), even_start_(even_start) {}

  std::unique_ptr<acquisition::Acquisition> form(const model::Surrogate& model,
                                                 const acquisition::MaceOptions& options) const override;

  /// False when no source has a weight and that matters.
  bool informed(const model::Surrogate& model) const override;

  /// The weights, what was dropped, and how well sources agree:
  ///   transfer.own                  the weight of the study's own model
  ///   transfer.weight.NAME          that of a source, if it has any
  ///   transfer.dropped, .dropped.NAME   how many were dropped, and which; of at most 100 the names
  ///   transfer.agreement.NAME       share of pairs ordered alike, of those with a weight and the best five
  Notes notes(const model::Surrogate& model) const override;

 private:
  EnsembleScore score_;
  Incumbent incumbent_;
  bool even_start_;
};

}  // namespace hone::transfer
