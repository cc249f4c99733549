// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/field.hpp"
#include "hone/codec/node.hpp"
#include "hone/core/space_fit.hpp"

// `removed: {momentum: 0.9, warmup: any}`: the parameters that a study's space no longer has.
namespace hone::codec {

/// A value, a list of values, or the word `any`; [any] is the value "any". Refuses names that the space has.
Removals read_removed(const Field& field, const Space& space);
Node removed_node(const Removals& removed);
Node removed_shape();

}  // namespace hone::codec
