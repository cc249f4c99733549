// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/write.hpp>

#include "hone/net/channel.hpp"

namespace hone::net {

/// What the two kinds of channels share: Stream is tcp::socket, or TLS upon one.
template <class Stream>
class StreamChannel : public Channel {
 public:
  template <class... Arguments>
  explicit StreamChannel(Arguments&&... arguments) : stream_(std::forward<Arguments>(arguments)...) {}

  void read_some(boost::asio::mutable_buffer into, DoneBytes done) override {
    stream_.async_read_some(boost::asio::mutable_buffers_1(into), std::move(done));
  }
  void write(const TwoParts& parts, DoneBytes done) override {
    boost::asio::async_write(stream_, parts, std::move(done));
  }

 protected:
  Stream stream_;
};

}  // namespace hone::net
