// SPDX-License-Identifier: MIT
// How a session answers: a whole message, or a stream of chunks that has no end yet.
#include <algorithm>
#include <sstream>

#include "hone/base/text.hpp"
#include "hone/server/session.hpp"

namespace hone::server {
namespace {

constexpr std::size_t kMostUnsent = std::size_t{4} << 20;  // bytes of a stream that nobody takes

std::string hexadecimal(std::size_t number) {
  std::ostringstream out;
  out << std::hex << number;
  return out.str();
}

}  // namespace

/// What handlers write events to. It may outlive the session.
class Session::Events : public Stream {
 public:
  explicit Events(std::weak_ptr<Session> session) : session_(std::move(session)) {}
  bool send(std::string bytes) override {
    const auto session = session_.lock();
    if (!session || !session->open_) return false;
    auto kept = std::make_shared<std::string>(std::move(bytes));
    session->post([session, kept] { session->queue_chunk(std::move(*kept)); });
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

net::Headers Session::headers_of(const HttpAnswer& answer) const {
  net::Headers headers;
  if (!answer.type.empty()) headers.emplace_back("Content-Type", answer.type);
  for (const auto& [name, value] : answer.headers) net::set_header(headers, name, value);
  if (!keep_ || site_.closing) net::set_header(headers, "Connection", "close");
  return headers;
}

// The answer to HEAD says how long the body would be, and has none.
void Session::write(HttpAnswer answer) {
  if (!open_) return;
  keep_ = keep_ && std::none_of(answer.headers.begin(), answer.headers.end(),
                                [](const auto& header) { return header.first == "Connection"; });
  // Its token has as many connections as it may.
  if (connection_->refused) keep_ = false;
  net::Headers headers = headers_of(answer);
  if (answer.status != 204 && !answer.stream && !answer.more)
    net::set_header(headers, "Content-Length", std::to_string(answer.body.size()));
  body_ = head_only_ || answer.status == 204 ? "" : std::move(answer.body);
  send(std::move(headers), answer.status);
}

void Session::send(net::Headers headers, int status) {
  head_ = net::answer_head(status, headers);
  limit(site_.options.write_time);
  channel_->write({boost::asio::buffer(head_), boost::asio::buffer(body_)},
                  [self = shared_from_this()](error_code error, std::size_t) {
                    self->no_limit();
                    if (error) return self->close();
                    if (self->more_) return self->next_piece();
                    self->answered();
                  });
}

void Session::answered() {
  answering_ = false;
  body_ = {};
  more_ = {};
  if (!keep_ || site_.closing) return close();
  wait_for_request();
}

// --- a long answer, of which one piece at a time is held

void Session::begin_pieces(HttpAnswer answer) {
  if (!open_) return;
  keep_ = keep_ && chunks_known_;  // otherwise the end of the connection is that of the body
  net::Headers headers = headers_of(answer);
  if (chunks_known_) net::set_header(headers, "Transfer-Encoding", "chunked");
  more_ = std::move(answer.more);
  body_ = answer.body.empty() ? "" : framed(std::move(answer.body));
  send(std::move(headers), answer.status);
}

std::string Session::framed(std::string piece) const {
  return chunks_known_ ? text(hexadecimal(piece.size()), "\r\n", piece, "\r\n") : piece;
}

// Among the quick looks: several readers take turns, and none of them holds a thread while its client reads.
void Session::next_piece() {
  site_.lanes.run(Lane::Look, [self = shared_from_this()] {
    auto piece = std::make_shared<std::optional<std::string>>();
    try {
      *piece = self->more_();
    } catch (const std::exception&) {
      *piece = std::nullopt;  // the status is out, so that a cut answer is all that can say it
    }
    self->post([self, piece] {
      if (!*piece) return self->close();
      self->write_piece(std::move(**piece));
    });
  });
}

void Session::write_piece(std::string piece) {
  if (!open_) return;
  const bool end = piece.empty();
  body_ = framed(std::move(piece));
  limit(site_.options.write_time);
  channel_->write({boost::asio::buffer(body_)},
                  [self = shared_from_this(), end](error_code error, std::size_t) {
                    self->no_limit();
                    if (error) return self->close();
                    if (!end) return self->next_piece();
                    self->answered();
                  });
}

// --- a stream

void Session::begin_stream(HttpAnswer answer) {
  if (!open_) return;
  streaming_ = true;
  site_.metrics.streaming(1);
  site_.held(peer_);
  net::Headers headers = headers_of(answer);
  net::set_header(headers, "Transfer-Encoding", "chunked");
  head_ = net::answer_head(answer.status, headers);
  channel_->write({boost::asio::buffer(head_)}, [self = shared_from_this(), begin = std::move(answer.stream)](
                                                    error_code error, std::size_t) {
    if (error) return self->close();
    self->notice_end();
    begin(std::make_shared<Events>(self));
  });
}

// Nothing more is expected from the other side but its end.
void Session::notice_end() {
  channel_->read_some(boost::asio::buffer(&unread_, 1),
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (error) return self->close();
                        self->notice_end();
                      });
}

void Session::queue_chunk(std::string bytes) {
  if (!open_) return;
  unsent_ += bytes.size();
  if (unsent_ > kMostUnsent) return close();
  chunks_.push_back(text(hexadecimal(bytes.size()), "\r\n", bytes, "\r\n"));
  if (chunks_.size() == 1) write_chunk();
}

void Session::write_chunk() {
  limit(site_.options.write_time);
  channel_->write({boost::asio::buffer(chunks_.front())},
                  [self = shared_from_this()](error_code error, std::size_t size) {
                    self->no_limit();
                    if (error) return self->close();
                    self->unsent_ -= std::min(self->unsent_, size);
                    self->chunks_.pop_front();
                    if (!self->chunks_.empty()) self->write_chunk();
                  });
}

}  // namespace hone::server
