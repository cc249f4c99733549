// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/server/route.hpp"

namespace hone::server {

/// Tokens and the audit trail.
std::vector<Route> identity_routes();

}  // namespace hone::server
