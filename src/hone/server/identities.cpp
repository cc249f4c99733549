// SPDX-License-Identifier: MIT
#include "hone/server/identities.hpp"

#include "hone/base/text.hpp"
#include "hone/core/value.hpp"

namespace hone::server {
namespace {

/// The name that a definition in the body has; empty when there is none.
std::string name_in(const codec::Node& body) {
  const codec::Node* name = body.map() != nullptr ? body.find("name") : nullptr;
  const Value* word = name != nullptr ? name->scalar() : nullptr;
  const auto* text = word != nullptr ? std::get_if<std::string>(word) : nullptr;
  return text != nullptr ? *text : "";
}

/// What an answer says that was wrong; empty when it says nothing.
std::string message_of(const HttpAnswer& answer) {
  if (answer.status < 400) return "";
  const Json json = Json::parse(answer.body, nullptr, false);
  if (!json.is_object() || !json.contains("error")) return "";
  return json.at("error").value("message", "");
}

}  // namespace

std::optional<Grant> Identities::grant(const std::string& bearer, std::string& problem) {
  if (!oidc || !service::Oidc::is_meant(bearer)) {
    problem = "the token is unknown, revoked or has expired";
    return tokens.check(bearer);
  }
  try {
    service::OidcVerdict verdict = oidc->check(bearer);
    problem = std::move(verdict.problem);
    return std::move(verdict.grant);
  } catch (const service::KeysUnreachable& error) {
    throw Refusal(503, "unavailable", "the keys of the identity provider cannot be read now; try again soon",
                  {}, error.what());
  }
}

Permit Identities::permit(const std::string& bearer) {
  if (!oidc || !service::Oidc::is_meant(bearer))
    return [&book = tokens, bearer] { return book.check(bearer).has_value(); };
  return [provider = oidc, bearer] { return provider->check(bearer).grant.has_value(); };
}

void Identities::admit(const HttpRequest& request, const Route& route, Grant& grant) {
  if (!grant.limits.any()) {
    if (request.connection) *request.connection = {};
    return;
  }
  if (request.connection && request.connection->token != grant.id) {
    *request.connection = {.refused = true};
    *request.connection = {.token = grant.id, .hold = quotas.connection(grant)};
  }
  quotas.meter(grant);
  if (route.changes_something()) quotas.send(grant, request.sent());
}

service::QuotaBook::Hold Identities::reserve(const Route& route, const Call& call) {
  if (route.operation != "createStudy" || !call.grant.limits.studies) return nullptr;
  return quotas.study(call.grant, name_in(call.body));
}

std::string Identities::note(const Route& route, const HttpRequest& request, const Grant& grant,
                             const std::string& target, const HttpAnswer& answer) {
  if (route.role != Role::Admin || grant.role == Role::None) return "";
  const bool done = answer.status < 400 && route.changes_something();
  // A failure may have changed something; a store that does not answer would not take the entry either.
  const bool failed = answer.status >= 500 && answer.status != 503 && route.changes_something();
  if (!done && !failed && answer.status != 403) return "";
  return audit.note({.who = grant.audit_name(),
                     .origin = request.peer,
                     .what = route.operation,
                     .target = answer.subject.empty() ? target : answer.subject,
                     .status = answer.status,
                     .detail = message_of(answer)});
}

Respond billed(const Respond& respond, const std::shared_ptr<service::Meter>& meter) {
  if (!meter) return respond;
  return [respond, meter](HttpAnswer answer) {
    if (answer.more) {
      answer.more = [more = std::move(answer.more), meter] {
        const service::MeteredScope scope(meter);
        return more();
      };
    }
    respond(std::move(answer));
  };
}

std::string target_text(const Call& call) {
  std::string text;
  for (const auto& [name, value] : call.path) text += (text.empty() ? "" : ", ") + name + " " + value;
  const std::string name = name_in(call.body);
  if (!name.empty()) text += (text.empty() ? "" : ", ") + std::string("name ") + name;
  return text;
}

}  // namespace hone::server
