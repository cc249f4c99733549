// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "hone/codec/field.hpp"
#include "hone/codec/map_form.hpp"
#include "hone/codec/node.hpp"

// What a program sends to hone: one JSON object, read into a tree that remembers its places. What its fields
// mean is declared by the verb that it asks for (service/verb.hpp).
namespace hone::codec {

/// What a request may not exceed, so that a broken client cannot eat the machine's memory.
struct RequestLimits {
  std::size_t line = std::size_t{16} << 20;  ///< bytes of one request
  int depth = 64;                            ///< brackets inside brackets
  std::size_t values = 1'000'000;            ///< numbers, texts, lists, ... of one request
};

/// Reads a JSON object. Throws Error(InvalidFile).
Node parse_request(std::string_view text, const RequestLimits& limits);

/// Where the fields of requests stand, for messages.
const Origin& request_origin();

/// Reads the fields of a request; `form` holds what reading needs to know.
template <class Form>
Form read_request(const Node& fields, Form form = {}) {
  return read_map<Form>(Field(fields, request_origin()), {}, std::move(form));
}

}  // namespace hone::codec
