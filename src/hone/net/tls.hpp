// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "hone/net/channel.hpp"

namespace hone::net {

/// Certificates, and the channels that use them. It must outlive its channels.
class Tls {
 public:
  /// For a server: PEM files of the whole chain and of its key, TLS 1.2 or newer. Throws Error(InvalidFile).
  static Tls server(const std::string& certificate, const std::string& key);
  /// For a client: trusts the certificates of a PEM file, or of the system when it is empty. Throws
  /// Error(InvalidFile).
  static Tls client(const std::string& ca_file);

  Tls(Tls&&) noexcept;
  Tls& operator=(Tls&&) noexcept;
  ~Tls();

  /// The server's side of a connection.
  std::unique_ptr<Channel> accepted(tcp::socket socket);
  /// The client's side of one to this host, whose certificate must be for it.
  std::unique_ptr<Channel> connected(tcp::socket socket, const std::string& host);

 private:
  struct Parts;
  explicit Tls(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace hone::net
