// SPDX-License-Identifier: MIT
#include "hone/codec/name_schema.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/codec/shape.hpp"

namespace hone::codec {

std::string read_name(const Field& field) {
  std::string name = field.text();
  if (field.origin().trusted) return name;
  const bool odd =
      std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (trim(name).empty()) field.refuse("the name is empty", "write one");
  if (name.size() > 200 || odd) {
    field.refuse("the name has more than 200 characters or holds a line end", "shorten it to one line");
  }
  return name;
}

Node name_shape() { return shape::with(shape::text_like("\\S"), "maxLength", leaf(std::int64_t{200})); }

}  // namespace hone::codec
