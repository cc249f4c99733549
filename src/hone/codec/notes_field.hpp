// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/field.hpp"
#include "hone/core/note.hpp"

namespace hone::codec {

/// What a sampler keeps with a proposal, from a place in a tree: {"mean": 0.5, "weights": [0.25, 0.75]}.
/// Refuses a note that is none. What is null is left out.
Notes notes_in(const Field& field);

}  // namespace hone::codec
