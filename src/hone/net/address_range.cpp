// SPDX-License-Identifier: MIT
#include "hone/net/address_range.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

#include "hone/base/text.hpp"

namespace hone::net {
namespace {

constexpr std::array<std::uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr int kMappedBits = 96;
constexpr std::size_t kLongestAddress = 64;

/// The address in "192.0.2.1:4711", "[2001:db8::1]:4711" or without a port, as some proxies write it.
std::optional<Address> entry_of(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    return end == std::string_view::npos ? std::nullopt : Address::parse(text.substr(1, end - 1));
  }
  const bool one_colon = std::count(text.begin(), text.end(), ':') == 1;
  return Address::parse(one_colon ? text.substr(0, text.find(':')) : text);
}

bool any_contains(std::span<const AddressRange> ranges, const Address& address) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const AddressRange& range) { return range.contains(address); });
}

}  // namespace

std::optional<Address> Address::parse(std::string_view text) {
  if (text.size() > kLongestAddress) return std::nullopt;
  const std::string copy(text.substr(0, text.find('%')));  // without the interface
  Address address;
  if (::inet_pton(AF_INET6, copy.c_str(), address.bytes_.data()) == 1) return address;
  std::copy(kMapped.begin(), kMapped.end(), address.bytes_.begin());
  if (::inet_pton(AF_INET, copy.c_str(), address.bytes_.data() + kMapped.size()) == 1) return address;
  return std::nullopt;
}

bool Address::is_four() const { return std::equal(kMapped.begin(), kMapped.end(), bytes_.begin()); }

std::string Address::text() const {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  const std::uint8_t* begin = bytes_.data() + (is_four() ? kMapped.size() : 0);
  ::inet_ntop(is_four() ? AF_INET : AF_INET6, begin, text.data(), text.size());
  return text.data();
}

std::optional<AddressRange> AddressRange::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto first = Address::parse(text.substr(0, slash));
  if (!first) return std::nullopt;
  AddressRange range;
  range.first_ = *first;
  if (slash == std::string_view::npos) return range;
  const int before = first->is_four() ? kMappedBits : 0;
  const auto bits = parse_integer(std::string(text.substr(slash + 1)));
  if (!bits || *bits < 0 || *bits > 128 - before) return std::nullopt;
  range.bits_ = before + static_cast<int>(*bits);
  return range;
}

bool AddressRange::contains(const Address& address) const {
  const auto whole = static_cast<std::size_t>(bits_ / 8);
  const auto& mine = first_.bytes();
  const auto& other = address.bytes();
  if (!std::equal(mine.begin(), mine.begin() + static_cast<std::ptrdiff_t>(whole), other.begin()))
    return false;
  const int rest = bits_ % 8;
  return rest == 0 || (mine[whole] ^ other[whole]) >> (8 - rest) == 0;
}

std::string client_of(const std::string& peer, std::string_view forwarded,
                      std::span<const AddressRange> trusted) {
  if (trusted.empty()) return peer;
  auto client = Address::parse(peer);
  if (!client) return peer;
  while (any_contains(trusted, *client) && !forwarded.empty()) {
    const std::size_t comma = forwarded.rfind(',');
    const std::string_view last = comma == std::string_view::npos ? forwarded : forwarded.substr(comma + 1);
    const auto next = entry_of(trim(last));
    if (!next) break;
    client = next;
    forwarded = forwarded.substr(0, comma == std::string_view::npos ? 0 : comma);
  }
  return client->text();
}

bool is_trusted(const std::string& peer, std::span<const AddressRange> trusted) {
  if (trusted.empty()) return false;
  const auto address = Address::parse(peer);
  return address && any_contains(trusted, *address);
}

}  // namespace hone::net
