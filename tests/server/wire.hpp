// SPDX-License-Identifier: MIT
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <string>

namespace hone::server::test {

/// Bytes to a port of this machine and back, as a client of any kind would send them.
class Wire {
 public:
  explicit Wire(std::uint16_t port, int seconds = 20) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval limit{seconds, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    connected_ = ::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~Wire() { ::close(fd_); }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  bool connected() const { return connected_; }
  void send(const std::string& bytes) {
    static_cast<void>(!::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL));
  }

  /// One answer with its body; empty when the other side closed, or nothing came.
  std::string answer() {
    while (got_.find("\r\n\r\n") == std::string::npos)
      if (!more()) return take(got_.size());
    const std::size_t head = got_.find("\r\n\r\n") + 4;
    const std::size_t field = got_.find("Content-Length: ");
    const std::size_t length =
        field == std::string::npos || field > head ? 0 : std::stoul(got_.substr(field + 16));
    while (got_.size() < head + length)
      if (!more()) return take(got_.size());
    return take(head + length);
  }
  /// What comes until it holds this text.
  std::string until(const std::string& text) {
    while (got_.find(text) == std::string::npos)
      if (!more()) break;
    return take(got_.size());
  }
  /// True when nothing is unread and the other side has closed; does not wait for it.
  bool closed_by_now() const {
    char byte = 0;
    return ::recv(fd_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
  }
  /// True when the other side has closed.
  bool closed() {
    while (more()) {
    }
    return over_;
  }

 private:
  bool more() {
    char bytes[4096];
    const ssize_t size = ::recv(fd_, bytes, sizeof bytes, 0);
    if (size > 0) got_.append(bytes, static_cast<std::size_t>(size));
    if (size == 0) over_ = true;
    return size > 0;
  }
  std::string take(std::size_t size) {
    std::string out = got_.substr(0, size);
    got_.erase(0, size);
    return out;
  }

  int fd_;
  bool connected_ = false;
  bool over_ = false;
  std::string got_;
};

inline std::string get_text(const std::string& target) {
  return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}
inline std::string post_text(const std::string& target, const std::string& body) {
  return "POST " + target +
         " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace hone::server::test
