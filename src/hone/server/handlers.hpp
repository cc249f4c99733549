// SPDX-License-Identifier: MIT
#pragma once

#include "hone/server/route.hpp"

// One function for each operation of the API (docs/guide/api.md): bytes are read, one call is made, an answer
// is written. Declared here for the table of routes alone.
namespace hone::server {

using Handler = HttpAnswer (*)(Service&, const Call&);

/// A handler that answers at once, as one that may answer later.
template <Handler handler>
void at_once(Service& service, const Call& call, const Respond& respond) {
  respond(handler(service, call));
}

// handlers_service.cpp
HttpAnswer get_service(Service&, const Call&);
HttpAnswer get_health(Service&, const Call&);
HttpAnswer get_readiness(Service&, const Call&);
HttpAnswer get_metrics(Service&, const Call&);
HttpAnswer get_openapi(Service&, const Call&);
HttpAnswer get_schema(Service&, const Call&);
HttpAnswer list_artefacts(Service&, const Call&);
HttpAnswer get_artefact(Service&, const Call&);
HttpAnswer put_artefact(Service&, const Call&);
HttpAnswer delete_artefact(Service&, const Call&);

// handlers_study.cpp
HttpAnswer check_study(Service&, const Call&);
HttpAnswer list_studies(Service&, const Call&);
HttpAnswer create_study(Service&, const Call&);
HttpAnswer get_study(Service&, const Call&);
HttpAnswer patch_study(Service&, const Call&);
HttpAnswer put_study(Service&, const Call&);
HttpAnswer preview_study(Service&, const Call&);

// handlers_trial.cpp
HttpAnswer list_trials(Service&, const Call&);
HttpAnswer get_trial(Service&, const Call&);
HttpAnswer export_trials(Service&, const Call&);

// handlers_work.cpp
void ask_trials(Service&, const Call&, const Respond&);
HttpAnswer report_values(Service&, const Call&);
void tell_results(Service&, const Call&, const Respond&);
HttpAnswer heartbeat_trials(Service&, const Call&);
HttpAnswer requeue_trials(Service&, const Call&);
HttpAnswer start_trials(Service&, const Call&);
HttpAnswer claim_trial(Service&, const Call&);

// handlers_look.cpp
HttpAnswer list_charts(Service&, const Call&);
HttpAnswer get_chart(Service&, const Call&);

// events.cpp
HttpAnswer watch_study(Service&, const Call&);
HttpAnswer watch_studies(Service&, const Call&);

// For several of them.

/// A study as lists show it.
Json study_entry_json(const storage::StudySummary& summary, service::Operations& operations);
/// A trial without what makes it long: reports, notes and former.
Json brief_trial_json(const Trial& trial, const Study& study);

}  // namespace hone::server
