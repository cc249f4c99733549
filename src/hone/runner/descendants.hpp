// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

namespace hone::runner {

/// Sends a signal to every process that descends from `ancestor`, read from /proc, except those of one
/// process group (0: no exception). Returns how many there were that had not ended. Async-signal-safe: no
/// allocation, no locks. A process that is born meanwhile may escape, which kill() of a group does not let
/// happen.
int signal_descendants(pid_t ancestor, int signal, pid_t except_group = 0) noexcept;

/// True when there is no such process, or one that waits for its parent to notice its end.
bool has_ended(pid_t pid) noexcept;

}  // namespace hone::runner
