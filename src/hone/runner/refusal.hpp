// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/base/error.hpp"

namespace hone::runner {

/// The system does not start any more of `what`, "processes" or "threads"; `number` is its errno. Names the
/// limit that was met.
Error no_more(const std::string& what, int number);

/// The disk of the trials' files is full, so that `what` could not be done.
Error disk_full(const std::string& what);

/// True when the store may take later what it does not take now: others write to it, or its disk is full. Not
/// when this process has a limit on the sizes of its files, which looks like a full disk and does not pass.
bool may_pass(ErrorCode code);

}  // namespace hone::runner
