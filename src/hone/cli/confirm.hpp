// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/cli/context.hpp"

namespace hone::cli {

/// Asks at the terminal before something is deleted; true when the person says yes. Throws UsageError when
/// nobody sits there: then nothing is deleted, and --yes has to say so.
bool confirmed(const std::string& question, Context& context);

}  // namespace hone::cli
