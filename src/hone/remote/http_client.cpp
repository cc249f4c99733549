// SPDX-License-Identifier: MIT
// The only file of this folder that knows Boost.Beast. Each step is an asynchronous one that is waited for,
// because only those have time limits.
#include "hone/remote/http_client.hpp"

#include <algorithm>
#include <utility>  // Boost 1.74 forgets it

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <chrono>
#include <mutex>
#include <optional>
#include <random>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::remote {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = net::ip::tcp;
using beast::error_code;

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000.0));
}

/// A failure between here and the service; `fresh` when it was a new connection.
struct LinkError {
  error_code code;
  const char* step;
};

/// One connection and its own little world in which its steps are run.
class Link {
 public:
  Link(const ServiceUrl& url, net::ssl::context* tls, double connect_time) : plain_(io_) {
    tcp::resolver resolver(io_);
    error_code error;
    const auto found = resolver.resolve(url.host, url.port, error);
    if (error) throw LinkError{error, "find the host"};
    lowest().expires_after(milliseconds_of(connect_time));
    wait("connect", [&](auto done) {
      lowest().async_connect(found, [done](error_code code, const tcp::endpoint&) { done(code); });
    });
    error_code ignored;
    lowest().socket().set_option(tcp::no_delay(true), ignored);
    if (tls == nullptr) return;
    secure_.emplace(std::move(plain_), *tls);
    if (!SSL_set_tlsext_host_name(secure_->native_handle(), url.host.c_str()))
      throw LinkError{{}, "name the host to TLS"};
    secure_->set_verify_callback(net::ssl::host_name_verification(url.host));
    wait("agree on TLS", [&](auto done) {
      secure_->async_handshake(net::ssl::stream_base::client, [done](error_code code) { done(code); });
    });
  }

  HttpResponse send(http::request<http::string_body>& request, double seconds) {
    lowest().expires_after(milliseconds_of(seconds));
    http::response_parser<http::string_body> parser;
    parser.body_limit(std::uint64_t{1} << 30);
    const auto exchange = [&](auto& stream) {
      wait("send", [&](auto done) {
        http::async_write(stream, request, [done](error_code code, std::size_t) { done(code); });
      });
      wait("receive", [&](auto done) {
        http::async_read(stream, buffer_, parser, [done](error_code code, std::size_t) { done(code); });
      });
    };
    if (secure_) {
      exchange(*secure_);
    } else {
      exchange(plain_);
    }
    reusable_ = parser.get().keep_alive();
    return {static_cast<int>(parser.get().result_int()), std::move(parser.get().body())};
  }

  bool reusable() const noexcept { return reusable_; }

 private:
  beast::tcp_stream& lowest() { return secure_ ? secure_->next_layer() : plain_; }

  template <class Begin>
  void wait(const char* step, const Begin& begin) {
    std::optional<error_code> result;
    begin([&result](error_code code) { result = code; });
    io_.restart();
    io_.run();
    if (!result) throw LinkError{net::error::operation_aborted, step};
    if (*result) throw LinkError{*result, step};
  }

  net::io_context io_;
  beast::tcp_stream plain_;
  std::optional<beast::ssl_stream<beast::tcp_stream>> secure_;
  beast::flat_buffer buffer_;
  bool reusable_ = false;
};

}  // namespace

struct HttpClient::Parts {
  ServiceUrl url;
  ClientOptions options;
  std::optional<net::ssl::context> tls = {};
  std::mutex mutex = {};
  std::vector<std::unique_ptr<Link>> idle = {};
  int failures = 0;  // in a row
  std::chrono::steady_clock::time_point not_before = {};
  std::string last_failure = {};

