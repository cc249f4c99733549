// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

#include "server/wire.hpp"

namespace hone::e2e {

/// A port in front of a service: it hands one request of each connection on and its answer back, but closes
/// every fifth connection without a word, the first time after `before` of them.
class LosingDoor {
 public:
  LosingDoor(std::uint16_t service, int before)
      : service_(service), count_(4 - before), fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(fd_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(fd_, 16) != 0 ||
        ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
      throw std::runtime_error("cannot listen on a port of this machine");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~LosingDoor() {
    ::shutdown(fd_, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
  }
  LosingDoor(const LosingDoor&) = delete;
  LosingDoor& operator=(const LosingDoor&) = delete;

  std::uint16_t port() const { return port_; }
  int lost() const { return lost_; }

 private:
  void serve() {
    for (int client = ::accept(fd_, nullptr, nullptr); client >= 0;
         client = ::accept(fd_, nullptr, nullptr)) {
      if (++count_ % 5 == 0) {
        ++lost_;
      } else {
        hand_on(client);
      }
      ::close(client);
    }
  }

  void hand_on(int client) const {
    server::test::Wire wire(service_);
    wire.send(request_from(client));
    const std::string answer = wire.answer();
    static_cast<void>(!::send(client, answer.data(), answer.size(), MSG_NOSIGNAL));
  }

  // One write of the client's, and more when its body is not whole.
  static std::string request_from(int client) {
    std::string text;
    std::size_t wanted = 1;
    while (text.size() < wanted) {
      char bytes[4096];
      const ssize_t got = ::recv(client, bytes, sizeof bytes, 0);
      if (got <= 0) break;
      text.append(bytes, static_cast<std::size_t>(got));
      const std::size_t head = text.find("\r\n\r\n");
      const std::size_t field = text.find("Content-Length: ");
      wanted = head == std::string::npos
                   ? text.size() + 1
                   : head + 4 + (field < head ? std::stoul(text.substr(field + 16)) : 0);
    }
    return text;
  }

  std::uint16_t service_;
  int count_;
  int fd_;
  std::uint16_t port_ = 0;
  std::atomic<int> lost_ = 0;
  std::thread thread_;
};

}  // namespace hone::e2e
