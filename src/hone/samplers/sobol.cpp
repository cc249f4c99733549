// SPDX-License-Identifier: MIT
#include "hone/samplers/sobol.hpp"

#include "hone/samplers/picker.hpp"

namespace hone::samplers {

Sobol::Sobol(const Study& study) : encoding_(study.space) {
  OptionReader read("sobol", study.sampler.options);
  const bool scramble = read.flag("scramble", true);
  read.finish();
  if (encoding_.dimensions() > 0)
    sequence_.emplace(static_cast<int>(encoding_.dimensions()), study.seed, scramble);
}

OptionInfos Sobol::options() {
  return {{"scramble", "true, false", "true", "another sequence for each seed"}};
}

void Sobol::tell(std::span<const Trial> finished) { history_.add(finished); }

std::vector<Proposal> Sobol::ask(const AskRequest& request) const {
  Picker picker(encoding_, history_, request);
  std::vector<double> point(encoding_.dimensions());
  while (!picker.full()) {
    if (sequence_) sequence_->point(picker.position(), point);
    picker.pick_at(point);
  }
  return picker.take();
}

}  // namespace hone::samplers
