// SPDX-License-Identifier: MIT
#include "hone/samplers/acquisition_rule.hpp"

namespace hone::samplers {

std::unique_ptr<acquisition::Acquisition> AcquisitionRule::form(
    const model::Surrogate& model, const acquisition::MaceOptions& options) const {
  return std::make_unique<acquisition::Mace>(model, options);
}

Notes AcquisitionRule::notes(const model::Surrogate&) const { return {}; }

}  // namespace hone::samplers
