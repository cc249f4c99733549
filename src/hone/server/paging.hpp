// SPDX-License-Identifier: MIT
#pragma once

#include "hone/server/route.hpp"

namespace hone::server {

/// A part of a list, by `page_size` and `page_token` of the query.
struct Page {
  std::size_t begin = 0;
  std::size_t end = 0;
  Json next = nullptr;  ///< the token of the page after, or null
};
Page page_of(const Call& call, std::size_t total);

}  // namespace hone::server
