// SPDX-License-Identifier: MIT
#pragma once

#include "hone/model/dataset.hpp"

namespace hone::model {

/// What values at equal points say about noise, whatever the function is.
struct PooledNoise {
  double variance =
      0.0;          ///< of one value: squares around the mean of each point, over the degrees of freedom
  int freedom = 0;  ///< values beyond the first of each point
};

/// Two points are equal when they have the same coordinates, as far as they have them. O(n log n).
PooledNoise pooled_noise(const Dataset& data);

}  // namespace hone::model
