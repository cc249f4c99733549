// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hone/net/channel.hpp"

namespace hone::net {

/// PEM files.
struct TlsFiles {
  std::string certificate = {};  ///< the whole chain
  std::string key = {};
  std::string ca = {};  ///< certificates to trust
};

/// Certificates, and the channels that use them, which may outlive it.
class Tls {
 public:
  /// For a server, TLS 1.2 or newer. With `ca`, clients must show a certificate that one of these has signed.
  /// Throws Error(InvalidFile).
  static Tls server(const TlsFiles& files);
  /// For a client: trusts `ca`, or the certificates of the system when it is empty, and shows a certificate
  /// when there is one. Throws Error(InvalidFile).
  static Tls client(const TlsFiles& files);

  Tls(Tls&&) noexcept;
  Tls& operator=(Tls&&) noexcept;
  ~Tls();

  /// The server's side of a connection.
  std::unique_ptr<Channel> accepted(tcp::socket socket);
  /// The client's side of one to this host, whose certificate must be for it.
  std::unique_ptr<Channel> connected(tcp::socket socket, const std::string& host);
  /// When its own certificate expires, in seconds since 1970; 0 without one.
  std::int64_t expires() const;

 private:
  struct Parts;
  explicit Tls(std::shared_ptr<Parts> parts);
  std::shared_ptr<Parts> parts_;
};

}  // namespace hone::net
