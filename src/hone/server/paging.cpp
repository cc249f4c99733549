// SPDX-License-Identifier: MIT
#include "hone/server/paging.hpp"

#include <algorithm>

#include "hone/base/text.hpp"

namespace hone::server {

Page page_of(const Call& call, std::size_t total) {
  const auto size = static_cast<std::size_t>(call.integer("page_size", 100, 1, 1000));
  const auto begin = static_cast<std::size_t>(call.integer("page_token", 0, 0, INT64_MAX));
  Page page{.begin = std::min(begin, total), .end = std::min(total, std::min(begin, total) + size)};
  if (page.end < total) page.next = std::to_string(page.end);
  return page;
}

std::string one_of(const Call& call, const std::string& name, const std::vector<std::string>& words) {
  const std::string given = call.word(name, words.front());
  if (std::find(words.begin(), words.end(), given) != words.end()) return given;
  throw Error(ErrorCode::InvalidArgument, text("there is no '", given, "'", did_you_mean(given, words)),
              "write one of " + join(words, ", "))
      .within("query." + name);
}

}  // namespace hone::server
