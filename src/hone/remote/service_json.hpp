// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "hone/codec/json.hpp"
#include "hone/remote/http_client.hpp"
#include "hone/storage/storage.hpp"

// What is sent to a service and comes back from it, apart from trials (trial_json.hpp).
namespace hone::remote {

codec::Json lease_json(const storage::Lease& lease, std::int64_t token);
/// The lease that a token is of.
storage::Lease lease_from(std::int64_t number, std::int64_t token);
/// Throws Conflict when an answer that hands out trials is about another study than this.
void require_study(storage::StudyId id, const codec::Field& answer);
codec::Json reports_json(std::span<const Report> reports);
/// Numbers that JSON lacks as words.
codec::Json numbers_json(std::span<const double> numbers);
codec::Json outcome_json(const storage::Outcome& outcome, std::int64_t token);

/// 0 when it is null or not there.
Timestamp time_in(const codec::Field& map, std::string_view name);
storage::StudySummary summary_from(const codec::Field& field);
storage::Annotations annotations_from(const codec::Field& field);
ArtefactInfo artefact_from(const codec::Field& field);
storage::AuditEntry audit_entry_from(const codec::Field& field);

/// Throws the Error that the service met, as far as its answer says.
[[noreturn]] void throw_refusal(const HttpResponse& response);

}  // namespace hone::remote
