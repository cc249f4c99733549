// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/server/route.hpp"

namespace hone::server {

/// A part of a list, by `page_size` and `page_token` of the query.
struct Page {
  std::size_t begin = 0;
  std::size_t end = 0;
  Json next = nullptr;  ///< the token of the page after, or null
};
Page page_of(const Call& call, std::size_t total);

/// A parameter of the query that is one of a few words; the first when it is left out. Throws
/// Error(InvalidArgument).
std::string one_of(const Call& call, const std::string& name, const std::vector<std::string>& words);

}  // namespace hone::server
