// SPDX-License-Identifier: MIT
#include "hone/codec/name_schema.hpp"

#include <algorithm>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/shape.hpp"

namespace hone::codec {

std::string read_name(const Field& field) {
  std::string name = field.text();
  if (field.origin().trusted) return name;
  if (trim(name).empty()) field.refuse("the name is empty", "write one");
  if (name.find_first_of("\n\r") != std::string::npos) {
    field.refuse("the name " + in_quotes(name) + " holds a line end", "write it on one line");
  }
  const bool odd =
      std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (odd) field.refuse("the name " + in_quotes(name) + " holds a control character", "leave it out");
  if (name.size() > 200) field.refuse("the name has more than 200 bytes", "shorten it");
  require_one_direction(field, name);
  return name;
}

void require_one_direction(const Field& field, const std::string& name) {
  const Origin& origin = field.origin();
  const bool own_file = origin.folder.has_value();
  if (origin.trusted || own_file || !has_hidden_characters(name)) return;
  field.refuse("the name " + in_quotes(name) +
                   " holds a character that is not shown, or that turns the direction of text",
               "leave it out");
}

Node name_shape() { return shape::with(shape::text_like("\\S"), "maxLength", leaf(std::int64_t{200})); }

}  // namespace hone::codec
