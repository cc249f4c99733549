// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hone::cli {
class Command;
}

namespace hone::quality::malibo {

/// Adds `bench malibo`.
void add_malibo(cli::Command& bench);

/// The samplers that take part unless others are named, in the notation of parse_methods(): baselines, and
/// the four variants of malibo where the catalog has it.
std::string usual_samplers();

}  // namespace hone::quality::malibo
