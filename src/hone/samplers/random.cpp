// SPDX-License-Identifier: MIT
#include "hone/samplers/random.hpp"

#include "hone/search/picker.hpp"

namespace hone::samplers {

Random::Random(const Study& study) : encoding_(study.space) {
  OptionReader(study.sampler.name, study.sampler.options).finish();
}

void Random::tell(std::span<const Trial> finished) { tried_.add(finished); }

std::vector<Proposal> Random::ask(const AskRequest& request) const {
  search::Picker picker(encoding_, tried_, request);
  while (!picker.full()) picker.pick_random();
  return picker.take();
}

}  // namespace hone::samplers
