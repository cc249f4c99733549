// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/service/verb.hpp"

// The parts of the table, one for each file of verbs.
namespace hone::service {

std::vector<Verb> definition_verbs();  ///< making and changing studies
std::vector<Verb> study_verbs();       ///< of a study as a whole
std::vector<Verb> work_verbs();        ///< taking trials and telling how they ended
std::vector<Verb> start_verbs();       ///< for who proposes for himself
std::vector<Verb> trial_verbs();       ///< of trials, for people who put things right
std::vector<Verb> artefact_verbs();    ///< files that trials leave
std::vector<Verb> list_verbs();        ///< studies and trials by pages
std::vector<Verb> look_verbs();        ///< what a study has found
std::vector<Verb> chart_verbs();       ///< the same as pictures

}  // namespace hone::service
