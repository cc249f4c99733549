// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/service/verb.hpp"

// The parts of the table, one for each file of verbs.
namespace hone::service {

std::vector<Verb> study_verbs();  ///< of a study as a whole
std::vector<Verb> trial_verbs();  ///< of its trials, for people who put things right
std::vector<Verb> look_verbs();   ///< what a study has found

}  // namespace hone::service
