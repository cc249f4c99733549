// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <utility>  // Boost 1.74 forgets it

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "hone/base/text.hpp"
#include "hone/server/access.hpp"
#include "hone/server/listener.hpp"
#include "hone/server/metrics.hpp"

// One connection and its requests, for the listener alone: nothing else knows Boost.Beast, whose headers take
// longer to compile than the rest of the folder.
namespace hone::server {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = net::ip::tcp;
using beast::error_code;
using TlsStream = net::ssl::stream<tcp::socket>;

constexpr std::size_t kMostUnchecked = std::size_t{64} << 10;  // bytes of a body from anybody
constexpr std::size_t kMostUnsent = std::size_t{4} << 20;      // bytes of a stream that nobody takes

/// What a session needs of the listener.
struct Site {
  ListenOptions options;
  HttpHandler handler;
  HttpCheck check;
  Metrics& metrics;
  net::thread_pool& workers;
  std::function<void()> ended;  // a session is gone
  std::atomic<bool> closing{false};
};

inline std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000.0));
}

inline std::string lower(beast::string_view name) {
  std::string out(name);
  for (char& c : out) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 32 : c);
  return out;
}

inline HttpRequest plain_request(const http::request<http::string_body>& message, const std::string& peer) {
  HttpRequest request{.method = std::string(message.method_string()),
                      .target = std::string(message.target()),
                      .body = message.body(),
                      .peer = peer,
                      .id = random_hex(8)};
  for (const auto& field : message)
    request.headers.emplace_back(lower(field.name_string()), std::string(field.value()));
  return request;
}

/// What forbids to go on with a request of this head: whoever reads its end otherwise than we do (a proxy)
/// would take the rest for another request. Nothing when it is fine.
std::optional<HttpAnswer> odd_encoding(const http::request<http::string_body>& head) {
  const auto [first, last] = head.equal_range(http::field::transfer_encoding);
  if (first == last) return std::nullopt;
  if (head.version() != 11)
    return error_answer(400, "invalid_argument", "only HTTP/1.1 has a Transfer-Encoding; leave it out");
  if (head.count(http::field::content_length) > 0)
    return error_answer(400, "invalid_argument",
                        "the request has a Transfer-Encoding and a Content-Length; send one of them");
  if (std::next(first) != last || lower(first->value()) != "chunked")
    return error_answer(501, "not_implemented", "the only Transfer-Encoding is 'chunked'; send it so");
  return std::nullopt;
}

/// One connection of either kind, as the listener knows it.
class Connection {
 public:
  virtual ~Connection() = default;
  /// The server is ending: closes unless a request is being answered.
  virtual void retire() = 0;
  /// At once.
  virtual void abort() = 0;
};

template <class Socket>
class Session : public Connection, public std::enable_shared_from_this<Session<Socket>> {
 public:
  template <class... Extra>
  Session(Site& site, tcp::socket socket, Extra&... extra)
      : site_(site),
        peer_(address_of(socket)),
        socket_(std::move(socket), extra...),
        timer_(socket_.get_executor()) {
    site_.metrics.connected(1);
  }
  ~Session() override {
    site_.metrics.connected(-1);
    if (streaming_) site_.metrics.streaming(-1);
    site_.ended();
  }

  void run() {
    net::dispatch(socket_.get_executor(), [self = this->shared_from_this()] { self->begin(); });
  }
  void retire() override {
    net::post(socket_.get_executor(), [self = this->shared_from_this()] {
      if (!self->answering_ || self->streaming_) self->close();
    });
  }
  void abort() override {
    net::post(socket_.get_executor(), [self = this->shared_from_this()] { self->close(); });
  }

 private:
  /// What handlers write events to. It may outlive the session.
  class Events : public Stream {
   public:
    explicit Events(std::weak_ptr<Session> session) : session_(std::move(session)) {}
    bool send(std::string bytes) override {
      const auto session = session_.lock();
      if (!session || !session->open_) return false;
      net::post(session->socket_.get_executor(),
                [session, bytes = std::move(bytes)]() mutable { session->queue_chunk(std::move(bytes)); });
      return true;
    }
    bool open() const override {
      const auto session = session_.lock();
      return session && session->open_;
    }
    void close() override {
      if (const auto session = session_.lock()) session->abort();
    }

   private:
    std::weak_ptr<Session> session_;
  };

