// SPDX-License-Identifier: MIT
#include "hone/server/identity_routes.hpp"

#include "hone/base/text.hpp"
#include "hone/codec/request.hpp"
#include "hone/server/handlers.hpp"
#include "hone/server/identities.hpp"
#include "hone/service/token_form.hpp"

namespace hone::server {
namespace {

constexpr std::int64_t kUsualEntries = 100;
constexpr std::int64_t kMostEntries = 1000;

HttpAnswer list_tokens(Service& service, const Call&) {
  Json list = Json::array();
  for (const service::TokenInfo& token : service.identities->tokens.list())
    list.push_back(service::token_json(token));
  return json_answer({{"tokens", list}});
}

// Only who may do everything gets here, so that no role and no pattern is wider than his own. Limits would
// be: each token that he made would have as much again.
HttpAnswer create_token(Service& service, const Call& call) {
  if (call.grant.limits.any())
    throw Refusal(403, "forbidden", "a token with limits of its own makes no others; use one without");
  service::TokenInfo info =
      codec::read_request<service::TokenForm>(call.body).token(service.identities->tokens.now());
  const std::string secret = service.identities->tokens.create(info);
  Json made = service::token_json(info);
  made["token"] = secret;
  HttpAnswer answer = json_answer(made, 201);
  answer.headers.emplace_back("Cache-Control", "no-store");
  answer.subject = service::made_text(info);
  return answer;
}

HttpAnswer revoke_token(Service& service, const Call& call) {
  const std::string& id = call.path.at("id");
  if (!service.identities->tokens.revoke(id))
    throw Error(ErrorCode::NotFound, text("there is no token of id '", id, "'"), "GET /v1/tokens lists them");
  return json_answer({{"revoked", id}});
}

HttpAnswer get_audit(Service& service, const Call& call) {
  Json list = Json::array();
  const auto entries =
      service.identities->audit.entries(call.integer("since", -1), call.integer("limit", kUsualEntries));
  for (const service::AuditEntry& entry : entries) list.push_back(service::audit_json(entry));
  return json_answer({{"entries", list}});
}

}  // namespace

std::vector<Route> identity_routes() {
  return {
      {.method = "GET",
       .pattern = "/v1/tokens",
       .role = Role::Admin,
       .operation = "listTokens",
       .summary = "The tokens of the store, without their secrets",
       .handler = at_once<list_tokens>,
       .whole_store = true},
      {.method = "POST",
       .pattern = "/v1/tokens",
       .role = Role::Admin,
       .operation = "createToken",
       .summary = "Makes a token and shows its secret, once",
       .handler = at_once<create_token>,
       .body = Body::Object,
       .whole_store = true,
       .request = codec::shape_of<service::TokenForm>},
      {.method = "DELETE",
       .pattern = "/v1/tokens/{id}",
       .role = Role::Admin,
       .operation = "revokeToken",
       .summary = "Takes a token away",
       .handler = at_once<revoke_token>,
       .whole_store = true},
      {.method = "GET",
       .pattern = "/v1/audit",
       .role = Role::Admin,
       .operation = "getAudit",
       .summary = "What admins did, and who tried what only they may do",
       .handler = at_once<get_audit>,
       .query = {whole_field("since"), whole_field("limit", 1, kMostEntries)},
       .whole_store = true},
  };
}

}  // namespace hone::server
