// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/codec/json.hpp"
#include "hone/remote/http_client.hpp"
#include "hone/remote/routes.hpp"

namespace hone::remote {

/// The tokens of a service, for an admin. All throw Error, as a store would.
class TokenClient {
 public:
  TokenClient(const std::string& urls, ClientOptions options)
      : client_(ServiceUrl::parse_list(urls), std::move(options)) {}

  /// The list, without secrets.
  codec::Json list() { return call("listTokens", codec::Json::object()); }
  /// The new one, with its secret.
  codec::Json create(codec::Json fields) { return call("createToken", std::move(fields)); }
  void revoke(const std::string& id) { call("revokeToken", {{"id", id}}); }

 private:
  codec::Json call(RouteName route, codec::Json fields);

  HttpClient client_;
};

}  // namespace hone::remote
