// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "hone/core/space.hpp"

namespace hone {

/// Settings that somebody wants to be tried, as Space::admit_wish() reads them; parameters that are left out
/// are drawn, each uniformly on its scale, so that all given ones exist and the constraints hold. Of a pool,
/// a candidate that has the given values. The same space, settings and seed give the same configuration.
/// Throws Error(InvalidArgument), also when nothing fits what is given.
Configuration admit_wish(const Space& space, std::span<const std::pair<std::string, Value>> given,
                         std::uint64_t seed);

}  // namespace hone
