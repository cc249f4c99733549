// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hone/designs/level_box.hpp"
#include "hone/designs/uniform_design.hpp"

namespace hone::samplers {

/// How many of the points in a box uniform_points() should be given when it adds `count`: the last ones are
/// enough to keep away from, and all of a long study would slow the search down.
std::size_t points_that_matter(const designs::LevelBox& box, int count);

/// New points on the levels of a box that make up a uniform design together with points that lie in it. A
/// thousand points of 10 coordinates take a third of a second: a stage should be laid out before anybody
/// waits for it. AugUd searches as long as the paper does.
std::vector<std::vector<double>> uniform_points(const designs::LevelBox& box,
                                                std::span<const std::span<const double>> existing, int count,
                                                std::uint64_t seed,
                                                designs::Method method = designs::Method::Annealing);

/// Uniformly drawn points of a box, half a step beyond its outermost levels included.
std::vector<std::vector<double>> random_points(const designs::LevelBox& box, int count, std::uint64_t seed);

}  // namespace hone::samplers
