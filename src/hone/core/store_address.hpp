// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

// Addresses of stores as texts; catalog/ opens what they name.
namespace hone {

inline constexpr std::string_view kSqliteScheme = "sqlite:";
inline constexpr std::string_view kMemoryStore = "memory:";
/// Where studies are kept when nobody says where.
inline constexpr std::string_view kDefaultStore = "hone.db";

/// "sqlite:" and "runs/a.db"; a path alone has no scheme. Both look into the text that was given.
struct StoreAddress {
  std::string_view scheme;  ///< with its colon
  std::string_view rest;
};

/// A colon after a slash belongs to a path.
constexpr StoreAddress split_store_address(std::string_view address) {
  const std::size_t colon = address.find(':');
  if (colon == std::string_view::npos || address.find('/') < colon) return {{}, address};
  return {address.substr(0, colon + 1), address.substr(colon + 1)};
}

/// The address as it may be shown and kept: what follows the user's name in postgresql://ann:secret@host/db,
/// and the value of a parameter password=, are left out.
inline std::string without_password(std::string_view address) {
  std::string shown(address);
  const std::size_t slashes = shown.find("://");
  if (slashes == std::string::npos) return shown;
  const std::size_t begin = slashes + 3;
  // The last '@': whoever forgot to escape one in a password must not see the rest of it in a log.
  const std::size_t at = shown.rfind('@', shown.find('?'));
  const std::size_t colon = shown.find(':', begin);
  if (at != std::string::npos && at >= begin && colon < at) shown.erase(colon, at - colon);
  for (const std::string_view word : {"password=", "sslpassword="}) {
    for (std::size_t found = shown.find(word); found != std::string::npos; found = shown.find(word, found)) {
      const bool whole = found > 0 && (shown[found - 1] == '?' || shown[found - 1] == '&');
      found += word.size();
      if (whole) shown.erase(found, shown.find('&', found) - found);
    }
  }
  return shown;
}

}  // namespace hone
