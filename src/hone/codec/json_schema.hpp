// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/codec/node.hpp"
#include "hone/core/option_spec.hpp"

namespace hone::codec {

/// The JSON Schema (draft 2020-12) of study files: the fields that the reader of study files declares, and
/// the options of these samplers and pruners. A file that fits may still be refused for what a schema cannot
/// say, such as a low above its high; a member without a value, which the reader takes for absent, does not
/// fit.
Node study_json_schema(std::span<const MethodInfo> samplers, std::span<const MethodInfo> pruners);

}  // namespace hone::codec
