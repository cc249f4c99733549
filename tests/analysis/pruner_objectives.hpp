// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/core/study.hpp"

namespace hone::analysis {

inline const std::vector<Objective> kDown = {{"loss", Direction::Minimize}};
inline const std::vector<Objective> kUp = {{"score", Direction::Maximize}};

}  // namespace hone::analysis
