// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "hone/core/study.hpp"
#include "hone/designs/sobol.hpp"
#include "hone/search/picker.hpp"

namespace hone::samplers {

/// What a sampler proposes while it knows too little: the next points of a scrambled Sobol sequence, in the
/// order of the trials; random ones where there are too many dimensions for it.
class EvenStart {
 public:
  EvenStart(const Study& study, int dimensions);

  /// Picks the point of a place in the sequence. False when nothing is left that the picker may pick.
  bool pick(search::Picker& picker, std::uint64_t position) const;
  /// Picks until the picker is full or has nothing left that it may pick.
  void fill(search::Picker& picker) const;

 private:
  int dimensions_;
  std::optional<designs::SobolSequence> sequence_;
};

}  // namespace hone::samplers
