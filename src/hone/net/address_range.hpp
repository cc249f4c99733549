// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hone::net {

/// An address of IPv6, or one of IPv4 as IPv6 maps it (::ffff:192.0.2.1): the same however it was written.
class Address {
 public:
  /// "192.0.2.1", "2001:db8::1"; nothing for what is no address.
  static std::optional<Address> parse(std::string_view text);

  bool is_four() const;
  /// In the usual form: "192.0.2.1" for one of IPv4.
  std::string text() const;
  const std::array<std::uint8_t, 16>& bytes() const noexcept { return bytes_; }
  friend bool operator==(const Address&, const Address&) = default;

 private:
  std::array<std::uint8_t, 16> bytes_ = {};
};

/// Addresses that begin alike: "10.0.0.0/8", "2001:db8::/32", or one alone.
class AddressRange {
 public:
  /// Nothing for what is none.
  static std::optional<AddressRange> parse(std::string_view text);

  bool contains(const Address& address) const;

 private:
  Address first_;
  int bits_ = 128;  // that are compared, of 128
};

/// Who made a request that came from `peer`: each proxy that is trusted says from whom it had it, in the last
/// entry of X-Forwarded-For that is not a trusted proxy's own. What stands before that was written by
/// somebody else and is believed in nothing. `forwarded`: the values of these headers in their order, joined
/// by commas. Who is behind a proxy that names nobody is that proxy.
std::string client_of(const std::string& peer, std::string_view forwarded,
                      std::span<const AddressRange> trusted);
bool is_trusted(const std::string& peer, std::span<const AddressRange> trusted);

}  // namespace hone::net
