// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "hone/server/http.hpp"
#include "hone/server/route.hpp"
#include "hone/service/access.hpp"
#include "hone/service/audit_trail.hpp"
#include "hone/service/oidc.hpp"
#include "hone/service/quota_book.hpp"

// Who calls, how much he may have, and what is kept of what he did.
namespace hone::server {

/// What a server knows of its callers.
struct Identities {
  TokenBook& tokens;
  service::QuotaBook quotas;
  service::AuditTrail audit;
  std::shared_ptr<service::Oidc> oidc = {};  ///< nothing: there are tokens of the store alone

  /// Whose token it is; `problem` says why it is nobody's. Throws Refusal(503) when that cannot be known now.
  std::optional<Grant> grant(const std::string& bearer, std::string& problem);
  /// For what lasts longer than the call; it may outlive the gate.
  Permit permit(const std::string& bearer);

  /// Bills the grant's token for the request, but for what its body says: connection, processor time, bytes.
  /// Throws service::QuotaExceeded.
  void admit(const HttpRequest& request, const Route& route, Grant& grant);
  /// The same for what the body says. To be held until the handler returns.
  service::QuotaBook::Hold reserve(const Route& route, const Call& call);

  /// Keeps what was answered to a request, when that is to be kept: what an admin did, and what only an admin
  /// may do and somebody else tried. `target`: what it was about. Returns what went wrong.
  std::string note(const Route& route, const HttpRequest& request, const Grant& grant,
                   const std::string& target, const HttpAnswer& answer);
};

/// Answers whose pieces are billed as well.
Respond billed(const Respond& respond, const std::shared_ptr<service::Meter>& meter);

/// "study svm", "token 0a1b2c3d": what the path of a request says, or the name in its body.
std::string target_text(const Call& call);

}  // namespace hone::server
