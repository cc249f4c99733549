// SPDX-License-Identifier: MIT
#include "hone/samplers/even_start.hpp"

#include <vector>

#include "hone/base/index.hpp"

namespace hone::samplers {

EvenStart::EvenStart(const Study& study, int dimensions) : dimensions_(dimensions) {
  if (dimensions > 0 && dimensions <= designs::SobolSequence::max_dimensions())
    sequence_.emplace(dimensions, study.seed);
}

bool EvenStart::pick(search::Picker& picker, std::uint64_t position) const {
  if (!sequence_) return picker.pick_random();
  std::vector<double> point(index(dimensions_));
  sequence_->point(position, point);
  return picker.pick_at(point);
}

void EvenStart::fill(search::Picker& picker) const {
  while (!picker.full() && pick(picker, picker.position())) {
  }
}

}  // namespace hone::samplers
