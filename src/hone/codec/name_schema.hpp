// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/codec/field.hpp"

namespace hone::codec {

/// The name of a study, an objective or a source: one line of at most 200 characters.
std::string read_name(const Field& field);
/// Refuses a name with characters that are not shown or that turn the direction of the text around them: it
/// would look like another. Only in what comes from elsewhere: a study file is its reader's own, and the
/// command line shows such characters as escapes.
void require_one_direction(const Field& field, const std::string& name);
Node name_shape();

}  // namespace hone::codec
