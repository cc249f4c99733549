// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/codec/field.hpp"

namespace hone::codec {

/// The name of a study, an objective or a source: one line of at most 200 characters.
std::string read_name(const Field& field);
Node name_shape();

}  // namespace hone::codec
