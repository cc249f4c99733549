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
void get_readiness(Service&, const Call&, const Respond&);
HttpAnswer drain_server(Service&, const Call&);
HttpAnswer get_openapi(Service&, const Call&);
HttpAnswer get_schema(Service&, const Call&);
HttpAnswer list_artefacts(Service&, const Call&);
HttpAnswer get_artefact(Service&, const Call&);
HttpAnswer put_artefact(Service&, const Call&);
HttpAnswer delete_artefact(Service&, const Call&);

// handlers_artefact.cpp
HttpAnswer put_trial_artefact(Service&, const Call&);
HttpAnswer get_trial_artefact(Service&, const Call&);

// handlers_metrics.cpp
HttpAnswer get_metrics(Service&, const Call&);

// export.cpp
HttpAnswer export_trials(Service&, const Call&);

// events.cpp
HttpAnswer watch_study(Service&, const Call&);
HttpAnswer watch_studies(Service&, const Call&);

}  // namespace hone::server
