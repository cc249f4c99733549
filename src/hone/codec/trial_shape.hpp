// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/shape.hpp"

// The JSON Schema of what to_json(Trial) writes (json.hpp).
namespace hone::codec {

Node trial_shape();
/// The fields alone, for who writes some of them or more.
std::vector<shape::Member> trial_members();

/// "loss": 0.5, or "nan", "inf", "-inf", which JSON has no numbers for.
Node number_or_word_shape();

}  // namespace hone::codec
