// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>

#include "hone/codec/request.hpp"
#include "hone/runner/moment.hpp"
#include "hone/server/assets.hpp"
#include "hone/server/identities.hpp"
#include "hone/server/route.hpp"
#include "hone/service/access.hpp"

namespace hone::server {

struct GateOptions {
  /// Where the server has no tokens: what callers may do. Only for loopback.
  Role without_token = Role::Admin;
  /// Whether everybody must bring a token, even while the store has none.
  bool tokens = false;
  /// Requests per second of one address, on average; bursts of twice as many. 0: any number.
  double rate = 0.0;
  codec::RequestLimits limits = {};
  std::span<const EmbeddedFile> assets = {};
};

/// What the gate came to know of a request on its way.
struct Passing {
  const Route* route = nullptr;
  std::string operation = "none";
  Grant grant = {};
  std::string target = {};  ///< what it is about, for the audit trail
};

/// Writes one line about an answered request; `detail` is what went wrong, in words for the log alone.
using LogLine =
    std::function<void(const HttpRequest&, const std::string& operation, const std::string& caller,
                       int status, double seconds, const std::string& detail)>;

/// True for the two requests that ask how the server is, which wait for nobody.
bool is_probe(const HttpRequest& request);

/// From a request to the handler that may answer it: checks where it comes from, who makes it and whether
/// that is allowed, before anything of it is read. Everything that can be refused without looking at a study
/// is refused here.
class Gate {
 public:
  Gate(Service& service, Identities& identities, GateOptions options, LogLine log = {});

  /// Answers once, now or later.
  void handle(const HttpRequest& request, const Respond& respond);

  /// What a request is refused with whatever its body is; nothing when the body is to be read.
  std::optional<HttpAnswer> refusal_of(const HttpRequest& head);

  /// Whether everybody must bring a token: from the first one on that the store has.
  bool asks_for_tokens();

  /// From now on nothing new is begun (503).
  void close() noexcept { closed_ = true; }

 private:
  void pass(const HttpRequest& request, const Respond& respond, Passing& passing);
  void note(const HttpRequest& head, const Passing& passing, HttpAnswer& answer);
  void require_own_site(const HttpRequest& request);
  void require_rate(const HttpRequest& request, double cost);
  Grant grant_of(const HttpRequest& request, const Route& route);
  void require_allowed(const Route& route, const Call& call) const;
  codec::Node body_of(const HttpRequest& request, const Route& route) const;

  Service& service_;
  Identities& identities_;
  GateOptions options_;
  LogLine log_;
  std::atomic<bool> asks_;
  std::atomic<bool> closed_{false};
  /// How much an address may still ask for.
  struct Bucket {
    double left = 0.0;
    runner::Moment seen;
  };
  std::mutex mutex_;
  std::map<std::string, Bucket> buckets_;
  std::map<std::string, Bucket> failures_;  // of those who brought a wrong token
};

}  // namespace hone::server
