// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "hone/core/study.hpp"

namespace hone::cli {

/// The study's command with the settings of a trial, as one would type it at a shell: "cd DIR && python3
/// train.py --rate 0.1". {workdir} stands for the present folder. Empty when the study has no command. The
/// study is as it was defined when the trial ran (definition_of()), for this and the others.
std::string trial_command(const Study& study, const Trial& trial);

/// The same for one who wants to run it: throws Error(InvalidArgument) when there is no such line, since the
/// study has no command or its command is a worker.
std::string copied_command(const Study& study, const Trial& trial);

/// False when no argument of the command depends on the settings: it reads them from variables or a file.
bool command_names_parameters(const Study& study);

/// What the command finds of the settings in its environment, by name: the study's own variables, the
/// parameters in capitals, and the seed.
std::map<std::string, std::string> trial_variables(const Study& study, const Trial& trial);

}  // namespace hone::cli
