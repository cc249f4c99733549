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
#include "hone/net/tls.hpp"
#include "hone/server/metrics.hpp"
#include "hone/server/session.hpp"

namespace hone::server {
namespace {

namespace asio = boost::asio;
using net::tcp;

[[noreturn]] void cannot_listen(const ListenOptions& options, const std::string& why) {
  throw Error(ErrorCode::System, text("cannot listen at ", options.host, ":", options.port, ": ", why),
              "choose another --port");
}

}  // namespace

struct Listener::Parts {
  Parts(ListenOptions given, HttpHandler handler, HttpCheck check, Metrics& metrics)
      : workers(static_cast<std::size_t>(std::max(given.workers, 1))),
        site{.options = std::move(given),
             .handler = std::move(handler),
             .check = std::move(check),
             .metrics = metrics,
             .workers = workers,
             .ended = [this] { note_end(); }},
        acceptor(io) {}

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
    if (options.certificate.empty()) return;
    tls.emplace(net::Tls::server(options.certificate, options.key));
  }

  void start() {
    accept();
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
    if (site.metrics.connections() >= site.options.connections) {
      static const std::string kFull =
          "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Type: "
          "application/json\r\nContent-Length: 81\r\n\r\n"
          R"({"error":{"code":"unavailable","message":"too many connections; try again soon"}})";
      socket.non_blocking(true, ignored);
      socket.write_some(asio::buffer(kFull), ignored);
      return;
    }
    enlist(std::make_shared<Session>(
        site, tls ? tls->accepted(std::move(socket)) : net::plain_channel(std::move(socket))));
  }

  void enlist(const std::shared_ptr<Session>& session) {
    {
      const std::lock_guard guard(mutex);
      ++alive;
      std::erase_if(sessions, [](const auto& weak) { return weak.expired(); });
      sessions.push_back(session);
    }
    session->run();
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
    asio::post(io, [this] {
      error_code ignored;
      acceptor.close(ignored);
      breath.cancel();
    });
    for (const auto& session : living()) session->retire();
    const auto gone = [this] { return alive == 0; };
    {
      std::unique_lock lock(mutex);
      ended.wait_for(lock, milliseconds_of(seconds), gone);
    }
    for (const auto& session : living()) session->abort();
    {
      std::unique_lock lock(mutex);
      ended.wait_for(lock, std::chrono::seconds(2), gone);
    }
    io.stop();
    for (std::thread& thread : threads) thread.join();
    threads.clear();
    workers.join();
    // What is left of the sessions ends here, while everything that they use is still there.
    for (int i = 0; i < 100 && !gone(); ++i) {
      io.restart();
      io.run_for(std::chrono::milliseconds(10));
    }
  }

  asio::io_context io;
  // A connection whose request is being handled waits for nothing here, and yet will be written to.
  asio::executor_work_guard<asio::io_context::executor_type> busy{io.get_executor()};
  asio::thread_pool workers;
  Site site;
  tcp::acceptor acceptor;
  asio::steady_timer breath{io};
  std::optional<net::Tls> tls;
  std::mutex mutex;
  std::condition_variable ended;
  std::vector<std::weak_ptr<Session>> sessions;
  int alive = 0;
  std::vector<std::thread> threads;
};

Listener::Listener(ListenOptions options, HttpHandler handler, Metrics& metrics, HttpCheck check)
    : parts_(std::make_unique<Parts>(std::move(options), std::move(handler), std::move(check), metrics)) {
  parts_->load_certificate();
  parts_->bind();
  parts_->start();
}

Listener::~Listener() { stop(0.0); }

std::uint16_t Listener::port() const { return parts_->acceptor.local_endpoint().port(); }

std::string Listener::url() const {
  const std::string& host = parts_->site.options.host;
  const bool six = host.find(':') != std::string::npos;
  return text(parts_->tls ? "https://" : "http://", six ? "[" + host + "]" : host, ":", port());
}

void Listener::stop(double seconds) { parts_->stop(seconds); }

}  // namespace hone::server
