// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hone/codec/node.hpp"

namespace hone::codec {

/// Reads one YAML document. Quoted scalars are strings; the others are what plain_value() makes of them, so
/// that yes, no, on and off are strings. Throws Error(InvalidFile) "<name>:<line>: ..." when it is not YAML,
/// holds a key twice, a tag that means nothing here or a second document, or passes the limits.
Node read_yaml(std::string_view text, const std::string& name, const TreeLimits& limits = {});

}  // namespace hone::codec
