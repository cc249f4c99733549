// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <utility>  // Boost 1.74 forgets it

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "hone/net/channel.hpp"
#include "hone/net/http_message.hpp"
#include "hone/server/listener.hpp"
#include "hone/server/metrics.hpp"

namespace hone::server {

using net::error_code;
using net::milliseconds_of;

/// What a session needs of the listener.
struct Site {
  ListenOptions options;
  HttpHandler handler;
  HttpCheck check;
  Metrics& metrics;
  boost::asio::thread_pool& workers;
  std::function<void()> ended;  // a session is gone
  std::atomic<bool> closing{false};
};

/// One connection and its requests, for the listener alone. Everything happens in the connection's executor,
/// which runs one thing at a time.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Site& site, std::unique_ptr<net::Channel> channel);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void run();
  /// The server is ending: closes unless a request is being answered.
  void retire();
  /// At once.
  void abort();

 private:
  class Events;
  using Next = void (Session::*)();

  void post(std::function<void()> work);

  // time
  void limit(double seconds);
  void no_limit();

  // reading
  void begin();
  void wait_for_request();
  void read_head();
  void parse_head();
  void check_head();
  void read_body();
  void parse_body();
  void read_more(std::size_t bytes, Next next);
  void refuse(HttpAnswer answer);
  void refuse_read(error_code error);
  void handle();

  // writing
  net::Headers headers_of(const HttpAnswer& answer) const;
  void write(HttpAnswer answer);
  void send(net::Headers headers, int status);
  void begin_stream(HttpAnswer answer);
  void notice_end();
  void queue_chunk(std::string bytes);
  void write_chunk();
  void close();

  Site& site_;
  std::unique_ptr<net::Channel> channel_;
  std::string peer_;
  boost::asio::steady_timer timer_;
  boost::beast::flat_buffer buffer_;
  std::optional<net::RequestParser> parser_;
  std::string head_;  // of the answer that is being sent, and its body
  std::string body_;
  std::atomic<bool> open_{true};
  bool late_ = false;
  bool keep_ = false;
  bool head_only_ = false;  // the request is HEAD
  bool answering_ = false;
  bool streaming_ = false;
  char unread_ = 0;
  std::deque<std::string> chunks_;
  std::size_t unsent_ = 0;
};

}  // namespace hone::server
