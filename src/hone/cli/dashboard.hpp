// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hone/cli/context.hpp"

namespace hone::cli {

struct DashboardOptions {
  std::optional<std::string> study;  ///< a name or a study file; the only one of the store when there is none
  std::optional<std::string> store;
  std::optional<std::int64_t> port;
};

/// Serves the dashboard on this machine, read-only, until a signal says stop, and prints its address, which
/// leads straight to the study. Throws Error(NotFound) for a program that was built without its pages.
int serve_dashboard(const DashboardOptions& options, Context& context);

}  // namespace hone::cli
