// SPDX-License-Identifier: MIT
#pragma once

namespace hone::cli {
class Command;
}  // namespace hone::cli

namespace hone::quality {

/// Adds `bench` with its commands run, report, list and check to the program's.
void add_bench(cli::Command& root);

}  // namespace hone::quality
