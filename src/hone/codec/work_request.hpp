// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/codec/json.hpp"
#include "hone/codec/node.hpp"
#include "hone/codec/request.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/tags.hpp"

// The requests of workers far away (docs/guide/api.md): trials come with a token that proves who holds them.
// Each has a reader and a shape, both from one declaration. Every mistake is an Error that names the field.
namespace hone::codec {

/// A trial in the hands of a worker.
struct HeldTrial {
  std::int64_t number = 0;
  std::int64_t token = 0;  ///< 0: held for ever, by nobody in particular
};

struct WorkAsk {
  std::string client = {};
  std::string key = {};
  int count = 1;
  double wait = 20.0;   ///< seconds
  double lease = 60.0;  ///< seconds
  std::vector<std::string> labels = {};
  std::vector<std::int64_t> holding = {};
};
WorkAsk read_work_ask(const Json& request);
Node work_ask_shape();

struct WorkReport {
  std::string client = {};
  HeldTrial trial = {};
  std::vector<Report> reports = {};
};
/// {"number": 7, "token": 1, "step": 3, "value": 0.5}, or "reports": [{"step": 3, "value": 0.5}].
WorkReport read_work_report(const Json& request);
Node work_report_shape();

struct WorkTell {
  std::string client = {};
  std::vector<ToldResult> results = {};
  std::vector<std::int64_t> tokens = {};  ///< one for each result; 0 when it was not given
};
WorkTell read_work_tell(const Json& request, std::span<const Objective> objectives);
Node work_tell_shape();

struct WorkLeases {
  std::string client = {};
  std::vector<HeldTrial> leases = {};
  double lease = 60.0;      ///< seconds
  std::string reason = {};  ///< of a requeue
  bool spent = false;       ///< of a requeue: it counts as an attempt
};
WorkLeases read_work_heartbeat(const Json& request);
WorkLeases read_work_requeue(const Json& request);
Node work_heartbeat_shape();
Node work_requeue_shape();

struct WorkEnqueue {
  std::vector<Proposal> proposals = {};
  std::string key = {};
};
WorkEnqueue read_work_enqueue(const Json& request, const Space& space);
Node work_enqueue_shape();

/// For clients with a sampler of their own: {"client": "a", "next": 7, "trials": [{"params": {...}}]}.
struct WorkStart {
  std::string client = {};
  std::optional<double> lease = {};  ///< seconds; for ever when it is left out
  std::int64_t next = 0;
  std::int64_t below = std::numeric_limits<std::int64_t>::max();  ///< of :claim: only smaller numbers
  std::int64_t version = 0;
  std::vector<Proposal> proposals = {};
};
WorkStart read_work_start(const Json& request, const Space& space);
Node work_start_shape();

/// What a person notes in a trial: {"number": 7, "note": "the fan was loud", "tags": {"slow": true}}.
struct WorkNote {
  std::optional<std::int64_t> number = {};  ///< nothing: on the study
  std::string note = {};
  TagChanges tags = {};
};
WorkNote read_work_note(const Json& request);
Node work_note_shape();

/// What people say about a study.
struct NotesFields {
  std::string text = {};
  std::vector<std::string> tags = {};
};
NotesFields read_notes_request(const Json& request);
Node notes_shape();

/// {"numbers": [7], "requeue": false} and their like.
Node cancel_shape();
Node retry_shape();
Node numbers_shape();
Node amend_shape();

}  // namespace hone::codec
