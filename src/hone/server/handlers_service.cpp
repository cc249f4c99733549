// SPDX-License-Identifier: MIT
#include "hone/base/text.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/server/events.hpp"
#include "hone/server/handlers.hpp"
#include "hone/server/openapi.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/artefact_gate.hpp"
#include "hone/service/ask_desk.hpp"

namespace hone::server {
namespace {

ArtefactKey key_of(const Call& call) {
  const std::string& kind = call.path.at("kind");
  if (service::is_service_kind(kind))
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
                      {"read_only", service.read_only},
                      {"draining", service.draining.load()}});
}

HttpAnswer get_health(Service&, const Call&) { return json_answer({{"ok", true}}); }

void get_readiness(Service& service, const Call&, const Respond& respond) {
  const auto answer = [respond](std::optional<ErrorCode> problem) {
    respond(problem ? error_answer(503, code_name(*problem), failure_text(*problem))
                    : json_answer({{"ok", true}}));
  };
  if (service.draining) return respond(error_answer(503, "draining", "the server is being drained"));
  if (service.probe != nullptr) return service.probe->ask(answer);
  try {
    service.operations.require_there();
  } catch (const Error& error) {
    return answer(error.code());
  }
  answer(std::nullopt);
}

HttpAnswer drain_server(Service& service, const Call& call) {
  service.drain(call.word("state", "on") == "on");
  return json_answer({{"draining", service.draining.load()}});
}

void Service::drain(bool on) {
  if (draining.exchange(on) == on) return;
  operations.asks().turn_away(on);
  if (on_drain) on_drain(on);
}

HttpAnswer get_openapi(Service& service, const Call&) {
  static const std::string document = openapi_document(routes(), service.version);
  return {.body = document};
}

HttpAnswer get_schema(Service&, const Call&) {
  return {.type = "application/schema+json", .body = codec::json_text(service::answers::study())};
}

HttpAnswer list_artefacts(Service& service, const Call& call) {
  Json list = Json::array();
  for (const ArtefactInfo& info : service.operations.artefacts().artefacts(call.word("kind"))) {
    if (!service::is_service_kind(info.kind)) list.push_back(codec::to_json(info));
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
  service::require_writable(draft);
  return json_answer(codec::to_json(service.operations.artefacts().put_artefact(draft)), 201);
}

HttpAnswer delete_artefact(Service& service, const Call& call) {
  const ArtefactKey key = key_of(call);
  const std::int64_t count = service.operations.artefacts().delete_artefacts(key);
  if (count == 0)
    throw Error(ErrorCode::NotFound, text("there is no artefact '", call.path.at("name"), "' of this kind"),
                "GET /v1/artefacts lists them");
  return json_answer({{"deleted", count}});
}

}  // namespace hone::server
