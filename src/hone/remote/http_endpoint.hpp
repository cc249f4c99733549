// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/net/tls.hpp"
#include "hone/remote/http_client.hpp"
#include "hone/remote/http_link.hpp"

namespace hone::remote {

/// A server did not answer.
struct EndpointFailure {
  Error error;
  bool sent = false;  ///< the request may have arrived
};

/// True for an answer that says: not here, not now. A store that is busy or full is so for every server.
bool is_unavailable(const HttpResponse& response);

/// One server: the connections to it, and how long it is left alone after a failure. Safe to call from
/// several threads.
class HttpEndpoint {
 public:
  HttpEndpoint(ServiceUrl url, const ClientOptions& options);

  /// Throws EndpointFailure.
  HttpResponse send(const ClientRequest& request);
  const std::string& address() const noexcept { return address_; }

 private:
  std::string head_of(const ClientRequest& request) const;
  void require_turn();
  void note_success();
  void note_failure(const std::string& what);
  std::unique_ptr<Link> take();
  void keep(std::unique_ptr<Link> link);
  void leave();

  ServiceUrl url_;
  std::string address_;
  std::string token_;
  double connect_time_;
  std::optional<net::Tls> tls_;
  std::mutex mutex_;  // guards all below
  std::vector<std::unique_ptr<Link>> idle_;
  int failures_ = 0;  // in a row
  std::chrono::steady_clock::time_point not_before_;
  std::string last_failure_;
  std::mt19937 jitter_{std::random_device{}()};
};

}  // namespace hone::remote
