// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/json.hpp"
#include "hone/service/operations.hpp"

// Studies and trials as lists and events show them.
namespace hone::service {

codec::Json study_entry_json(const storage::StudySummary& summary, Operations& operations);

/// A trial without what makes it long: reports, notes and former.
codec::Json brief_trial_json(const Trial& trial, const Study& study);

}  // namespace hone::service
