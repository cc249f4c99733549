// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <utility>  // Boost 1.74 forgets it

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "hone/net/channel.hpp"
#include "hone/net/http_message.hpp"
#include "hone/server/body_file.hpp"
#include "hone/server/body_share.hpp"
#include "hone/server/lanes.hpp"
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
  HttpQuick quick;
  HttpTakesFile takes_file;
  Metrics& metrics;
  HttpLane lane_of;
  Lanes& lanes;
  std::function<void()> ended;                        // a session is gone
  std::function<void(const std::string& peer)> held;  // one of this address waits as streams do
  std::atomic<bool> closing{false};
  std::atomic<int> body_files{0};
  std::atomic<std::size_t> body_bytes{0};  // in memory, of large bodies
  std::atomic<int> crowd{0};               // connections beyond those that there may be
};

/// Who is answered on a connection.
enum class Admission {
  Everybody,
  Probes,  // there are as many connections as may be
};

/// One connection and its requests, for the listener alone. Everything happens in the connection's executor,
/// which runs one thing at a time.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Site& site, std::unique_ptr<net::Channel> channel, Admission admission);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void run();
  /// The server is ending: closes unless a request is being answered.
  void retire();
  /// At once.
  void abort();
  /// Makes room for another connection: closes at once unless a request is being handled by now.
  void dismiss();

  const std::string& peer() const noexcept { return peer_; }
  Admission admission() const noexcept { return admission_; }
  /// Since when it waits for a request or for the rest of one, or its client for something to happen; nothing
  /// while a request is handled or answered. From any thread.
  std::optional<std::chrono::steady_clock::time_point> waiting_since() const;

 private:
  class Events;
  using Next = void (Session::*)();

  void post(std::function<void()> work);
  bool is_held() const { return streaming_ || parked_; }

  // time
  double patience(double seconds) const;
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
  void take_file(bool end);
  bool take_share();
  void read_more(std::size_t bytes, Next next);
  std::optional<HttpAnswer> crowded() const;
  void refuse(HttpAnswer answer);
  void refuse_read(error_code error);
  void handle();
  void watch_for_leaving();

  // writing
  net::Headers headers_of(const HttpAnswer& answer) const;
  void write(HttpAnswer answer);
  void send(net::Headers headers, int status);
  void begin_pieces(HttpAnswer answer);
  void next_piece();
  void write_piece(std::string piece);
  std::string framed(std::string piece) const;
  void answered();
  void begin_stream(HttpAnswer answer);
  void notice_end();
  void queue_chunk(std::string bytes);
  void write_chunk();
  void close();
  void uncount();

  Site& site_;
  std::unique_ptr<net::Channel> channel_;
  Admission admission_;
  std::string peer_;
  std::shared_ptr<Connection> connection_ = std::make_shared<Connection>();
  boost::asio::steady_timer timer_;
  boost::beast::flat_buffer buffer_;
  std::optional<net::RequestParser> parser_;
  std::size_t most_body_ = 0;            // bytes of the body of what is read
  bool takes_file_ = false;              // the body of what is read is a file
  std::shared_ptr<BodyFile> body_file_;  // as far as it was read, when it is large
  std::shared_ptr<BodyShare> share_;     // of what all bodies may have
  std::string head_;                     // of the answer that is being sent, and its body
  std::string body_;
  std::function<std::string()> more_;  // the rest of the body
  std::atomic<bool> open_{true};
  std::atomic<bool> left_{false};  // the client closed its side
  std::atomic<bool> answering_{false};
  std::atomic<bool> streaming_{false};
  std::atomic<bool> parked_{false};                    // the handler will answer later
  std::atomic<bool> dismissed_{false};                 // it closes soon, unless a request has come
  std::atomic<std::chrono::steady_clock::rep> since_;  // of waiting for a request
  bool watching_ = false;
  bool late_ = false;
  bool keep_ = false;
  bool head_only_ = false;    // the request is HEAD
  bool chunks_known_ = true;  // to the client: HTTP/1.0 has none
  char unread_ = 0;
  std::deque<std::string> chunks_;
  std::size_t unsent_ = 0;
};

}  // namespace hone::server
