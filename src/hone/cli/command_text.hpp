// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/core/study.hpp"

namespace hone::cli {

/// The study's command with the settings of a trial, as one would type it at a shell: "cd DIR && python3
/// train.py --rate 0.1". {workdir} stands for the present folder. Empty when the study has no command.
std::string trial_command(const Study& study, const Trial& trial);

}  // namespace hone::cli
