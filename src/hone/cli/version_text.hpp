// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/cli/table.hpp"
#include "hone/codec/json.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/study_opening.hpp"
#include "hone/service/operations.hpp"

// The versions of a study's definition, and what a change does to its trials, in words.
namespace hone::cli {

/// Version, since when, which trials it ran, and what it changed in the one before.
Table versions_table(const std::vector<storage::StudyVersion>& versions, std::span<const Trial> trials);
codec::Json versions_json(const std::vector<storage::StudyVersion>& versions, std::span<const Trial> trials);

/// One line for each change, indented.
std::string changes_text(const std::vector<runner::FieldChange>& changes);
codec::Json changes_json(const std::vector<runner::FieldChange>& changes);

/// "12 of 40 trials do not fit the new space: they are kept, marked and do not count (trial 3: x is 20,
/// outside 0 to 10; ...)"; for a change of the space.
std::string effect_text(const runner::PlannedChange& change);

/// "12 trials do not fit the present space and do not count; the best of them, trial 3, had 0.25"; empty when
/// all do.
std::string outside_text(const Study& study, std::span<const Trial> trials);

}  // namespace hone::cli
