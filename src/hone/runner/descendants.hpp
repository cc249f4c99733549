// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

namespace hone::runner {

/// Sends a signal to every process that descends from the calling one, read from /proc, except those of one
/// process group (0: no exception). Async-signal-safe: no allocation, no locks. A process that is born
/// meanwhile may escape, which kill() of a group does not let happen.
void signal_descendants(int signal, pid_t except_group = 0) noexcept;

}  // namespace hone::runner
