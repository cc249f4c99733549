// SPDX-License-Identifier: MIT
// Made by analysis_importance.py.
// clang-format off
#pragma once

#include <array>

namespace hone::analysis::reference {

// Of rate, width, depth, kind.
inline constexpr std::array<double, 4> kVarianceShares = {0.458995, 0.106764, 0.034980, 0.299446};
inline constexpr double kWidthAndKind = 0.099815;
inline constexpr std::array<double, 4> kPedShares = {0.431429, 0.041693, 0.250740, 0.276139};

}  // namespace hone::analysis::reference
