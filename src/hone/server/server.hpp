// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "hone/server/gate.hpp"
#include "hone/server/listener.hpp"

namespace hone::service {
class Operations;
}  // namespace hone::service

namespace hone::server {

struct ServerOptions {
  ListenOptions listen = {};
  GateOptions gate = {};
  bool read_only = false;
  std::string address = "hone.db";  ///< of the store, for messages
  std::string version = {};
  std::int64_t lease = 30'000;  ///< milliseconds: how long a silent worker is watched before it is given up
  int thinkers = 2;             ///< threads in which samplers think
  service::BackupPlan backup = {};
  /// Judges tokens of an identity provider beside those of the store; with it everybody must bring one.
  std::shared_ptr<service::Oidc> oidc = {};
  /// Is given one line of JSON without its end for each request; nothing: no log.
  std::function<void(const std::string&)> log = {};
  /// The same for what happens by itself: backups, renewed certificates, being drained.
  std::function<void(const std::string&)> event_log = {};
};

/// True for an address that only this machine can reach.
bool is_loopback(const std::string& host);

/// The service: studies of one store over HTTP. Any number of them may serve one store.
class Server {
 public:
  using OpenStore = std::function<std::unique_ptr<storage::Storage>(bool must_exist)>;

  /// Begins to serve. Throws Error(InvalidArgument) when it would be reachable from other machines and the
  /// store has no tokens.
  Server(OpenStore open, ServerOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::string url() const;
  std::uint16_t port() const;
  bool asks_for_tokens() const;
  /// What it serves, for who starts it and wants to know more.
  service::Operations& operations();
  /// From now on nothing new is handed out, and /readyz says so; whoever has a trial is served as ever. Or
  /// back to normal.
  void drain(bool on);
  /// Reads the certificate anew (Listener::renew_certificate).
  void renew_certificate();
  /// Ends in good order: requests that were begun are answered, long polls and streams end.
  void stop(double seconds = 10.0);
  /// True while a sampler thinks, a backup is written or a request is still being handled, for which the
  /// destructor would wait: after stop() a program may leave with std::_Exit instead, as everything that was
  /// acknowledged is stored.
  bool busy() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hone::server
