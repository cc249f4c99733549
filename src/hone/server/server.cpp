// SPDX-License-Identifier: MIT
#include "hone/server/server.hpp"

#include <algorithm>
#include <chrono>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/runner/moment.hpp"
#include "hone/server/events.hpp"
#include "hone/server/metrics.hpp"
#include "hone/service/ask_desk.hpp"

namespace hone::server {
namespace {

/// {"time": ..., "id": ..., "peer": ..., "caller": ..., "method": ..., "path": ..., "operation": ...,
///  "status": 200, "ms": 1.5}, and "error" of what failed. Queries are left out: they may hold what is
///  nobody's business.
std::string log_text(const HttpRequest& request, const std::string& operation, const std::string& caller,
                     int status, double seconds, const std::string& detail) {
  Json line = {{"time", codec::iso_time(storage::system_time())},
               {"id", request.id},
               {"peer", request.peer},
               {"caller", caller},
               {"method", request.method},
               {"path", request.target.substr(0, std::min<std::size_t>(request.target.find('?'), 300))},
               {"operation", operation},
               {"status", status},
               {"ms", static_cast<double>(static_cast<std::int64_t>(seconds * 1e5)) / 100.0}};
  if (!detail.empty()) line["error"] = detail;
  return line.dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// {"time": ..., "event": ..., "ok": true}, with what it was about, and "error" of what failed.
std::string event_text(const std::string& event, const std::string& detail, const std::string& error) {
  Json line = {{"time", codec::iso_time(storage::system_time())}, {"event", event}, {"ok", error.empty()}};
  if (!detail.empty()) line["detail"] = detail;
  if (!error.empty()) line["error"] = error;
  return line.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

struct Server::Parts {
  Parts(OpenStore opener, ServerOptions given)
      : options(std::move(given)),
        open(std::move(opener)),
        meter(std::make_shared<service::StoreMeter>()),
        operations({.open = metered_open(),
                    .existing = service::Store::Existing::Resume,
                    .lease = options.lease,
                    .thinkers = options.thinkers,
                    .tell = warning_log()}),
        tokens([this]() -> storage::ArtefactStore& { return operations.artefacts(); }),
        events(operations),
        probe([open = this->open] { return open(true); }, !options.read_only),
        identities{.tokens = tokens,
                   .quotas{access, operations.list()},
                   .audit = service::AuditTrail(access),
                   .oidc = options.oidc},
        service{operations,      events, metrics,     options.read_only, options.address,
                options.version, &probe, &identities, meter.get()},
        gate(service, identities, with_tokens(), log_line()) {
    if (!is_loopback(options.listen.host) && !asks)
      throw Error(
          ErrorCode::InvalidArgument,
          text("'", options.listen.host, "' can be reached from other machines, and the store has no tokens"),
          "make one with 'hone token create admin', or leave --host out");
    begin_backups();
    options.listen.on_event = [this](const std::string& event, const std::string& error) {
      note_event(event, "", error);
    };
    service.on_drain = [this](bool on) { note_event(on ? "drained" : "no_longer_drained", "", ""); };
    listener.emplace(
        options.listen,
        [this](const HttpRequest& request, const Respond& respond) { gate.handle(request, respond); },
        lane_of, metrics, [this](const HttpRequest& head) { return gate.refusal_of(head); }, is_probe,
        takes_file);
  }

  ~Parts() { operations.end_desks(); }  // whose answers go through the others

  OpenStore metered_open() {
    return
        [open = open, meter = meter](bool must_exist) { return service::metered(open(must_exist), meter); };
  }

  void begin_backups() {
    if (options.backup.folder.empty()) return;
    backups.emplace(
        options.backup, [open = open] { return open(true); },
        [this](const std::string& file, const std::string& error) { note_event("backup", file, error); });
    service.backups = &*backups;
  }

  void note_event(const std::string& event, const std::string& detail, const std::string& error) {
    if (options.event_log) options.event_log(event_text(event, detail, error));
  }

  GateOptions with_tokens() {
    GateOptions gate_options = options.gate;
    asks = gate_options.tokens || options.oidc || tokens.any();
    gate_options.tokens = asks;
    gate_options.limits.line = options.listen.body;
    return gate_options;
  }

  LogLine log_line() {
    if (!options.log) return {};
    return [this](const HttpRequest& request, const std::string& operation, const std::string& caller,
                  int status, double seconds, const std::string& detail) {
      options.log(log_text(request, operation, caller, status, seconds, detail));
    };
  }

  /// {"time": ..., "warning": ...}
  std::function<void(const std::string&)> warning_log() const {
    if (!options.log) return {};
    return [log = options.log](const std::string& what) {
      log(Json({{"time", codec::iso_time(storage::system_time())}, {"warning", what}})
              .dump(-1, ' ', true, Json::error_handler_t::replace));
    };
  }

  void stop(double seconds) {
    if (!listener) return;
    const auto end = runner::after(std::chrono::steady_clock::now(), seconds);
    gate.close();
    operations.close(seconds);  // answers may only come while there is a listener
    listener->stop(std::max(0.0, runner::seconds_between(std::chrono::steady_clock::now(), end)));
    if (!listener->busy()) listener.reset();
  }

  ServerOptions options;
  OpenStore open;
  bool asks = false;
  Metrics metrics;
  std::shared_ptr<service::StoreMeter> meter;
  service::Operations operations;
  std::function<storage::AccessStore&()> access = [this]() -> auto& { return operations.accesses(); };
  TokenBook tokens;
  EventHub events;
  service::StoreProbe probe;
  Identities identities;
  Service service;
  std::optional<service::BackupSchedule> backups;
  Gate gate;
  std::optional<Listener> listener;
};

Server::Server(OpenStore open, ServerOptions options)
    : parts_(std::make_unique<Parts>(std::move(open), std::move(options))) {}

Server::~Server() { parts_->stop(1.0); }

std::string Server::url() const { return parts_->listener->url(); }
std::uint16_t Server::port() const { return parts_->listener->port(); }
bool Server::asks_for_tokens() const { return parts_->asks; }
service::Operations& Server::operations() { return parts_->operations; }
void Server::drain(bool on) { parts_->service.drain(on); }
void Server::renew_certificate() {
  if (parts_->listener) parts_->listener->renew_certificate();
}
void Server::stop(double seconds) { parts_->stop(seconds); }
bool Server::busy() const {
  return (parts_->backups && parts_->backups->busy()) || parts_->operations.asks().thinking() > 0 ||
         (parts_->listener && parts_->listener->busy());
}

}  // namespace hone::server
