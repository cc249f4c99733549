// SPDX-License-Identifier: MIT
#include "hone/core/tags.hpp"

#include <algorithm>
#include <string_view>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone {
namespace {

constexpr std::size_t kLongestTag = 100;
constexpr std::string_view kNoteWord = "note: ";

bool is_tag_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == ':' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

std::vector<std::string> names_that_are(const TagChanges& tags, bool on) {
  std::vector<std::string> names;
  for (const auto& [name, is_on] : tags) {
    if (is_on == on) names.push_back(name);
  }
  return names;
}

}  // namespace

void check_tag(const std::string& tag) {
  const bool good =
      !tag.empty() && tag.size() <= kLongestTag && std::all_of(tag.begin(), tag.end(), is_tag_character);
  if (good) return;
  throw Error(ErrorCode::InvalidArgument, text("'", tag, "' cannot be a tag"),
              "write one word of letters, digits, _, -, : and ., of at most 100 bytes");
}

void apply_tags(Attributes& attributes, const TagChanges& changes) {
  for (const auto& [name, on] : changes) {
    check_tag(name);
    if (on) {
      attributes[kTagPrefix + name] = true;
    } else {
      attributes.erase(kTagPrefix + name);
    }
  }
}

std::vector<std::string> tags_of(const Attributes& attributes) {
  constexpr std::string_view kPrefix = kTagPrefix;
  std::vector<std::string> tags;
  for (const auto& [name, value] : attributes) {
    if (name.starts_with(kPrefix) && value == Value(true)) tags.push_back(name.substr(kPrefix.size()));
  }
  return tags;
}

std::string noted_words(const std::string& note, const TagChanges& tags) {
  std::vector<std::string> parts;
  const std::vector<std::string> on = names_that_are(tags, true);
  const std::vector<std::string> off = names_that_are(tags, false);
  if (!on.empty()) parts.push_back("tagged " + join(on, ", "));
  if (!off.empty()) parts.push_back("untagged " + join(off, ", "));
  if (!note.empty()) parts.push_back(std::string(kNoteWord) + note);
  return join(parts, "; ");
}

std::vector<std::string> notes_among(const std::vector<Remark>& remarks) {
  std::vector<std::string> notes;
  for (const Remark& remark : remarks) {
    std::string_view rest = remark.text;
    // No tag holds a semicolon, so what comes before the note can be told from it.
    for (const std::string_view beginning : {"tagged ", "untagged "}) {
      const std::size_t end = rest.find("; ");
      if (rest.starts_with(beginning) && end != std::string_view::npos) rest.remove_prefix(end + 2);
    }
    if (rest.starts_with(kNoteWord)) notes.emplace_back(rest.substr(kNoteWord.size()));
  }
  return notes;
}

}  // namespace hone
