// SPDX-License-Identifier: MIT
#include "hone/net/channel.hpp"

#include "hone/net/stream_channel.hpp"

namespace hone::net {
namespace {

class PlainChannel final : public StreamChannel<tcp::socket> {
 public:
  using StreamChannel::StreamChannel;
  tcp::socket& socket() override { return stream_; }
  void handshake(Done done) override { done({}); }
};

}  // namespace

void Channel::close() {
  error_code ignored;
  socket().shutdown(tcp::socket::shutdown_both, ignored);
  socket().close(ignored);
}

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000.0));
}

std::unique_ptr<Channel> plain_channel(tcp::socket socket) {
  return std::make_unique<PlainChannel>(std::move(socket));
}

}  // namespace hone::net
