// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/core/study.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// What a store accepts: a Complete outcome with a value that is not finite becomes a Failed one that says
/// so, and values of outcomes that are not complete are dropped. Throws Error(InvalidArgument) when a
/// complete one has not one value for each objective.
storage::Outcome checked(storage::Outcome outcome, std::span<const Objective> objectives);

}  // namespace hone::runner
