// SPDX-License-Identifier: MIT
#include "hone/samplers/sobol.hpp"

#include "hone/search/picker.hpp"

namespace hone::samplers {
namespace {

struct SobolOptions {
  bool scramble = true;

  void declare(OptionReader& option) { option.flag("scramble", scramble, "another sequence for each seed"); }
};

}  // namespace

Sobol::Sobol(const Study& study) : encoding_(study.space) {
  const bool scramble = read_options<SobolOptions>(study.sampler).scramble;
  if (encoding_.dimensions() > 0)
    sequence_.emplace(static_cast<int>(encoding_.dimensions()), study.seed, scramble);
}

OptionSpecs Sobol::options() { return describe_options<SobolOptions>(); }

void Sobol::tell(std::span<const Trial> finished) { tried_.add(finished); }

std::vector<Proposal> Sobol::ask(const AskRequest& request) const {
  search::Picker picker(encoding_, tried_, request);
  std::vector<double> point(encoding_.dimensions());
  while (!picker.full()) {
    if (sequence_) sequence_->point(picker.position(), point);
    picker.pick_at(point);
  }
  return picker.take();
}

}  // namespace hone::samplers
