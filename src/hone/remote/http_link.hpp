// SPDX-License-Identifier: MIT
#pragma once

#include <utility>  // Boost 1.74 forgets it

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "hone/net/channel.hpp"
#include "hone/net/http_message.hpp"
#include "hone/net/tls.hpp"
#include "hone/remote/http_client.hpp"

namespace hone::remote {

using net::milliseconds_of;

/// A failure between here and the service.
struct LinkError {
  net::error_code code;
  const char* step;
  bool late = false;  ///< it was given up for the time it took
  bool sent = false;  ///< some of the request was sent
};

/// One connection and its own little world in which its steps are run: each is begun and waited for, because
/// only so do they have time limits. Throws LinkError.
class Link {
 public:
  /// Connects; through TLS when that is given.
  Link(const ServiceUrl& url, net::Tls* tls, double connect_time);

  /// `head` and `body` are those of a request, as they are sent.
  HttpResponse send(const std::string& head, const std::string& body, double seconds);

  bool reusable() const noexcept { return reusable_; }

 private:
  using Done = net::Channel::Done;

  void receive(net::ResponseParser& parser);
  void wait(const char* step, net::tcp::socket& socket, const std::function<void(Done)>& begin);

  boost::asio::io_context io_;
  std::chrono::steady_clock::time_point deadline_ = {};
  std::unique_ptr<net::Channel> channel_;
  boost::beast::flat_buffer buffer_;
  bool reusable_ = false;
  bool sending_ = false;
};

}  // namespace hone::remote
