// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/codec/field.hpp"
#include "hone/core/parameter.hpp"

namespace hone::codec {

/// Reads one entry of `parameters`: a map with a type, a list (categorical) or one value (constant).
Parameter read_parameter(const std::string& name, const Field& spec);

/// Writes the long form.
Node parameter_node(const Parameter& parameter);

}  // namespace hone::codec
