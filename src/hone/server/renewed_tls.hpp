// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/net/tls.hpp"

namespace hone::server {

/// The certificate of a server, which is read anew when its files change: they are renewed every few weeks,
/// and nobody wants to restart a server for that.
class RenewedTls {
 public:
  /// Throws Error(InvalidFile).
  explicit RenewedTls(net::TlsFiles files);

  /// What connections are to use from now on.
  net::Tls& tls() { return tls_; }

  struct Outcome {
    bool tried = false;
    std::string error = {};  ///< why the former certificate was kept
  };
  /// Reads the files when one of them has changed since they were last read, or `always`. One that cannot be
  /// used, such as a key of another certificate in the middle of a renewal, changes nothing.
  Outcome renew(bool always);

 private:
  std::string stamp() const;

  net::TlsFiles files_;
  std::string stamp_;  // of the files when they were last read
  net::Tls tls_;
};

}  // namespace hone::server
