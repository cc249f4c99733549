// SPDX-License-Identifier: MIT
#include "hone/server/listener.hpp"

#include <algorithm>
#include <utility>  // Boost 1.74 forgets it

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/server/metrics.hpp"
#include "hone/server/renewed_tls.hpp"
#include "hone/server/session.hpp"

namespace hone::server {
namespace {

namespace asio = boost::asio;
using net::tcp;

constexpr int kProbeRoom = 16;  // connections on which probes alone are answered, beyond all others

[[noreturn]] void cannot_listen(const ListenOptions& options, const std::string& why) {
  throw Error(ErrorCode::System, text("cannot listen at ", options.host, ":", options.port, ": ", why),
              "choose another --port");
}

}  // namespace

struct Listener::Parts {
  Parts(ListenOptions given, HttpHandler handler, HttpLane lane, HttpCheck check, HttpQuick quick,
        HttpTakesFile takes_file, Metrics& metrics)
      : site{.options = std::move(given),
             .handler = std::move(handler),
             .check = std::move(check),
             .quick = std::move(quick),
             .takes_file = std::move(takes_file),
             .metrics = metrics,
             .lane_of = std::move(lane),
             .lanes = lanes,
             .ended = [this] { note_end(); },
             .held = [this](const std::string& peer) { dismiss(longest_of_address(peer)); }},
        acceptor(asio::make_strand(io)),
        lanes(site.options.workers, &metrics) {}
  ~Parts() { end(); }

  void bind() {
    const ListenOptions& options = site.options;
    error_code error;
    tcp::resolver resolver(io);
    const auto found = resolver.resolve(options.host, std::to_string(options.port), error);
    if (error || found.empty()) cannot_listen(options, error.message());
    const tcp::endpoint end = found.begin()->endpoint();
    acceptor.open(end.protocol(), error);
    if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor.bind(end, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) cannot_listen(options, error.message());
  }

  void load_certificate() {
    const ListenOptions& options = site.options;
    if (options.certificate.empty()) {
      if (options.client_ca.empty()) return;
      throw Error(ErrorCode::InvalidArgument, "certificates of clients are asked for through TLS only",
                  "give --tls-cert and --tls-key, too");
    }
    certificate.emplace(
        net::TlsFiles{.certificate = options.certificate, .key = options.key, .ca = options.client_ca});
    site.metrics.certificate(certificate->tls().expires());
  }

  void renew_certificate(bool always) {
    if (!certificate) return;
    const RenewedTls::Outcome outcome = certificate->renew(always);
    if (!outcome.tried) return;
    site.metrics.certificate(certificate->tls().expires());
    if (!outcome.error.empty()) site.metrics.certificate_refused();
    if (site.options.on_event) site.options.on_event("certificate_renewed", outcome.error);
  }

  void watch_certificate() {
    if (!certificate) return;
    watch.expires_after(milliseconds_of(site.options.certificate_look));
    watch.async_wait([this](error_code error) {
      if (error || site.closing) return;
      renew_certificate(false);
      watch_certificate();
    });
  }

  void start() {
    accept();
    watch_certificate();
    for (int i = 0; i < std::max(site.options.io_threads, 1); ++i) threads.emplace_back([this] { io.run(); });
  }

  void accept() {
    acceptor.async_accept(asio::make_strand(io), [this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted || site.closing) return;
      if (error) return pause();  // no descriptors left, say
      admit(std::move(socket));
      accept();
    });
  }

  void pause() {
    breath.expires_after(std::chrono::milliseconds(100));
    breath.async_wait([this](error_code error) {
      if (!error) accept();
    });
  }

  void admit(tcp::socket socket) {
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    const int crowd = site.crowd;
    const bool full = site.metrics.connections() - crowd >= site.options.connections;
    if (full && crowd >= 2 * kProbeRoom) {
      static const std::string kFull =
          "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Type: "
          "application/json\r\nContent-Length: 81\r\n\r\n"
          R"({"error":{"code":"unavailable","message":"too many connections; try again soon"}})";
      socket.non_blocking(true, ignored);
      socket.write_some(asio::buffer(kFull), ignored);
      return;
    }
    enlist(std::make_shared<Session>(
        site,
        certificate ? certificate->tls().accepted(std::move(socket)) : net::plain_channel(std::move(socket)),
        full ? Admission::Probes : Admission::Everybody));
  }

  void enlist(const std::shared_ptr<Session>& session) {
    {
      const std::lock_guard guard(mutex);
      ++alive;
      std::erase_if(sessions, [](const auto& weak) { return weak.expired(); });
      sessions.push_back(session);
    }
    session->run();
    dismiss(session->admission() == Admission::Probes ? longest_in_crowd()
                                                      : longest_of_address(session->peer()));
  }

  static void dismiss(const std::shared_ptr<Session>& session) {
    if (session) session->dismiss();
  }

