// SPDX-License-Identifier: MIT
#pragma once

namespace hone::cli {
class Command;
}

namespace hone::quality::multi {

/// Adds `multi` to the command `bench`: samplers on problems with several objectives.
void add_multi(cli::Command& bench);

}  // namespace hone::quality::multi
