// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/codec/node.hpp"
#include "hone/core/option_spec.hpp"

namespace hone::codec {

/// What may stand under `sampler` or `pruner`: one of the names, or a map with a name and its options.
/// Options with a dot are nested (`fit: {restarts: 3}`); `fit.restarts: 3` is understood too, but not
/// suggested.
Node method_shape(std::span<const MethodInfo> methods);

}  // namespace hone::codec
