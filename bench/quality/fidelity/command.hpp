// SPDX-License-Identifier: MIT
#pragma once

namespace hone::cli {
class Command;
}

namespace hone::quality::fidelity {

/// Adds `fidelity` to the command `bench`.
void add_fidelity(cli::Command& bench);

}  // namespace hone::quality::fidelity
