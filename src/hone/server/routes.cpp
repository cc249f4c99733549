// SPDX-License-Identifier: MIT
// The API: the verbs that service/verb.hpp declares, and one line for each operation that is about HTTP
// itself, about bytes, or not declared there yet: what is routed, who may call it, what its body is, and what
// the OpenAPI document says.
#include "hone/codec/work_request.hpp"
#include "hone/server/handlers.hpp"
#include "hone/server/verb_route.hpp"

namespace hone::server {
namespace {

std::vector<std::string> state_words() {
  std::vector<std::string> words;
  for (int state = 0; state <= static_cast<int>(TrialState::Deleted); ++state)
    words.emplace_back(to_text(static_cast<TrialState>(state)));
  return words;
}

std::vector<Route> other_routes() {
  const std::string study = "/v1/studies/{study}";
  const QueryField method = word_field("method", {"fanova", "ped-anova"});
  const QueryField page_size = whole_field("page_size", 1, 1000);
  const std::vector<QueryField> drawn = {text_field("parameters"), text_field("objective"),
                                         flag_field("log"),        whole_field("most", 2, 1'000'000),
                                         text_field("with"),       method,
                                         flag_field("pairs")};
  return {
      {"GET", "/healthz", Role::None, "getHealth", "The process lives", at_once<get_health>},
      {"GET", "/readyz", Role::None, "getReadiness", "The store answers", at_once<get_readiness>},
      {"GET", "/metrics", Role::Read, "getMetrics", "Counters for Prometheus", at_once<get_metrics>},
      {"GET", "/v1", Role::Read, "getService", "Which server this is and what the caller may do",
       at_once<get_service>},
      {"GET", "/v1/openapi.json", Role::None, "getOpenApi", "This document", at_once<get_openapi>},
      {"GET", "/v1/schema", Role::None, "getSchema", "The JSON Schema of a study", at_once<get_schema>},
      {"GET", "/v1/events", Role::Read, "watchStudies", "Changes of all studies as server-sent events",
       at_once<watch_studies>},

      {"POST",
       "/v1/studies:check",
       Role::Read,
       "checkStudy",
       "Whether a definition is valid",
       at_once<check_study>,
       Body::Object,
       nullptr,
       {},
       false},
      {"GET",
       "/v1/studies",
       Role::Read,
       "listStudies",
       "The studies that the caller may see",
       at_once<list_studies>,
       Body::None,
       nullptr,
       {text_field("search"), page_size, whole_field("page_token"),
        word_field("order", {"-created", "created", "name"})}},
      {"POST",
       "/v1/studies",
       Role::Admin,
       "createStudy",
       "Makes a study",
       at_once<create_study>,
       Body::Study,
       nullptr,
       {word_field("existing", {"refuse", "resume"})}},
      {"GET", study, Role::Read, "getStudy", "Definition, counts and the best trial", at_once<get_study>},
      {"PATCH",
       study,
       Role::Admin,
       "changeStudy",
       "Changes fields of the definition",
       at_once<patch_study>,
       Body::Object,
       nullptr,
       {flag_field("dry_run")}},
      {"PUT",
       study,
       Role::Admin,
       "replaceStudy",
       "Replaces the definition",
       at_once<put_study>,
       Body::Study,
       nullptr,
       {whole_field("seen")}},
      {"POST",
       study + ":preview",
       Role::Read,
       "previewStudy",
       "The trials as another definition would have them",
       at_once<preview_study>,
       Body::Study,
       nullptr,
       {},
       false},

      {"GET",
       study + "/trials",
       Role::Read,
       "listTrials",
       "Trials by page, or those that changed",
       at_once<list_trials>,
       Body::None,
       nullptr,
       {words_field("state", state_words()), whole_field("since"), page_size, whole_field("page_token"),
        word_field("order", {"number", "-number", "value", "-value", "started", "-finished"}),
        word_field("fields", {"all", "brief"})}},
      {"GET", study + "/trials/{number}", Role::Read, "getTrial", "One trial", at_once<get_trial>},
      {"GET",
       study + "/export",
       Role::Read,
       "exportTrials",
       "All trials as a file",
       at_once<export_trials>,
       Body::None,
       nullptr,
       {word_field("format", {"csv", "json"})}},

      {"POST", study + ":ask", Role::Work, "askTrials", "Trials to run; waits for one", ask_trials,
       Body::Object, codec::work_ask_shape},
      {"POST", study + ":report", Role::Work, "reportValues", "Stores intermediate values",
       at_once<report_values>, Body::Object, codec::work_report_shape},
      {"POST", study + ":tell", Role::Work, "tellResults", "Ends trials", tell_results, Body::Object,
       codec::work_tell_shape},
      {"POST", study + ":heartbeat", Role::Work, "heartbeatTrials", "Prolongs leases",
       at_once<heartbeat_trials>, Body::Object, codec::work_heartbeat_shape},
      {"POST", study + ":requeue", Role::Work, "requeueTrials", "Gives trials back", at_once<requeue_trials>,
       Body::Object, codec::work_requeue_shape},
      {"POST", study + ":start", Role::Work, "startTrials", "Starts trials that the client proposes itself",
       at_once<start_trials>, Body::Object, codec::work_start_shape},
      {"POST", study + ":claim", Role::Work, "claimTrial", "Takes the first trial of the queue",
       at_once<claim_trial>, Body::Object, codec::work_start_shape},
      {"GET", study + "/charts", Role::Read, "listCharts", "Pictures that there are", at_once<list_charts>},
      {"GET", study + "/charts/{chart}", Role::Read, "getChart", "A picture as data", at_once<get_chart>,
       Body::None, nullptr, drawn},
      {"GET",
       study + "/events",
       Role::Read,
       "watchStudy",
       "Changes of the study as server-sent events",
       at_once<watch_study>,
       Body::None,
       nullptr,
       {whole_field("since")}},

      {"GET",
       "/v1/artefacts",
       Role::Read,
       "listArtefacts",
       "What is kept beside the studies",
       at_once<list_artefacts>,
       Body::None,
       nullptr,
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
       nullptr,
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
       nullptr,
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
       nullptr,
       {text_field("hash")},
       true,
       true},
  };
}

}  // namespace

std::span<const Route> routes() {
  static const std::vector<Route> table = [] {
    std::vector<Route> all = other_routes();
    for (const service::Verb& verb : service::verbs())
      if (*verb.way.method != '\0') all.push_back(route_of(verb));
    return all;
  }();
  return table;
}

}  // namespace hone::server
