// SPDX-License-Identifier: MIT
#pragma once

namespace hone::cli {
class Command;
}

namespace hone::quality::sequd {

/// Adds `sequd` to the command `bench`.
void add_sequd(cli::Command& bench);

}  // namespace hone::quality::sequd
