// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hone::net {

/// A public key and the one way of signing that it is for (RFC 7518): RSA with PKCS #1 v1.5, or ECDSA on the
/// curve P-256, both of SHA-256. Safe to use from several threads.
class PublicKey {
 public:
  enum class Kind { Rs256, Es256 };

  /// From modulus and exponent, as bytes with the largest first. Nothing for what is no key, or has fewer
  /// than 2048 bits.
  static std::optional<PublicKey> rsa(std::string_view modulus, std::string_view exponent);
  /// From a point of P-256, 32 bytes each. Nothing for what is none.
  static std::optional<PublicKey> p256(std::string_view x, std::string_view y);

  Kind kind() const noexcept { return kind_; }
  /// Whether the owner of the key signed the message. A signature of ECDSA is r and s, 32 bytes each.
  bool verifies(std::string_view message, std::string_view signature) const;

 private:
  struct Parts;
  PublicKey(Kind kind, std::shared_ptr<const Parts> parts) : kind_(kind), parts_(std::move(parts)) {}
  static std::optional<PublicKey> from_der(Kind kind, const std::string& der);

  Kind kind_;
  std::shared_ptr<const Parts> parts_;
};

/// The bytes of base64url without padding (RFC 4648); nothing for what is none, spelled in the one way that
/// there is.
std::optional<std::string> base64url_decoded(std::string_view text);

}  // namespace hone::net