  /// Of an address that has more connections than it may keep waiting; nothing when it has not. So nobody
  /// keeps others out by connections that he does not use.
  std::shared_ptr<Session> longest_of_address(const std::string& peer) {
    const ListenOptions& options = site.options;
    const int most = options.waiting_of_address > 0 ? options.waiting_of_address : options.connections / 2;
    if (site.metrics.connections() <= most || net::is_trusted(peer, options.proxies)) return nullptr;
    return longest_waiting(most, [&](const Session& session) { return session.peer() == peer; });
  }

  /// Nobody keeps probes out by connections on which he asks nothing.
  std::shared_ptr<Session> longest_in_crowd() {
    return longest_waiting(kProbeRoom,
                           [](const Session& session) { return session.admission() == Admission::Probes; });
  }

  /// Of those that are meant, when more than `most` of them wait.
  template <class Meant>
  std::shared_ptr<Session> longest_waiting(int most, const Meant& meant) {
    std::shared_ptr<Session> longest;
    std::optional<std::chrono::steady_clock::time_point> least;
    int waiting = 0;
    for (const auto& session : living()) {
      const auto one = meant(*session) ? session->waiting_since() : std::nullopt;
      if (!one) continue;
      ++waiting;
      if (least && *least <= *one) continue;
      least = one;
      longest = session;
    }
    return waiting > most ? longest : nullptr;
  }

  void note_end() {
    const std::lock_guard guard(mutex);
    --alive;
    ended.notify_all();
  }

  std::vector<std::shared_ptr<Session>> living() {
    const std::lock_guard guard(mutex);
    std::vector<std::shared_ptr<Session>> found;
    for (const auto& weak : sessions)
      if (auto session = weak.lock()) found.push_back(std::move(session));
    return found;
  }

  void stop(double seconds) {
    if (threads.empty()) return;
    site.closing = true;
    asio::post(acceptor.get_executor(), [this] {
      error_code ignored;
      acceptor.close(ignored);
      breath.cancel();
      watch.cancel();
    });
    for (const auto& session : living()) session->retire();
    wait_gone(seconds);
    for (const auto& session : living()) session->abort();
    lanes.stop();
    wait_gone(2.0);
    io.stop();
    for (std::thread& thread : threads) thread.join();
    threads.clear();
    if (lanes.wait_idle(1.0)) end();
  }

  bool gone() {
    const std::lock_guard guard(mutex);
    return alive == 0;
  }

  void wait_gone(double seconds) {
    std::unique_lock lock(mutex);
    ended.wait_for(lock, milliseconds_of(seconds), [this] { return alive == 0; });
  }

  // What is left of the sessions ends here, while everything that they use is still there.
  void end() {
    lanes.stop();
    while (!lanes.wait_idle(1.0)) continue;
    for (int i = 0; i < 100 && !gone(); ++i) {
      io.restart();
      io.run_for(std::chrono::milliseconds(10));
    }
  }

  asio::io_context io;
  // A connection whose request is being handled waits for nothing here, and yet will be written to.
  asio::executor_work_guard<asio::io_context::executor_type> busy{io.get_executor()};
  Site site;
  tcp::acceptor acceptor;  // on a strand: another thread closes it while a connection is taken
  asio::steady_timer breath{acceptor.get_executor()};
  asio::steady_timer watch{acceptor.get_executor()};
  std::optional<RenewedTls> certificate;  // used on the acceptor's strand
  std::mutex mutex;
  std::condition_variable ended;
  std::vector<std::weak_ptr<Session>> sessions;
  int alive = 0;
  std::vector<std::thread> threads;
  Lanes lanes;  // ends first: what waits there holds sessions
};

Listener::Listener(ListenOptions options, HttpHandler handler, HttpLane lane, Metrics& metrics,
                   HttpCheck check, HttpQuick quick, HttpTakesFile takes_file)
    : parts_(std::make_unique<Parts>(std::move(options), std::move(handler), std::move(lane),
                                     std::move(check), std::move(quick), std::move(takes_file), metrics)) {
  parts_->load_certificate();
  parts_->bind();
  parts_->start();
}

Listener::~Listener() { stop(0.0); }

std::uint16_t Listener::port() const { return parts_->acceptor.local_endpoint().port(); }

std::string Listener::url() const {
  const std::string& host = parts_->site.options.host;
  const bool six = host.find(':') != std::string::npos;
  return text(parts_->certificate ? "https://" : "http://", six ? "[" + host + "]" : host, ":", port());
}

void Listener::renew_certificate() {
  asio::post(parts_->acceptor.get_executor(), [parts = parts_.get()] { parts->renew_certificate(true); });
}

void Listener::stop(double seconds) { parts_->stop(seconds); }

bool Listener::busy() { return !parts_->lanes.wait_idle(0.0); }

}  // namespace hone::server
