// SPDX-License-Identifier: MIT
// How a session reads a request, and what it refuses before anybody else sees it.
#include <poll.h>

#include <algorithm>
#include <limits>
#include <utility>

#include <boost/asio/error.hpp>
#include <boost/beast/http/error.hpp>

#include "hone/base/text.hpp"
#include "hone/server/session.hpp"
#include "hone/service/access.hpp"

namespace hone::server {
namespace {

namespace http = boost::beast::http;
using RequestHead = http::request<http::string_body>;

constexpr std::size_t kMostUnchecked = std::size_t{64} << 10;  // bytes of a body from anybody
constexpr std::size_t kSmallRead = 4096;                       // heads, and bodies of most requests
constexpr std::size_t kHeldOfFile = std::size_t{256} << 10;    // bytes of a body that becomes a file
constexpr double kSlowLine = 256.0 * 1024.0;                   // bytes a second
constexpr std::size_t kLargeRead = std::size_t{64} << 10;

std::string lower(boost::beast::string_view name) {
  std::string out(name);
  for (char& c : out) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 32 : c);
  return out;
}

/// Without its body.
HttpRequest plain_request(const RequestHead& message, const std::string& peer,
                          std::span<const net::AddressRange> proxies) {
  HttpRequest request{.method = std::string(message.method_string()),
                      .target = std::string(message.target()),
                      .id = service::random_hex(8)};
  std::string forwarded;
  for (const auto& field : message) {
    request.headers.emplace_back(lower(field.name_string()), std::string(field.value()));
    if (request.headers.back().first == "x-forwarded-for")
      forwarded += (forwarded.empty() ? "" : ",") + request.headers.back().second;
  }
  request.peer = net::client_of(peer, forwarded, proxies);
  return request;
}

/// What forbids to go on with a request of this head: whoever reads its end otherwise than we do (a proxy)
/// would take the rest for another request. Nothing when it is fine.
std::optional<HttpAnswer> odd_encoding(const RequestHead& head) {
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

}  // namespace

void Session::wait_for_request() {
  if (site_.closing) return close();
  since_ = std::chrono::steady_clock::now().time_since_epoch().count();
  if (buffer_.size() > 0) return read_head();
  limit(patience(site_.options.idle_time));
  channel_->read_some(buffer_.prepare(kSmallRead),
                      [self = shared_from_this()](error_code error, std::size_t size) {
                        self->no_limit();
                        if (error) return self->close();
                        self->buffer_.commit(size);
                        self->read_head();
                      });
}

void Session::read_head() {
  head_only_ = false;
  parser_.emplace();
  parser_->header_limit(site_.options.header);
  parser_->body_limit(std::numeric_limits<std::uint64_t>::max());  // until the head says which
  takes_file_ = false;
  body_file_.reset();
  share_.reset();
  limit(patience(site_.options.request_time));
  parse_head();
}

void Session::parse_head() {
  error_code error;
  net::feed(*parser_, buffer_, error);
  if (error) return refuse_read(error);
  if (!parser_->is_header_done()) return read_more(kSmallRead, &Session::parse_head);
  check_head();
}

// Who may not send it need not send a large body, and we need not keep it.
void Session::check_head() {
  head_only_ = parser_->get().method() == http::verb::head;
  if (auto refusal = odd_encoding(parser_->get())) return refuse(std::move(*refusal));
  if (auto refusal = crowded()) return refuse(std::move(*refusal));
  const auto length = parser_->content_length();
  most_body_ = site_.options.body;
  if (site_.takes_file && parser_->get().method() == http::verb::put) {
    takes_file_ = site_.takes_file(plain_request(parser_->get(), peer_, site_.options.proxies));
    if (takes_file_) most_body_ = site_.options.file;
  }
  parser_->body_limit(most_body_);
  if (length && *length > most_body_) return refuse_read(http::make_error_code(http::error::body_limit));
  if (takes_file_)
    limit(site_.options.request_time + static_cast<double>(length ? *length : most_body_) / kSlowLine);
  const bool small = !parser_->chunked() && (!length || *length <= kMostUnchecked);
  if (small || !site_.check) return read_body();
  auto head = std::make_shared<HttpRequest>(plain_request(parser_->get(), peer_, site_.options.proxies));
  site_.lanes.run(Lane::Work, [self = shared_from_this(), head] {
    auto refusal = std::make_shared<std::optional<HttpAnswer>>(self->site_.check(*head));
    self->post([self, refusal] {
      if (!self->open_) return;
      if (self->late_) return self->refuse_read({});
      if (*refusal) return self->refuse(std::move(**refusal));
      self->read_body();
    });
  });
}

// There are more connections than may be: whoever asks how the server is has to be told all the same.
std::optional<HttpAnswer> Session::crowded() const {
  if (admission_ == Admission::Everybody) return std::nullopt;
  if (site_.quick && site_.quick(plain_request(parser_->get(), peer_, site_.options.proxies)))
    return std::nullopt;
  HttpAnswer answer = error_answer(503, "unavailable", "too many connections; try again soon");
  answer.headers.emplace_back("Retry-After", "1");
  return answer;
}

// Answers a request whose body is not read: the connection cannot be used again.
void Session::refuse(HttpAnswer answer) {
  no_limit();
  keep_ = false;
  write(std::move(answer));
}

void Session::read_body() {
  parser_->eager(true);
  if (parser_->get()[http::field::expect] != "100-continue") return parse_body();
  static const std::string kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  channel_->write({boost::asio::buffer(kContinue)},
                  [self = shared_from_this()](error_code error, std::size_t) {
                    if (error) return self->close();
                    self->parse_body();
                  });
}

void Session::parse_body() {
  error_code error;
  net::feed(*parser_, buffer_, error);
  if (error) return refuse_read(error);
  if (takes_file_) {
    try {
      take_file(parser_->is_done());
    } catch (...) {
      return refuse(error_answer(std::current_exception()));
    }
  }
  if (!take_share()) {
    HttpAnswer answer = error_answer(503, "unavailable", "too much is being sent at once; try again soon");
    answer.headers.emplace_back("Retry-After", "1");
    return refuse(std::move(answer));
  }
  if (!parser_->is_done()) return read_more(kLargeRead, &Session::parse_body);
  no_limit();
  handle();
}

// What was read is taken out of the parser, which appends what comes next.
void Session::take_file(bool end) {
  std::string& body = parser_->get().body();
  if (body.size() < kHeldOfFile && !(end && body_file_)) return;
  if (!body_file_) body_file_ = std::make_shared<BodyFile>(site_.body_files);
  body_file_->write(std::exchange(body, {}));
}

// False when the bodies of all connections have as much as they may. What is small is never refused, so that
// nobody keeps workers from telling their results by bodies that do not end.
bool Session::take_share() {
  const std::size_t bytes = parser_->get().body().size();
  if (!share_ && bytes <= kMostUnchecked) return true;
  if (!share_) share_ = std::make_shared<BodyShare>(site_.body_bytes);
  return share_->resize(bytes, std::max(site_.options.bodies, site_.options.body));
}

void Session::read_more(std::size_t bytes, Next next) {
  channel_->read_some(buffer_.prepare(bytes),
                      [self = shared_from_this(), next](error_code error, std::size_t size) {
                        if (error == boost::asio::error::eof) {
                          error = {};
                          net::feed_end(*self->parser_, error);
                        }
                        if (error) return self->refuse_read(error);
                        self->buffer_.commit(size);
                        (self.get()->*next)();
                      });
}

// What is wrong with a request that was not read to its end. The connection cannot be used again.
void Session::refuse_read(error_code error) {
  no_limit();
  keep_ = false;
  if (late_)
    return write(error_answer(
        408, "timeout",
        text("the request was not whole after ", site_.options.request_time, " s; send it faster")));
  if (error == http::error::header_limit)
    return write(
        error_answer(431, "too_large", text("the headers are longer than ", site_.options.header, " bytes")));
  if (error == http::error::body_limit)
    return write(error_answer(413, "too_large",
                              text("the body is longer than ", most_body_, " bytes; send it in parts")));
  const bool gone = error == http::error::end_of_stream || error == http::error::partial_message ||
                    error.category() != http::make_error_code(http::error::bad_method).category();
  if (gone) return close();
  write(error_answer(400, "invalid_argument", text("this is not HTTP/1.1: ", error.message())));
}

// The bytes that a client sends next are not read while it is answered, so that its end is not seen
// otherwise.
void Session::watch_for_leaving() {
  if (watching_) return;
  watching_ = true;
  net::tcp::socket& socket = channel_->socket();
  socket.async_wait(net::tcp::socket::wait_read, [self = shared_from_this(), &socket](error_code error) {
    self->watching_ = false;
    if (error || !socket.is_open()) return;
    pollfd state{socket.native_handle(), POLLRDHUP, 0};
    if (::poll(&state, 1, 0) == 1 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0)
      self->left_ = true;
  });
}

void Session::handle() {
  answering_ = true;
  since_ = std::chrono::steady_clock::now().time_since_epoch().count();
  keep_ = parser_->get().keep_alive() && admission_ == Admission::Everybody;
  chunks_known_ = parser_->get().version() >= 11;
  auto request = std::make_shared<HttpRequest>(plain_request(parser_->get(), peer_, site_.options.proxies));
  request->connection = connection_;
  request->body = std::move(parser_->get().body());
  if (takes_file_) {
    if (body_file_) {
      request->file = std::make_shared<BodySource>(std::move(body_file_));
    } else {
      request->file = std::make_shared<storage::MemorySource>(std::exchange(request->body, {}));
    }
  }
  parser_.reset();
  request->left = [weak = weak_from_this()] {
    const auto self = weak.lock();
    return !self || self->left_;
  };
  const bool quick = site_.quick && site_.quick(*request);
  if (!quick) watch_for_leaving();
  const bool is_large = share_ != nullptr;
  auto work = [self = shared_from_this(), request, share = std::move(share_)] {
    auto answered = std::make_shared<std::atomic<bool>>(false);
    self->site_.handler(*request, [self, answered](HttpAnswer answer) {
      *answered = true;
      auto kept = std::make_shared<HttpAnswer>(std::move(answer));
      self->post([self, kept] {
        self->parked_ = false;
        if (kept->stream && !self->head_only_) {
          self->begin_stream(std::move(*kept));
        } else if (kept->more && !self->head_only_) {
          self->begin_pieces(std::move(*kept));
        } else {
          self->write(std::move(*kept));
        }
      });
    });
    if (*answered) return;
    self->post([self, answered] {  // before the answer, which is posted, too
      self->parked_ = !*answered;
      if (self->parked_ && self->open_) self->site_.held(self->peer_);
    });
  };
  if (quick) return work();
  site_.lanes.run(site_.lane_of(*request), std::move(work), is_large);
}

}  // namespace hone::server
