// SPDX-License-Identifier: MIT
#include "hone/base/text.hpp"
#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/codec/json_schema.hpp"
#include "hone/server/events.hpp"
#include "hone/server/handlers.hpp"
#include "hone/server/metrics.hpp"
#include "hone/server/openapi.hpp"
#include "hone/service/ask_desk.hpp"

namespace hone::server {
namespace {

ArtefactKey key_of(const Call& call) {
  const std::string& kind = call.path.at("kind");
  if (kind.starts_with(service::kServiceKind))
    throw Refusal(403, "forbidden", text("artefacts of kind '", kind, "' are the server's own"));
  return {kind, call.path.at("name"), call.word("hash")};
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
    service.operations.require_there();
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
  for (const ArtefactInfo& info : service.operations.artefacts().artefacts(call.word("kind"))) {
    if (!info.kind.starts_with(service::kServiceKind)) list.push_back(codec::to_json(info));
  }
  return json_answer({{"artefacts", list}});
}

HttpAnswer get_artefact(Service& service, const Call& call) {
  auto artefact = service.operations.artefacts().artefact(key_of(call));
  if (!artefact)
    throw Error(ErrorCode::NotFound, text("there is no artefact '", call.path.at("name"), "' of this kind"),
                "GET /v1/artefacts lists them");
  HttpAnswer answer{.type = "application/octet-stream", .body = std::move(artefact->bytes)};
  answer.headers.emplace_back(
      "X-Artefact", codec::to_json(artefact->info).dump(-1, ' ', true, Json::error_handler_t::replace));
  return answer;
}

HttpAnswer put_artefact(Service& service, const Call& call) {
  const ArtefactKey key = key_of(call);
  ArtefactDraft draft{.kind = key.kind,
                      .name = key.name,
                      .maker = call.word("maker"),
                      .settings = call.word("settings"),
                      .bytes = call.request.body};
  if (call.query.contains("sources")) draft.sources = given_sources(call.word("sources"));
  return json_answer(codec::to_json(service.operations.artefacts().put_artefact(draft)), 201);
}

HttpAnswer delete_artefact(Service& service, const Call& call) {
  const std::int64_t count = service.operations.artefacts().delete_artefacts(key_of(call));
  if (count == 0)
    throw Error(ErrorCode::NotFound, text("there is no artefact '", call.path.at("name"), "' of this kind"),
                "GET /v1/artefacts lists them");
  return json_answer({{"deleted", count}});
}

}  // namespace hone::server
