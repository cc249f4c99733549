// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>

#include "hone/core/study.hpp"

namespace hone::analysis {

/// How many of `others` (rows, one column for each objective, as measured) are ahead of `mine`. With one
/// objective those that are better. With several those on an earlier front of all of them, and on the same
/// front those with more room around them, as NSGA-II selects (Deb et al. 2002): so any share of them can be
/// the better one, even if none dominates another.
std::int64_t count_ahead(const Eigen::MatrixXd& others, const Eigen::RowVectorXd& mine,
                         std::span<const Objective> objectives);

/// The values of a report as a row; nothing when the report does not have a finite one for each objective.
std::optional<Eigen::RowVectorXd> whole_row(const Report& report, std::size_t objectives);

/// The rows one below the other.
Eigen::MatrixXd stacked(std::span<const Eigen::RowVectorXd> rows, std::size_t objectives);

}  // namespace hone::analysis
