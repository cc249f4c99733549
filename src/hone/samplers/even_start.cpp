// SPDX-License-Identifier: MIT
#include "hone/samplers/even_start.hpp"

#include <utility>
#include <vector>

#include "hone/base/index.hpp"

namespace hone::samplers {

EvenStart::EvenStart(const Study& study, int dimensions, std::shared_ptr<const PointPrior> prior)
    : dimensions_(dimensions), prior_(std::move(prior)) {
  if (dimensions > 0 && dimensions <= designs::SobolSequence::max_dimensions())
    sequence_.emplace(dimensions, study.seed);
}

bool EvenStart::pick(search::Picker& picker, std::uint64_t position) const {
  if (!sequence_ && !prior_) return picker.pick_random();
  std::vector<double> point(index(dimensions_));
  if (sequence_) {
    sequence_->point(position, point);
  } else {
    for (double& x : point) x = picker.rng().uniform();
  }
  lean(position, point);
  return picker.pick_at(point);
}

void EvenStart::lean(std::uint64_t position, std::span<double> point) const {
  if (!prior_) return;
  if (position == 0) {
    prior_->peak(point);
  } else if (position % 2 == 1) {
    prior_->draw(point);
  }
}

void EvenStart::fill(search::Picker& picker) const {
  while (!picker.full() && pick(picker, picker.position())) {
  }
}

}  // namespace hone::samplers
