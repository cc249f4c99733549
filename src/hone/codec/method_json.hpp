// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/json.hpp"
#include "hone/core/option_spec.hpp"

namespace hone::codec {

/// name, summary, and options: a list of name, kind, low and high (of numbers), words (of words), values (the
/// same for people), default (null when it depends on the study; default_words says how), variants (the
/// defaults under other words of the option that sets them), unit and summary; `baseline` where it is true.
Json to_json(const MethodInfo& method);
Node method_info_shape();

/// The default as it would be written: a value, a list, or null when it depends on the study.
Json default_json(const OptionDefault& fallback, OptionKind kind);

}  // namespace hone::codec
