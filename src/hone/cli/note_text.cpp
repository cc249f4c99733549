// SPDX-License-Identifier: MIT
#include "hone/cli/note_text.hpp"

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/service/findings.hpp"

namespace hone::cli {

std::string study_notes_text(const storage::Annotations& kept) {
  std::string out;
  const auto tags = kept.tags();
  if (!tags.empty()) out += "tags: " + join(std::vector<std::string>(tags.begin(), tags.end()), ", ") + "\n";
  for (const storage::StudyNote& note : kept.notes) {
    if (!note.text.empty()) out += time_text(note.time) + "  " + printable_lines(note.text) + "\n";
  }
  return out;
}

codec::Json study_notes_json(const storage::Annotations& kept) {
  storage::Annotations told = kept;  // a change of tags alone says nothing in words
  std::erase_if(told.notes, [](const storage::StudyNote& note) { return note.text.empty(); });
  codec::Json json = service::annotations_json(told);
  json["tags"] = kept.tags();
  return json;
}

}  // namespace hone::cli
