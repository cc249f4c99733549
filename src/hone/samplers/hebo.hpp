// SPDX-License-Identifier: MIT
#pragma once

#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/designs/sobol.hpp"
#include "hone/encode/encoding.hpp"
#include "hone/samplers/hebo_options.hpp"
#include "hone/samplers/model_space.hpp"

namespace hone::samplers {

class Picker;

/// HEBO (Cowen-Rivers et al. 2022): a Gaussian process with learned input warping on power-transformed
/// values; robust EI, PI and confidence bound weighed against each other by NSGA-II on the mixed space. The
/// hyper-parameters of a fit are kept in the notes of the trial it proposed, so that the next fit, in
/// whatever process, goes on from there.
class Hebo : public Sampler {
 public:
  explicit Hebo(const Study& study);
  Hebo(const Hebo&) = delete;  // the model space looks at the encoding beside it
  Hebo& operator=(const Hebo&) = delete;
  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 private:
  std::size_t startup_trials() const;
  void pick_sobol(Picker& picker) const;
  void pick_by_model(Picker& picker, const AskRequest& request) const;

  Objective objective_;
  HeboOptions options_;
  encode::Encoding encoding_;
  ModelSpace model_space_;
  std::optional<designs::Sobol> sequence_;
  History history_;
};

}  // namespace hone::samplers
