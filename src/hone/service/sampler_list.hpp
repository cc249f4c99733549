// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/json.hpp"

namespace hone::service {

/// The samplers of the catalog with their options, as `hone samplers --json` lists them.
codec::Json sampler_list();

}  // namespace hone::service
