// SPDX-License-Identifier: MIT
#pragma once

namespace hone::cli {
class Command;
}

namespace hone::quality::transfer {

/// Adds `bench transfer`.
void add_transfer(cli::Command& bench);

}  // namespace hone::quality::transfer
