// SPDX-License-Identifier: MIT
#pragma once

#include "hone/core/space.hpp"

namespace hone::encode {

/// The configuration in the middle of a space, on the parameters' own scales, or one near it that the
/// constraints allow; of a pool the row in the middle. Always the same for one space. Throws
/// Error(Unsatisfiable) when none is found.
Configuration middle_of(const Space& space);

}  // namespace hone::encode
