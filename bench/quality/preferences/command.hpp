// SPDX-License-Identifier: MIT
#pragma once

namespace hone::cli {
class Command;
}

namespace hone::quality::preferences {

/// Adds `priors` and `cost` to the command `bench`.
void add_preferences(cli::Command& bench);

}  // namespace hone::quality::preferences
