// SPDX-License-Identifier: MIT
#include "hone/server/server.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/server/events.hpp"
#include "hone/server/metrics.hpp"
#include "hone/service/ask_desk.hpp"

namespace hone::server {
namespace {

/// {"time": ..., "id": ..., "peer": ..., "caller": ..., "method": ..., "path": ..., "operation": ...,
///  "status": 200, "ms": 1.5}. Queries are left out: they may hold what is nobody's business.
std::string log_text(const HttpRequest& request, const std::string& operation, const std::string& caller,
                     int status, double seconds) {
  const Json line = {{"time", codec::iso_time(storage::system_time())},
                     {"id", request.id},
                     {"peer", request.peer},
                     {"caller", caller},
                     {"method", request.method},
                     {"path", request.target.substr(0, std::min<std::size_t>(request.target.find('?'), 300))},
                     {"operation", operation},
                     {"status", status},
                     {"ms", static_cast<double>(static_cast<std::int64_t>(seconds * 1e5)) / 100.0}};
  return line.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

struct Server::Parts {
  Parts(OpenStore open, ServerOptions given)
      : options(std::move(given)),
        operations({std::move(open), service::Store::Existing::Resume, options.lease, options.thinkers}),
        tokens([this]() -> storage::ArtefactStore& { return operations.artefacts(); }),
        events(operations),
        service{operations, events, metrics, options.read_only, options.address, options.version},
        gate(service, tokens, with_tokens(), log_line()) {
    if (!is_loopback(options.listen.host) && !asks)
      throw Error(
          ErrorCode::InvalidArgument,
          text("'", options.listen.host, "' can be reached from other machines, and the store has no tokens"),
          "make one with 'hone token create admin', or leave --host out");
    listener.emplace(
        options.listen,
        [this](const HttpRequest& request, const Respond& respond) { gate.handle(request, respond); },
        metrics, [this](const HttpRequest& head) { return gate.refusal_of(head); });
  }

  ~Parts() { operations.end_desks(); }  // whose answers go through the others

  GateOptions with_tokens() {
    GateOptions gate_options = options.gate;
    asks = gate_options.tokens || tokens.any();
    gate_options.tokens = asks;
    gate_options.limits.line = options.listen.body;
    return gate_options;
  }

  LogLine log_line() {
    if (!options.log) return {};
    return [this](const HttpRequest& request, const std::string& operation, const std::string& caller,
                  int status,
                  double seconds) { options.log(log_text(request, operation, caller, status, seconds)); };
  }

  void stop(double seconds) {
    if (!listener) return;
    gate.close();
    operations.close();  // answers may only come while there is a listener
    listener->stop(seconds);
    listener.reset();
  }

  ServerOptions options;
  bool asks = false;
  Metrics metrics;
  service::Operations operations;
  TokenBook tokens;
  EventHub events;
  Service service;
  Gate gate;
  std::optional<Listener> listener;
};

Server::Server(OpenStore open, ServerOptions options)
    : parts_(std::make_unique<Parts>(std::move(open), std::move(options))) {}

Server::~Server() { parts_->stop(1.0); }

std::string Server::url() const { return parts_->listener->url(); }
std::uint16_t Server::port() const { return parts_->listener->port(); }
bool Server::asks_for_tokens() const { return parts_->asks; }
void Server::stop(double seconds) { parts_->stop(seconds); }
bool Server::thinking() const { return parts_->operations.asks().thinking() > 0; }

}  // namespace hone::server
