// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hone/core/trial.hpp"

// What people write on studies and trials for themselves: notes in their words, and tags to find things by.
namespace hone {

/// True puts a tag on, false takes it off.
using TagChanges = std::map<std::string, bool>;

/// A tag of a trial is an attribute of this beginning and the tag's name, and it is true.
inline constexpr const char* kTagPrefix = "tag.";

/// Throws Error(InvalidArgument) unless it is made of letters, digits, "_", "-", ":" and ".", at most 100
/// bytes.
void check_tag(const std::string& tag);

void apply_tags(Attributes& attributes, const TagChanges& changes);
/// Those that are on, by name.
std::vector<std::string> tags_of(const Attributes& attributes);

/// What a remark says about a note and tags: "tagged slow; untagged odd; note: the fan was loud".
std::string noted_words(const std::string& note, const TagChanges& tags);
/// The notes among remarks, oldest first, in their writers' words.
std::vector<std::string> notes_among(const std::vector<Remark>& remarks);

}  // namespace hone
