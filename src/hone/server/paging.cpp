// SPDX-License-Identifier: MIT
#include "hone/server/paging.hpp"

#include <algorithm>

namespace hone::server {

Page page_of(const Call& call, std::size_t total) {
  const auto size = static_cast<std::size_t>(call.integer("page_size", 100));
  const auto begin = static_cast<std::size_t>(call.integer("page_token", 0));
  Page page{.begin = std::min(begin, total), .end = std::min(total, std::min(begin, total) + size)};
  if (page.end < total) page.next = std::to_string(page.end);
  return page;
}

}  // namespace hone::server
