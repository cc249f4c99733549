// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/json.hpp"
#include "hone/service/operations.hpp"

// Studies and trials as lists and events show them.
namespace hone::service {

/// What a store counts of a study: all of the entry but its budget, its tags and whether it is stopped.
codec::Json summary_json(const storage::StudySummary& summary);
codec::Json study_entry_json(const storage::StudySummary& summary, storage::Storage& store);
codec::Node study_entry_shape();

/// A trial without what makes it long: reports, notes and former.
codec::Json brief_trial_json(const Trial& trial, const Study& study);
codec::Node brief_trial_shape();

}  // namespace hone::service
