// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::encode {

/// Says whether a configuration is wanted besides being allowed, for example because it is unseen.
using Wanted = std::function<bool(const Configuration&)>;

/// The configuration at `point` when the space allows it and it is wanted; otherwise a nearby or another one
/// that is. Tries, in this order: the point itself; uniform draws; for constraints that leave little of the
/// space, walks that lower the violation, from the point and from other places; for finite spaces, every
/// configuration in turn. Nothing when none was found: certain for finite spaces of up to a million
/// configurations, else very likely.
std::optional<Configuration> settle(const Encoding& encoding, std::span<const double> point,
                                    const Wanted& wanted, Rng& rng);

/// A uniformly drawn configuration that the space allows and that is wanted; settles for others as settle()
/// does.
std::optional<Configuration> draw(const Encoding& encoding, const Wanted& wanted, Rng& rng);

/// Throws Error(Unsatisfiable) naming the constraints when no configuration of the space seems to satisfy
/// them. Looks for one for about a second at most: a finite space of a million configurations may not have
/// been looked at whole then, when its constraints are long.
void check_satisfiable(const Space& space);

}  // namespace hone::encode
