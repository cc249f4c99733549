// SPDX-License-Identifier: MIT
#include "hone/server/session.hpp"

#include <algorithm>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

namespace hone::server {
namespace {

constexpr double kProbeTime = 5.0;  // seconds

std::string address_of(const net::tcp::socket& socket) {
  error_code ignored;
  const auto end = socket.remote_endpoint(ignored);
  return ignored ? "" : end.address().to_string();
}

}  // namespace

Session::Session(Site& site, std::unique_ptr<net::Channel> channel, Admission admission)
    : site_(site),
      channel_(std::move(channel)),
      admission_(admission),
      peer_(address_of(channel_->socket())),
      timer_(channel_->socket().get_executor()),
      since_(std::chrono::steady_clock::now().time_since_epoch().count()) {
  site_.metrics.connected(1);
  if (admission_ == Admission::Probes) ++site_.crowd;
}

Session::~Session() {
  if (open_.exchange(false)) uncount();
  site_.ended();
}

// When it closes, as what will answer may keep a session for longer.
void Session::uncount() {
  site_.metrics.connected(-1);
  if (admission_ == Admission::Probes) --site_.crowd;
  if (streaming_) site_.metrics.streaming(-1);
}

void Session::run() {
  boost::asio::dispatch(channel_->socket().get_executor(), [self = shared_from_this()] { self->begin(); });
}

void Session::retire() {
  post([self = shared_from_this()] {
    if (!self->answering_ || self->streaming_) self->close();
  });
}

void Session::abort() {
  post([self = shared_from_this()] { self->close(); });
}

void Session::dismiss() {
  dismissed_ = true;
  post([self = shared_from_this()] {
    if (!self->answering_ || self->is_held()) self->close();
    self->dismissed_ = false;
  });
}

std::optional<std::chrono::steady_clock::time_point> Session::waiting_since() const {
  if ((answering_ && !is_held()) || dismissed_ || !open_) return std::nullopt;
  return std::chrono::steady_clock::time_point(std::chrono::steady_clock::duration(since_.load()));
}

void Session::post(std::function<void()> work) {
  boost::asio::post(channel_->socket().get_executor(), std::move(work));
}

// A read that takes too long is cancelled, so that it can be answered.
void Session::limit(double seconds) {
  late_ = false;
  timer_.expires_after(milliseconds_of(seconds));
  timer_.async_wait([weak = weak_from_this()](error_code error) {
    const auto self = weak.lock();
    if (error || !self) return;
    self->late_ = true;
    error_code ignored;
    self->channel_->socket().cancel(ignored);
  });
}

void Session::no_limit() { timer_.cancel(); }

// A probe is short and comes at once.
double Session::patience(double seconds) const {
  return admission_ == Admission::Probes ? std::min(seconds, kProbeTime) : seconds;
}

void Session::begin() {
  limit(patience(site_.options.request_time));
  channel_->handshake([self = shared_from_this()](error_code error) {
    self->no_limit();
    if (error) return self->close();
    self->wait_for_request();
  });
}

void Session::close() {
  if (!open_.exchange(false)) return;
  uncount();
  no_limit();
  channel_->close();
}

}  // namespace hone::server
