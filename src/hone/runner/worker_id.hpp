// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hone::runner {

/// Names the calling process so that no other one, now or later, has the same name:
///   host:process:start:machine
/// with the process's start time in clock ticks since boot, as process ids are used again, and a tag of the
/// boot and the process-id namespace, as containers of one machine may share its host name and see different
/// processes.
std::string worker_id();

/// True when the named process ran under this very boot and namespace, and is gone. False when that cannot be
/// known: another host, an earlier boot, a name of another form. Then the lease decides.
bool is_dead(const std::string& worker);

}  // namespace hone::runner