  static std::string address_of(const tcp::socket& socket) {
    error_code ignored;
    const auto end = socket.remote_endpoint(ignored);
    return ignored ? "" : end.address().to_string();
  }

  auto& lowest() { return socket_.lowest_layer(); }

  // --- time

  // A read that takes too long is cancelled, so that it can be answered.
  void limit(double seconds) {
    late_ = false;
    timer_.expires_after(milliseconds_of(seconds));
    timer_.async_wait([weak = this->weak_from_this()](error_code error) {
      const auto self = weak.lock();
      if (error || !self) return;
      self->late_ = true;
      error_code ignored;
      self->lowest().cancel(ignored);
    });
  }
  void no_limit() { timer_.cancel(); }

  // --- reading

  void begin() {
    if constexpr (std::is_same_v<Socket, TlsStream>) {
      limit(site_.options.request_time);
      socket_.async_handshake(net::ssl::stream_base::server,
                              [self = this->shared_from_this()](error_code error) {
                                self->no_limit();
                                if (error) return self->close();
                                self->wait_for_request();
                              });
    } else {
      wait_for_request();
    }
  }

  void wait_for_request() {
    if (site_.closing) return close();
    if (buffer_.size() > 0) return read_header();
    limit(site_.options.idle_time);
    socket_.async_read_some(buffer_.prepare(4096),
                            [self = this->shared_from_this()](error_code error, std::size_t size) {
                              self->no_limit();
                              if (error) return self->close();
                              self->buffer_.commit(size);
                              self->read_header();
                            });
  }

  void read_header() {
    head_only_ = false;
    parser_.emplace();
    parser_->header_limit(site_.options.header);
    parser_->body_limit(site_.options.body);
    limit(site_.options.request_time);
    http::async_read_header(socket_, buffer_, *parser_,
                            [self = this->shared_from_this()](error_code error, std::size_t) {
                              if (error) return self->refuse_read(error);
                              self->check_head();
                            });
  }

  // Who may not send it need not send a large body, and we need not keep it.
  void check_head() {
    head_only_ = parser_->get().method() == http::verb::head;
    if (auto refusal = odd_encoding(parser_->get())) return refuse(std::move(*refusal));
    const auto length = parser_->content_length();
    const bool small = !parser_->chunked() && (!length || *length <= kMostUnchecked);
    if (small || !site_.check) return read_body();
    auto head = std::make_shared<HttpRequest>(plain_request(parser_->get(), peer_));
    net::post(site_.workers, [self = this->shared_from_this(), head] {
      net::post(self->socket_.get_executor(), [self, refusal = self->site_.check(*head)]() mutable {
        if (!self->open_) return;
        if (self->late_) return self->refuse_read({});
        if (refusal) return self->refuse(std::move(*refusal));
        self->read_body();
      });
    });
  }

  // Answers a request whose body is not read: the connection cannot be used again.
  void refuse(HttpAnswer answer) {
    no_limit();
    keep_ = false;
    write(std::move(answer));
  }

  void read_body() {
    if (parser_->get()[http::field::expect] != "100-continue") return read_rest();
    static const std::string kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    net::async_write(socket_, net::buffer(kContinue),
                     [self = this->shared_from_this()](error_code error, std::size_t) {
                       if (error) return self->close();
                       self->read_rest();
                     });
  }

  void read_rest() {
    http::async_read(socket_, buffer_, *parser_,
                     [self = this->shared_from_this()](error_code error, std::size_t) {
                       self->no_limit();
                       if (error) return self->refuse_read(error);
                       self->handle();
                     });
  }

  // What is wrong with a request that was not read to its end. The connection cannot be used again.
  void refuse_read(error_code error) {
    no_limit();
    keep_ = false;
    if (late_)
      return write(error_answer(
          408, "timeout",
          text("the request was not whole after ", site_.options.request_time, " s; send it faster")));
    if (error == http::error::header_limit)
      return write(error_answer(431, "too_large",
                                text("the headers are longer than ", site_.options.header, " bytes")));
    if (error == http::error::body_limit)
      return write(
          error_answer(413, "too_large",
                       text("the body is longer than ", site_.options.body, " bytes; send it in parts")));
    const bool gone = error == http::error::end_of_stream || error == net::error::eof ||
                      error == net::error::connection_reset || error == net::error::operation_aborted ||
                      error == http::error::partial_message ||
                      error.category() != http::make_error_code(http::error::bad_method).category();
    if (gone) return close();
    write(error_answer(400, "invalid_argument", text("this is not HTTP/1.1: ", error.message())));
  }

