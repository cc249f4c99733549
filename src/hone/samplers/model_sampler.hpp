// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/designs/sobol.hpp"
#include "hone/encode/encoding.hpp"
#include "hone/samplers/model_options.hpp"
#include "hone/samplers/model_space.hpp"

namespace hone::samplers {

class Picker;

/// A sampler led by a Gaussian process: an even start, then a fit to all that is known, a search for
/// promising points, and a batch chosen from what was found. Samplers differ in their options only.
class ModelSampler : public Sampler {
 public:
  ModelSampler(const ModelSampler&) = delete;  // the model space looks at the encoding beside it
  ModelSampler& operator=(const ModelSampler&) = delete;
  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 protected:
  ModelSampler(const Study& study, ModelOptions options);

 private:
  std::size_t startup_trials() const;
  void pick_evenly(Picker& picker) const;
  void pick_by_model(Picker& picker, const AskRequest& request) const;

  std::vector<Objective> objectives_;
  ModelOptions options_;
  std::uint64_t seed_;
  encode::Encoding encoding_;
  ModelSpace model_space_;
  std::optional<designs::Sobol> sequence_;
  History history_;
};

/// HEBO (Cowen-Rivers et al. 2022): a Gaussian process with learned input warping on power-transformed
/// values; robust EI, PI and confidence bound weighed against each other by NSGA-II on the mixed space.
class Hebo final : public ModelSampler {
 public:
  explicit Hebo(const Study& study) : ModelSampler(study, read_hebo_options(study.sampler.options)) {}
  static OptionSpecs options() { return hebo_options(); }
};

/// Plain Bayesian optimisation: a Gaussian process on standardised values and log EI.
class GaussianProcess final : public ModelSampler {
 public:
  explicit GaussianProcess(const Study& study)
      : ModelSampler(study, read_gp_options(study.sampler.options)) {}
  static OptionSpecs options() { return gp_options(); }
};

}  // namespace hone::samplers
