// SPDX-License-Identifier: MIT
#include "hone/samplers/judge.hpp"

namespace hone::samplers {

std::unique_ptr<acquisition::Acquisition> Judge::judge(const model::Surrogate& model,
                                                       const acquisition::MaceOptions& opinions) const {
  return std::make_unique<acquisition::Mace>(model, opinions);
}

Notes Judge::notes(const model::Surrogate&) const { return {}; }

}  // namespace hone::samplers
