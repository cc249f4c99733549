// SPDX-License-Identifier: MIT
#include "hone/codec/attribute_limits.hpp"

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/node.hpp"

namespace hone::codec {

std::string attributes_problem(const Attributes& attributes) {
  if (attributes.size() > kMostAttributes)
    return text("there are ", attributes.size(), " attributes, and a trial has at most ", kMostAttributes);
  std::size_t bytes = 0;
  for (const auto& [name, value] : attributes) {
    if (name.size() > kLongestAttributeName)
      return text("the attribute ", in_quotes(name), " has a name of ", name.size(), " bytes, and ",
                  kLongestAttributeName, " are possible");
    if (has_hidden_characters(name))
      return text("the name of the attribute ", in_quotes(name),
                  " holds a character that is not shown, or that turns the direction of text");
    bytes += name.size() + to_text(value).size();
  }
  if (bytes > kMostAttributeBytes)
    return text("the attributes have ", bytes, " bytes, and a trial has at most ", kMostAttributeBytes);
  return "";
}

}  // namespace hone::codec
