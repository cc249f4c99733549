// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/cli/context.hpp"

namespace hone::cli {

/// Asks a server whether it is ready: kOk, or kFailure with the reason on standard error.
int run_probe(const std::string& url, Context& context);

}  // namespace hone::cli
