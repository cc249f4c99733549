// SPDX-License-Identifier: MIT
#pragma once

namespace hone::storage {

/// Has SQLite survive fork(): afterwards a new process may open any file anew, whatever other threads did
/// with SQLite, and with the same file, when it was forked. To be called before the first file is opened;
/// later calls do nothing. Costs nothing but a few locks at each fork.
///
/// Connections that were open at the fork stay the parent's. In the new process they must be left alone; not
/// even closed.
void survive_forks();

}  // namespace hone::storage
