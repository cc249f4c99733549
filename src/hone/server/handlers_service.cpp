// SPDX-License-Identifier: MIT
#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/codec/json_schema.hpp"
#include "hone/codec/method_json.hpp"
#include "hone/server/events.hpp"
#include "hone/server/handlers.hpp"
#include "hone/server/metrics.hpp"
#include "hone/server/openapi.hpp"
#include "hone/service/ask_desk.hpp"
#include "hone/storage/study_notes.hpp"

namespace hone::server {
namespace {

/// What the names of notes begin with that the caller may see.
std::vector<std::string> covered_notes(Service& service, const Grant& grant) {
  std::vector<std::string> prefixes;
  for (const storage::StudySummary& one : service.operations.store().studies())
    if (grant.covers(one.name)) prefixes.push_back(storage::notes_prefix(one));
  return prefixes;
}

bool begins_with_one(const std::string& name, const std::vector<std::string>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](const std::string& prefix) { return name.starts_with(prefix); });
}

/// Who may not see all studies gets here for notes on studies only.
ArtefactKey key_of(Service& service, const Call& call) {
  const std::string& kind = call.path.at("kind");
  if (kind.starts_with(service::kServiceKind))
    throw Refusal(403, "forbidden", text("artefacts of kind '", kind, "' are the server's own"));
  const std::string& name = call.path.at("name");
  if (call.grant.studies != "*" && !begins_with_one(name, covered_notes(service, call.grant)))
    throw Refusal(403, "forbidden",
                  text("this token is for studies like '", call.grant.studies,
                       "', and this is not a note on one of them"));
  return {kind, name, call.word("hash")};
}

/// What cannot be read here is the caller's mistake, not damage of the store.
std::vector<ArtefactSource> given_sources(const std::string& text) {
  try {
    return codec::sources_from_text(text);
  } catch (const Error&) {
    throw Error(ErrorCode::InvalidArgument, "query.sources: this is not a list of sources in JSON",
                R"(write [{"study": "svm", "trials": 40, "revision": 81}])");
  }
}

}  // namespace

HttpAnswer get_service(Service& service, const Call& call) {
  return json_answer({{"name", "hone"},
                      {"version", service.version},
                      {"api", 1},
                      {"role", to_text(call.grant.role)},
                      {"studies", call.grant.studies},
                      {"read_only", service.read_only}});
}

HttpAnswer get_health(Service&, const Call&) { return json_answer({{"ok", true}}); }

HttpAnswer get_readiness(Service& service, const Call&) {
  try {
    service.operations.store().require_there();
    return json_answer({{"ok", true}});
  } catch (const Error& error) {
    return error_answer(503, code_name(error.code()), error.what());
  }
}

HttpAnswer get_metrics(Service& service, const Call&) {
  const std::string more = text(
      "# HELP hone_asks_waiting Asks that wait for a trial.\n# TYPE hone_asks_waiting gauge\n",
      "hone_asks_waiting ", service.operations.asks().waiting(), "\n",
      "# HELP hone_asks_prepared_total Asks answered from points that were made ahead.\n",
      "# TYPE hone_asks_prepared_total counter\nhone_asks_prepared_total ",
      service.operations.asks().from_prepared(),
      "\n# HELP hone_thoughts_total Questions that samplers answered.\n",
      "# TYPE hone_thoughts_total counter\nhone_thoughts_total ", service.operations.asks().thoughts(), "\n");
  return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = service.metrics.text(more)};
}

HttpAnswer get_openapi(Service& service, const Call&) {
  static const std::string document = openapi_document(routes(), service.version);
  return {.body = document};
}

HttpAnswer get_schema(Service&, const Call&) {
  const std::vector<MethodInfo> samplers(catalog::samplers().begin(), catalog::samplers().end());
  const std::vector<MethodInfo> pruners(catalog::pruners().begin(), catalog::pruners().end());
  return {.type = "application/schema+json", .body = codec::study_json_schema(samplers, pruners)};
}

HttpAnswer list_artefacts(Service& service, const Call& call) {
  Json list = Json::array();
  const bool all = call.grant.studies == "*";
  const std::vector<std::string> notes =
      all ? std::vector<std::string>() : covered_notes(service, call.grant);
  for (const ArtefactInfo& info : service.operations.store().artefacts(call.word("kind"))) {
    if (info.kind.starts_with(service::kServiceKind)) continue;
    if (all || begins_with_one(info.name, notes)) list.push_back(codec::to_json(info));
  }
  return json_answer({{"artefacts", list}});
}

HttpAnswer get_artefact(Service& service, const Call& call) {
  auto artefact = service.operations.store().artefact(key_of(service, call));
  if (!artefact)
    throw Error(ErrorCode::NotFound, text("there is no artefact '", call.path.at("name"), "' of this kind"),
                "GET /v1/artefacts lists them");
  HttpAnswer answer{.type = "application/octet-stream", .body = std::move(artefact->bytes)};
  answer.headers.emplace_back(
      "X-Artefact", codec::to_json(artefact->info).dump(-1, ' ', true, Json::error_handler_t::replace));
  return answer;
}

HttpAnswer put_artefact(Service& service, const Call& call) {
  const ArtefactKey key = key_of(service, call);
  ArtefactDraft draft{.kind = key.kind,
                      .name = key.name,
                      .maker = call.word("maker"),
                      .settings = call.word("settings"),
                      .bytes = call.request.body};
  if (call.query.contains("sources")) draft.sources = given_sources(call.word("sources"));
  return json_answer(codec::to_json(service.operations.store().put_artefact(draft)), 201);
}

HttpAnswer delete_artefact(Service& service, const Call& call) {
  const std::int64_t count = service.operations.store().delete_artefacts(key_of(service, call));
  if (count == 0)
    throw Error(ErrorCode::NotFound, text("there is no artefact '", call.path.at("name"), "' of this kind"),
                "GET /v1/artefacts lists them");
  return json_answer({{"deleted", count}});
}

}  // namespace hone::server
