// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "hone/codec/json.hpp"
#include "hone/remote/http_client.hpp"
#include "hone/storage/storage.hpp"

// What is sent to a service and comes back from it, apart from trials (trial_json.hpp).
namespace hone::remote {

codec::Json lease_json(storage::StudyId id, const storage::Lease& lease);
/// The lease of a token. Throws Conflict when it is one of another study.
storage::Lease lease_from(storage::StudyId id, std::int64_t number, const codec::Json& token);
codec::Json reports_json(std::span<const Report> reports);
codec::Json outcome_json(storage::StudyId id, const storage::Outcome& outcome);

storage::StudySummary summary_from(const codec::Json& json);
ArtefactInfo artefact_from(const codec::Json& json);

/// Throws the Error that the service met, as far as its answer says. `where`: the address of the service.
[[noreturn]] void throw_refusal(const HttpResponse& response, const std::string& where);

}  // namespace hone::remote
