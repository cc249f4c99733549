// SPDX-License-Identifier: MIT
// The API: the verbs that service/verb.hpp declares, and one line for each operation that is about HTTP
// itself or about bytes: what is routed, who may call it, what its body is, and what the OpenAPI document
// says.
#include "hone/server/handlers.hpp"
#include "hone/server/identity_routes.hpp"
#include "hone/server/verb_route.hpp"

namespace hone::server {
namespace {

std::vector<Route> other_routes() {
  const std::string study = "/v1/studies/{study}";
  return {
      {"GET", "/healthz", Role::None, "getHealth", "The process lives", at_once<get_health>},
      {"GET", "/readyz", Role::None, "getReadiness", "The store answers and takes writes", get_readiness},
      {"GET",
       "/metrics",
       Role::Read,
       "getMetrics",
       "Counters for Prometheus",
       at_once<get_metrics>,
       Body::None,
       {},
       true,
       true},
      {"POST",
       "/v1:drain",
       Role::Admin,
       "drainServer",
       "Hands out nothing new from now on, or as ever again",
       at_once<drain_server>,
       Body::None,
       {word_field("state", {"on", "off"})},
       false,
       true},
      {"GET", "/v1", Role::Read, "getService", "Which server this is and what the caller may do",
       at_once<get_service>},
      {"GET", "/v1/openapi.json", Role::None, "getOpenApi", "This document", at_once<get_openapi>},
      {"GET", "/v1/schema", Role::None, "getSchema", "The JSON Schema of a study", at_once<get_schema>},
      {"GET", "/v1/events", Role::Read, "watchStudies", "Changes of all studies as server-sent events",
       at_once<watch_studies>},

      {"GET",
       study + "/export",
       Role::Read,
       "exportTrials",
       "Trials as a file",
       at_once<export_trials>,
       Body::None,
       {word_field("format", {"csv", "json"}), text_field("where")},
       true,
       false,
       true},

      {"GET",
       study + "/events",
       Role::Read,
       "watchStudy",
       "Changes of the study as server-sent events",
       at_once<watch_study>,
       Body::None,
       {whole_field("since")}},

      {"GET", study + "/trials/{number}/artefacts/{name}", Role::Read, "getTrialArtefact",
       "The bytes of a file that a trial left", at_once<get_trial_artefact>},
      {"PUT",
       study + "/trials/{number}/artefacts/{name}",
       Role::Work,
       "putTrialArtefact",
       "Leaves a file in a trial",
       at_once<put_trial_artefact>,
       Body::File,
       {text_field("client"), whole_field("token")}},

      {"GET",
       "/v1/artefacts",
       Role::Read,
       "listArtefacts",
       "What is kept beside the studies",
       at_once<list_artefacts>,
       Body::None,
       {text_field("kind")},
       true,
       true},
      {"GET",
       "/v1/artefacts/{kind}/{name}",
       Role::Read,
       "getArtefact",
       "The bytes of an artefact",
       at_once<get_artefact>,
       Body::None,
       {text_field("hash")},
       true,
       true},
      {"PUT",
       "/v1/artefacts/{kind}/{name}",
       Role::Admin,
       "putArtefact",
       "Keeps an artefact",
       at_once<put_artefact>,
       Body::Bytes,
       {text_field("maker"), text_field("settings"), text_field("sources")},
       true,
       true},
      {"DELETE",
       "/v1/artefacts/{kind}/{name}",
       Role::Admin,
       "deleteArtefact",
       "Deletes an artefact",
       at_once<delete_artefact>,
       Body::None,
       {text_field("hash")},
       true,
       true},
  };
}

}  // namespace

std::span<const Route> routes() {
  static const std::vector<Route> table = [] {
    std::vector<Route> all = other_routes();
    for (Route& route : identity_routes()) all.push_back(std::move(route));
    for (const service::Verb& verb : service::verbs())
      if (*verb.way.method != '\0') all.push_back(route_of(verb));
    return all;
  }();
  return table;
}

}  // namespace hone::server
