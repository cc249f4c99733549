// SPDX-License-Identifier: MIT
// The bytes of files that trials leave.
#include <array>

#include "hone/base/error.hpp"
#include "hone/base/percent.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/trial_artefact.hpp"
#include "hone/server/events.hpp"
#include "hone/server/handlers.hpp"
#include "hone/service/trial_artefacts.hpp"

namespace hone::server {
namespace {

std::int64_t trial_number(const Call& call) {
  const auto number = parse_integer(call.path.at("number"));
  if (number && *number >= 0) return *number;
  throw Refusal(400, "invalid_argument",
                text("'", call.path.at("number").substr(0, 40), "' is not the number of a trial"));
}

/// What a browser may show by itself: pictures, which run nothing.
bool is_picture(const std::string& type) { return type.starts_with("image/"); }

}  // namespace

HttpAnswer put_trial_artefact(Service& service, const Call& call) {
  const std::string& name = call.path.at("name");
  const std::int64_t number = trial_number(call);
  const std::int64_t token = call.integer("token", 0);
  const storage::MemorySource nothing("");
  const storage::ByteSource& bytes = call.request.file ? *call.request.file : nothing;
  if (token == 0 && call.grant.role < Role::Admin)
    throw Refusal(
        403, "forbidden",
        "adding an artefact to a trial that one does not run needs the role admin; who runs it sends "
        "its 'client' and the 'token' of the trial");
  const TrialArtefact kept =
      token == 0 ? service::add_artefact(service.operations, call.study(), number, name, bytes)
                 : service::keep_far(service.operations, call.study(), {.number = number, .token = token},
                                     call.word("client"), name, bytes);
  service.events.news(call.study());
  return json_answer(codec::to_json(kept), 201);
}

HttpAnswer get_trial_artefact(Service& service, const Call& call) {
  auto artefact =
      service::open_artefact(service.operations, call.study(), trial_number(call), call.path.at("name"));
  const TrialArtefact& info = artefact.info;
  const std::string file = percent_encoded(info.name);
  HttpAnswer answer{.type = info.type};
  answer.headers.emplace_back("X-Artefact",
                              codec::to_json(info).dump(-1, ' ', true, Json::error_handler_t::replace));
  answer.headers.emplace_back("ETag", text("\"", info.hash, "\""));
  answer.headers.emplace_back("Cache-Control", "no-store");
  // Whatever a trial wrote is data: it is neither run nor shown as a page of this site.
  answer.headers.emplace_back("X-Content-Type-Options", "nosniff");
  answer.headers.emplace_back("Content-Security-Policy", "sandbox; default-src 'none'");
  answer.headers.emplace_back("Content-Disposition", text(is_picture(info.type) ? "inline" : "attachment",
                                                          "; filename*=UTF-8''", file));
  answer.more = service::ArtefactPieces(std::move(artefact));
  return answer;
}

}  // namespace hone::server