  void handle() {
    answering_ = true;
    keep_ = parser_->get().keep_alive();
    auto request = std::make_shared<HttpRequest>(plain_request(parser_->get(), peer_));
    parser_.reset();
    net::post(site_.workers, [self = this->shared_from_this(), request] {
      self->site_.handler(*request, [self](HttpAnswer answer) {
        net::post(self->socket_.get_executor(), [self, answer = std::move(answer)]() mutable {
          if (answer.stream && !self->head_only_) {
            self->begin_stream(std::move(answer));
          } else {
            self->write(std::move(answer));
          }
        });
      });
    });
  }

  // --- writing

  template <class Message>
  void set_head(Message& message, const HttpAnswer& answer) {
    message.version(11);
    message.result(static_cast<unsigned>(answer.status));
    if (!answer.type.empty()) message.set(http::field::content_type, answer.type);
    for (const auto& [name, value] : answer.headers) message.set(name, value);
    message.keep_alive(keep_ && !site_.closing);
  }

  void write(HttpAnswer answer) {
    if (!open_) return;
    if (head_only_) return write_head(answer);
    auto message = std::make_shared<http::response<http::string_body>>();
    set_head(*message, answer);
    message->body() = std::move(answer.body);
    if (answer.status != 204) message->prepare_payload();
    send(message);
  }

  // The answer to HEAD says how long the body would be, and has none.
  void write_head(const HttpAnswer& answer) {
    auto message = std::make_shared<http::response<http::empty_body>>();
    set_head(*message, answer);
    if (answer.status != 204 && !answer.stream) message->content_length(answer.body.size());
    send(message);
  }

  template <class Message>
  void send(const std::shared_ptr<Message>& message) {
    limit(site_.options.write_time);
    http::async_write(socket_, *message,
                      [self = this->shared_from_this(), message](error_code error, std::size_t) {
                        self->no_limit();
                        self->answering_ = false;
                        if (error || !message->keep_alive()) return self->close();
                        self->wait_for_request();
                      });
  }

  void begin_stream(HttpAnswer answer) {
    streaming_ = true;
    site_.metrics.streaming(1);
    auto message = std::make_shared<http::response<http::empty_body>>();
    set_head(*message, answer);
    message->chunked(true);
    auto serializer = std::make_shared<http::response_serializer<http::empty_body>>(*message);
    http::async_write_header(socket_, *serializer,
                             [self = this->shared_from_this(), message, serializer,
                              begin = std::move(answer.stream)](error_code error, std::size_t) {
                               if (error) return self->close();
                               self->notice_end();
                               begin(std::make_shared<Events>(self));
                             });
  }

  // Nothing more is expected from the other side but its end.
  void notice_end() {
    socket_.async_read_some(net::buffer(&unread_, 1),
                            [self = this->shared_from_this()](error_code error, std::size_t) {
                              if (error) return self->close();
                              self->notice_end();
                            });
  }

  void queue_chunk(std::string bytes) {
    if (!open_) return;
    unsent_ += bytes.size();
    if (unsent_ > kMostUnsent) return close();
    chunks_.push_back(text(hexadecimal(bytes.size()), "\r\n", bytes, "\r\n"));
    if (chunks_.size() == 1) write_chunk();
  }

  static std::string hexadecimal(std::size_t number) {
    std::ostringstream out;
    out << std::hex << number;
    return out.str();
  }

  void write_chunk() {
    limit(site_.options.write_time);
    net::async_write(socket_, net::buffer(chunks_.front()),
                     [self = this->shared_from_this()](error_code error, std::size_t size) {
                       self->no_limit();
                       if (error) return self->close();
                       self->unsent_ -= std::min(self->unsent_, size);
                       self->chunks_.pop_front();
                       if (!self->chunks_.empty()) self->write_chunk();
                     });
  }

  void close() {
    if (!open_.exchange(false)) return;
    no_limit();
    error_code ignored;
    lowest().shutdown(tcp::socket::shutdown_both, ignored);
    lowest().close(ignored);
  }

  Site& site_;
  std::string peer_;
  Socket socket_;
  net::steady_timer timer_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
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
