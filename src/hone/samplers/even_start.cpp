// SPDX-License-Identifier: MIT
#include "hone/samplers/even_start.hpp"

#include <vector>

#include "hone/base/index.hpp"

namespace hone::samplers {

EvenStart::EvenStart(const Study& study, int dimensions) : dimensions_(dimensions) {
  if (dimensions > 0 && dimensions <= designs::Sobol::max_dimensions())
    sequence_.emplace(dimensions, study.seed);
}

void EvenStart::fill(search::Picker& picker) const {
  std::vector<double> point(index(dimensions_));
  bool left = true;
  while (left && !picker.full()) {
    if (sequence_) {
      sequence_->point(picker.position(), point);
      left = picker.pick_at(point);
    } else {
      left = picker.pick_random();
    }
  }
}

}  // namespace hone::samplers
