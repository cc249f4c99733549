// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/cli/design_table.hpp"

namespace hone::cli {

/// Every pair of columns as a chart (of the first ten), existing runs in grey. The columns of a space are its
/// parameters that vary, in their own units.
std::string design_svg(const LaidOut& laid_out, const std::string& subtitle);

}  // namespace hone::cli
