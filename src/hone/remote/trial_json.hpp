// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/json.hpp"
#include "hone/core/study.hpp"

namespace hone::remote {

/// A trial as codec::to_json() wrote it, exactly as it was but for texts that are not UTF-8. Throws
/// Error(StorageCorrupt) when it is not one.
Trial trial_from_service(const codec::Field& field, const Study& study);
/// A list of them.
std::vector<Trial> trials_from_service(const codec::Field& list, const Study& study);

}  // namespace hone::remote