  // A service that is down is not knocked at by all its workers all the time: 0.2 s, then twice as long each
  // time, up to 5 s, a little different for each. Until then the last failure is the answer.
  void require_turn() {
    const std::lock_guard guard(mutex);
    if (failures == 0 || std::chrono::steady_clock::now() >= not_before) return;
    throw Error(ErrorCode::StorageBusy, last_failure, "it is tried again soon");
  }
  void note_success() {
    const std::lock_guard guard(mutex);
    failures = 0;
  }
  void note_failure(const std::string& what) {
    const std::lock_guard guard(mutex);
    const double pause = std::min(5.0, 0.2 * static_cast<double>(1 << std::min(failures, 10)));
    ++failures;
    last_failure = what;
    const double share = std::uniform_real_distribution(0.75, 1.25)(jitter);
    not_before = std::chrono::steady_clock::now() + milliseconds_of(pause * share);
  }
  std::mt19937 jitter{std::random_device{}()};

  std::unique_ptr<Link> take() {
    const std::lock_guard guard(mutex);
    if (idle.empty()) return nullptr;
    std::unique_ptr<Link> link = std::move(idle.back());
    idle.pop_back();
    return link;
  }
  void keep(std::unique_ptr<Link> link) {
    if (!link->reusable()) return;
    const std::lock_guard guard(mutex);
    idle.push_back(std::move(link));
  }
  std::unique_ptr<Link> connect() {
    return std::make_unique<Link>(url, tls ? &*tls : nullptr, options.connect_time);
  }
};

HttpClient::HttpClient(ServiceUrl url, ClientOptions options)
    : parts_(new Parts{.url = std::move(url), .options = std::move(options)}) {
  const std::string& token = parts_->options.token;
  if (std::any_of(token.begin(), token.end(), [](unsigned char c) { return c <= ' ' || c >= 127; }))
    throw Error(ErrorCode::InvalidArgument, "the token holds a blank, a line break or another odd character",
                "set HONE_TOKEN to what 'hone token create' printed, and nothing else");
  if (!parts_->url.tls) return;
  parts_->tls.emplace(net::ssl::context::tls_client);
  parts_->tls->set_verify_mode(net::ssl::verify_peer);
  error_code error;
  if (parts_->options.ca_file.empty()) {
    parts_->tls->set_default_verify_paths(error);
  } else {
    parts_->tls->load_verify_file(parts_->options.ca_file, error);
  }
  if (error)
    throw Error(ErrorCode::InvalidFile, text("cannot read certificates to trust: ", error.message()),
                "name a PEM file by HONE_CA_FILE");
}

HttpClient::~HttpClient() = default;

const ServiceUrl& HttpClient::url() const noexcept { return parts_->url; }

HttpResponse HttpClient::send(const std::string& method, const std::string& target, const std::string& body,
                              const std::string& type, double seconds) {
  http::request<http::string_body> request;
  request.version(11);
  request.method_string(method);
  request.target(parts_->url.prefix + target);
  const bool six = parts_->url.host.find(':') != std::string::npos;
  request.set(http::field::host,
              text(six ? "[" + parts_->url.host + "]" : parts_->url.host, ":", parts_->url.port));
  request.set(http::field::user_agent, "hone");
  if (!parts_->options.token.empty())
    request.set(http::field::authorization, "Bearer " + parts_->options.token);
  if (!body.empty()) request.set(http::field::content_type, type);
  request.body() = body;
  request.prepare_payload();
  parts_->require_turn();
  for (int attempt = 0;; ++attempt) {
    std::unique_ptr<Link> link = attempt == 0 ? parts_->take() : nullptr;
    const bool kept = link != nullptr;
    try {
      if (!link) link = parts_->connect();
      HttpResponse response = link->send(request, seconds);
      parts_->keep(std::move(link));
      parts_->note_success();
      return response;
    } catch (const LinkError& error) {
      if (kept && error.code != beast::error::timeout) continue;  // it was closed while nobody used it
      const std::string what = text("the service at ", parts_->url.text(), " does not answer: cannot ",
                                    error.step, " (", error.code.message(), ")");
      parts_->note_failure(what);
      throw Error(ErrorCode::StorageBusy, what, "check the address, and that 'hone serve' runs there");
    }
  }
}

}  // namespace hone::remote
