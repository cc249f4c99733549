// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hone/storage/storage.hpp"

namespace hone::runner {

/// Names the calling process so that no other one, now or later, has the same name:
///   host:process:start:machine
/// with the process's start time in clock ticks since boot, as process ids are used again, and a tag of the
/// boot and the process-id namespace, as containers of one machine may share its host name and see different
/// processes.
std::string worker_id();

/// What /proc says of a process.
struct ProcessEntry {
  std::string start;  ///< clock ticks since boot
  char state = '?';
};

/// Whether a process of this machine lives. `error` is what kill(pid, 0) set: 0 or EPERM for one that is
/// there. `entry` is nothing when /proc does not show it, as with hidepid=2 to other users. `start` is what
/// the worker's name says; another one means that the number was used again.
storage::Liveness liveness_of(int error, const std::optional<ProcessEntry>& entry, const std::string& start);

/// Whether the named process lives. Unknown when it ran elsewhere, under an earlier boot or in another
/// process-id namespace, and for names of another form.
storage::Liveness liveness(const std::string& worker);

}  // namespace hone::runner
