// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hone/codec/node.hpp"

namespace hone::codec {

/// Reads a JSON text. Throws Error(InvalidFile) "<name>:<line>: ..." (without the line when there is only
/// one) when it is not JSON, holds a key twice or passes the limits.
Node read_json(std::string_view text, const std::string& name, const TreeLimits& limits = {});

}  // namespace hone::codec
