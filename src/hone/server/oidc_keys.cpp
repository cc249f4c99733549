// SPDX-License-Identifier: MIT
#include "hone/server/oidc_keys.hpp"

#include <memory>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/codec/files.hpp"
#include "hone/remote/http_client.hpp"
#include "hone/server/server.hpp"

namespace hone::server {
namespace {

constexpr double kKeyTime = 5.0;  // seconds, for a connection and for an answer

std::string fetched(remote::HttpClient& client, const std::string& target) {
  const remote::HttpResponse response = client.send({.method = "GET", .target = target, .seconds = kKeyTime});
  if (response.status == 200) return response.body;
  throw Error(ErrorCode::System, text(client.place(), " answered ", response.status, " instead of keys"),
              "give the jwks_uri of the identity provider");
}

}  // namespace

bool is_key_address(const std::string& place) {
  return place.starts_with("https://") || place.starts_with("http://");
}

service::Oidc::ReadKeys key_source(const std::string& place) {
  if (!is_key_address(place)) return [place] { return codec::read_file(place); };
  const remote::ServiceUrl url = remote::ServiceUrl::parse(place);
  if (!url.tls && !is_loopback(url.host))
    throw Error(ErrorCode::InvalidArgument,
                text("keys from '", place, "' could be replaced on their way, as it has no TLS"),
                "write https://, or keep the keys in a file");
  auto client = std::make_shared<remote::HttpClient>(
      std::vector{url},
      remote::ClientOptions{.ca_file = catalog::service_access().ca_file, .connect_time = kKeyTime});
  // The path is in front of every target.
  return [client, target = std::string(url.prefix.empty() ? "/" : "")] { return fetched(*client, target); };
}

}  // namespace hone::server
