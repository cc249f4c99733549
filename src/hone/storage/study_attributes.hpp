// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "hone/storage/study_store.hpp"

namespace hone::storage {

/// What attributes of a study may be, so that whoever lists studies can read them.
constexpr std::size_t kLongestAttributeName = 200;
constexpr std::size_t kMostStudyAttributes = 1000;

/// Throws InvalidArgument when a name is empty, too long or holds a zero byte, or a value has more bytes as
/// text than a value may (Compound::kMostBytes).
void require_attributes(const AttributeChanges& changes);
/// Throws InvalidArgument when there would be more than kMostStudyAttributes.
void apply_attributes(const AttributeChanges& changes, Attributes& attributes);

}  // namespace hone::storage
