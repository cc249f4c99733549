// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hone/acquisition/mace.hpp"
#include "hone/core/note.hpp"
#include "hone/model/surrogate.hpp"

namespace hone::samplers {

/// How the acquisition of a model that a fitter has made is formed. This one: the ensemble of scores that the
/// options name. A sampler with a fitter of its own may have a rule that knows more of its models.
class AcquisitionRule {
 public:
  virtual ~AcquisitionRule() = default;

  /// As many scores as the options name, in their order, or one for all of them. The model must outlive the
  /// result.
  virtual std::unique_ptr<acquisition::Acquisition> form(const model::Surrogate& model,
                                                         const acquisition::MaceOptions& options) const;

  /// False when the model should know more than this study's own trials, but does not: then it is worth an
  /// even start as long as any other.
  virtual bool informed(const model::Surrogate&) const { return true; }

  /// What shall be kept with a trial that the model proposes.
  virtual Notes notes(const model::Surrogate& model) const;
};

}  // namespace hone::samplers
