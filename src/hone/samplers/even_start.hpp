// SPDX-License-Identifier: MIT
#pragma once

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

  /// Picks until the picker is full or has nothing left that it may pick.
  void fill(search::Picker& picker) const;

 private:
  int dimensions_;
  std::optional<designs::Sobol> sequence_;
};

}  // namespace hone::samplers
