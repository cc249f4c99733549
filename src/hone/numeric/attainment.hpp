// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>

namespace hone::numeric {

/// The edge of what at least `least` of some sets of points attain in two objectives, both minimised: a set
/// attains a place when one of its rows is at least as good there in both (Grunert da Fonseca, Fonseca and
/// Hall 2001). With one set it is its front; with half of the sets the median attainment surface. Its
/// corners, by ascending first objective: from each the edge runs level to the next one's first value and
/// falls to its second. No rows when fewer sets have a point.
Eigen::MatrixXd attainment_surface(std::span<const Eigen::MatrixXd> sets, std::size_t least);

}  // namespace hone::numeric
