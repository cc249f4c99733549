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

/// The address as it may be shown and kept, without its secrets: what follows the user's name in
/// postgresql://ann:secret@host/db, all that stands before the host of a service, and the values of
/// parameters such as password= and token=, however they are spelled, are left out.
std::string without_password(std::string_view address);

}  // namespace hone
