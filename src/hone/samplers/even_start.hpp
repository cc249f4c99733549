// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "hone/core/study.hpp"
#include "hone/designs/sobol.hpp"
#include "hone/samplers/point_prior.hpp"
#include "hone/search/picker.hpp"

namespace hone::samplers {

/// What a sampler proposes while it knows too little: the next points of a scrambled Sobol sequence, in the
/// order of the trials; random ones where there are too many dimensions for it.
class EvenStart {
 public:
  /// With a prior, the first point is where it is highest, and every second one is drawn from it: the others
  /// stay even, so that a prior that misleads leaves knowledge of what lies elsewhere.
  EvenStart(const Study& study, int dimensions, std::shared_ptr<const PointPrior> prior = nullptr);

  /// Picks the point of a place in the sequence. False when nothing is left that the picker may pick.
  bool pick(search::Picker& picker, std::uint64_t position) const;
  /// Picks until the picker is full or has nothing left that it may pick.
  void fill(search::Picker& picker) const;
  /// Moves the point of a place in the sequence as the prior wants it.
  void lean(std::uint64_t position, std::span<double> point) const;

 private:
  int dimensions_;
  std::shared_ptr<const PointPrior> prior_;  // shared with the sampler's acquisitions
  std::optional<designs::SobolSequence> sequence_;
};

}  // namespace hone::samplers
