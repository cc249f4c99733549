// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/quality/problem.hpp"

namespace hone::quality::transfer {

/// Tasks from a table of one's own: a CSV file with a column `task`, one for each parameter of the study file
/// (empty where a condition switches it off) and one for its objective (empty, or not finite, for a run that
/// failed). Each task is a problem whose space is the pool of its rows; what the study file says of
/// conditions and scales holds. Throws Error naming the line that is wrong.
std::vector<Problem> own_tasks(const std::string& table, const std::string& study_file);

}  // namespace hone::quality::transfer
