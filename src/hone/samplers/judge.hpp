// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hone/acquisition/mace.hpp"
#include "hone/core/note.hpp"
#include "hone/model/surrogate.hpp"

namespace hone::samplers {

/// Says what makes a point promising, of a model that a fitter has made. This one: the ensemble of opinions
/// that the options name. A sampler with a fitter of its own may have a judge that knows more of its models.
class Judge {
 public:
  virtual ~Judge() = default;

  /// As many scores as there are opinions, in their order, or one for all of them. The model must outlive the
  /// result.
  virtual std::unique_ptr<acquisition::Acquisition> judge(const model::Surrogate& model,
                                                          const acquisition::MaceOptions& opinions) const;

  /// False when the model should know more than this study's own trials, but does not: then it is worth an
  /// even start as long as any other.
  virtual bool informed(const model::Surrogate&) const { return true; }

  /// What shall be kept with a trial that the model proposes.
  virtual Notes notes(const model::Surrogate& model) const;
};

}  // namespace hone::samplers
