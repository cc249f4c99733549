// SPDX-License-Identifier: MIT
#include "hone/codec/request.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/json_reader.hpp"

namespace hone::codec {

Node parse_request(std::string_view text, const RequestLimits& limits) {
  if (text.size() > limits.line) {
    throw Error(ErrorCode::InvalidFile, hone::text("the request is longer than ", limits.line, " bytes"),
                "send it in parts");
  }
  Node tree;
  try {
    tree =
        read_json(checked_text(text, "request"), "request", {.depth = limits.depth, .nodes = limits.values});
  } catch (const Error& error) {
    const bool not_finite =
        text.find("NaN") != std::string_view::npos || text.find("Infinity") != std::string_view::npos;
    if (!not_finite) throw;
    throw Error(ErrorCode::InvalidFile, "the request is not JSON",
                "JSON has no NaN or Infinity: tell null, or the state \"failed\"");
  }
  if (tree.map() == nullptr)
    throw Error(ErrorCode::InvalidFile, "the request is " + describe(tree) + ", not an object",
                "write an object in braces");
  return tree;
}

const Origin& request_origin() {
  static const Origin kOrigin{.name = "request", .folder = std::nullopt, .request = true};
  return kOrigin;
}

}  // namespace hone::codec
