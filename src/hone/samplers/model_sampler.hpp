// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/model/fitter.hpp"
#include "hone/samplers/acquisition_rule.hpp"
#include "hone/samplers/even_start.hpp"
#include "hone/samplers/model_options.hpp"
#include "hone/samplers/preferences.hpp"
#include "hone/search/search_space.hpp"

namespace hone::search {
class Picker;
}

namespace hone::samplers {

/// What a sampler is made of, beside its study. What is pointed to is immutable, hence shared by copies.
struct ModelParts {
  ModelOptions options;
  std::shared_ptr<const model::Fitter> fitter;  ///< any model will do that it makes
  std::shared_ptr<const AcquisitionRule> rule = std::make_shared<const AcquisitionRule>();
  /// Tried first, in the place of as many points of the even start.
  std::vector<Configuration> first = {};
};

/// Led by a Gaussian process as the options describe it.
ModelParts gp_parts(ModelOptions options);

/// A sampler led by a model: an even start, then a fit to all that is known, a search for promising points,
/// and a batch chosen from what was found. Samplers differ in their parts only.
class ModelSampler : public Sampler {
 public:
  ModelSampler(const Study& study, ModelParts parts);

  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 private:
  std::size_t startup_trials() const;
  std::size_t even_start() const;
  bool can_learn() const;
  std::size_t evenly_tried() const;
  void pick_evenly(search::Picker& picker, std::span<const Configuration> first, std::uint64_t skipped) const;
  bool pick_by_model(search::Picker& picker, const AskRequest& request, Notes& remarks) const;
  bool exhausted(const search::Picker& picker) const;

  std::vector<Objective> objectives_;
  ModelParts parts_;
  std::uint64_t seed_;
  bool gain_wanted_;
  search::SearchSpace space_;
  Preferences preferences_;
  EvenStart even_;
  History history_;
};

}  // namespace hone::samplers
