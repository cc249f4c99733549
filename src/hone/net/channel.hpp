// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <utility>  // Boost 1.74 forgets it

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <functional>
#include <memory>

// Asio's streams are templates, and so is everything written upon them: each kind of stream would compile its
// users anew. Behind this interface there is one kind of connection.
namespace hone::net {

using boost::asio::ip::tcp;
using boost::system::error_code;

/// A connection that carries bytes, plain or through TLS. Calls and what they call back run in the executor
/// of its socket; one read and one write may be under way at a time, and their buffers must stay until then.
class Channel {
 public:
  using Done = std::function<void(error_code)>;
  using DoneBytes = std::function<void(error_code, std::size_t)>;
  using TwoParts = std::array<boost::asio::const_buffer, 2>;

  virtual ~Channel() = default;
  /// For its executor and to cancel what is under way.
  virtual tcp::socket& socket() = 0;
  /// Agrees with the other side on TLS; a plain connection is ready at once.
  virtual void handshake(Done done) = 0;
  /// Reads what there is, at least one byte.
  virtual void read_some(boost::asio::mutable_buffer into, DoneBytes done) = 0;
  /// Writes both parts whole.
  virtual void write(const TwoParts& parts, DoneBytes done) = 0;
  /// At once and without a word to the other side.
  void close();
};

/// Time limits are given in seconds.
std::chrono::milliseconds milliseconds_of(double seconds);

std::unique_ptr<Channel> plain_channel(tcp::socket socket);

}  // namespace hone::net
