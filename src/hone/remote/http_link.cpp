// SPDX-License-Identifier: MIT
#include "hone/remote/http_link.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/error.hpp>
#include <optional>

namespace hone::remote {
namespace {

namespace asio = boost::asio;
using net::error_code;
using net::tcp;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kReadSize = std::size_t{64} << 10;
constexpr std::uint64_t kMostBody = std::uint64_t{1} << 30;

}  // namespace

Link::Link(const ServiceUrl& url, net::Tls* tls, double connect_time) {
  tcp::resolver resolver(io_);
  error_code error;
  const auto found = resolver.resolve(url.host, url.port, error);
  if (error) throw LinkError{error, "find the host", false, false};
  deadline_ = Clock::now() + milliseconds_of(connect_time);
  tcp::socket socket(io_);
  wait("connect", socket, [&](const Done& done) {
    asio::async_connect(socket, found, [done](error_code code, const tcp::endpoint&) { done(code); });
  });
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  channel_ =
      tls == nullptr ? net::plain_channel(std::move(socket)) : tls->connected(std::move(socket), url.host);
  wait("agree on TLS", channel_->socket(), [&](const Done& done) { channel_->handshake(done); });
}

HttpResponse Link::send(const std::string& head, const std::string& body, double seconds) {
  deadline_ = Clock::now() + milliseconds_of(seconds);
  sending_ = true;
  wait("send", channel_->socket(), [&](const Done& done) {
    channel_->write({asio::buffer(head), asio::buffer(body)},
                    [done](error_code code, std::size_t) { done(code); });
  });
  net::ResponseParser parser;
  parser.body_limit(kMostBody);
  parser.eager(true);
  while (!parser.is_done()) receive(parser);
  reusable_ = parser.get().keep_alive();
  return {.status = static_cast<int>(parser.get().result_int()), .body = std::move(parser.get().body())};
}

void Link::receive(net::ResponseParser& parser) {
  error_code error;
  net::feed(parser, buffer_, error);
  if (error) throw LinkError{error, "receive", false, true};
  if (parser.is_done()) return;
  wait("receive", channel_->socket(), [&](const Done& done) {
    channel_->read_some(buffer_.prepare(kReadSize), [this, &parser, done](error_code code, std::size_t size) {
      buffer_.commit(size);
      if (code == asio::error::eof) {
        code = {};
        net::feed_end(parser, code);
      }
      done(code);
    });
  });
}

void Link::wait(const char* step, tcp::socket& socket, const std::function<void(Done)>& begin) {
  std::optional<error_code> result;
  begin([&result](error_code code) { result = code; });
  io_.restart();
  while (!result && io_.run_one_until(deadline_) > 0) {
  }
  if (!result) {
    error_code ignored;
    socket.close(ignored);
    io_.run();  // until nothing refers to this call any more
    throw LinkError{asio::error::timed_out, step, true, sending_};
  }
  if (*result) throw LinkError{*result, step, false, sending_};
}

}  // namespace hone::remote
