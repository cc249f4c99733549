// SPDX-License-Identifier: MIT
#include "hone/storage/study_attributes.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/compound.hpp"

namespace hone::storage {

void require_attributes(const AttributeChanges& changes) {
  for (const auto& [name, value] : changes) {
    if (name.empty() || name.size() > kLongestAttributeName || name.find('\0') != std::string::npos) {
      throw Error(ErrorCode::InvalidArgument,
                  name.empty() ? "an attribute has no name"
                               : text("an attribute's name has ", name.size(), " bytes, or a zero byte"),
                  text("give one of 1 to ", kLongestAttributeName, " bytes"));
    }
    const std::size_t bytes = value ? to_text(*value).size() : 0;
    if (bytes > Compound::kMostBytes) {
      throw Error(ErrorCode::InvalidArgument,
                  text("the attribute '", name, "' has ", bytes, " bytes, more than ", Compound::kMostBytes),
                  "keep it in a file, and its path here");
    }
  }
}

void apply_attributes(const AttributeChanges& changes, Attributes& attributes) {
  for (const auto& [name, value] : changes) {
    if (value) {
      attributes[name] = *value;
    } else {
      attributes.erase(name);
    }
  }
  if (attributes.size() > kMostStudyAttributes) {
    throw Error(
        ErrorCode::InvalidArgument,
        text("the study would have ", attributes.size(), " attributes, more than ", kMostStudyAttributes),
        "take some away, or put several into one map");
  }
}

}  // namespace hone::storage
