// SPDX-License-Identifier: MIT
#include "hone/cli/note_text.hpp"

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/codec/iso_time.hpp"

namespace hone::cli {

std::string study_notes_text(const std::vector<storage::StudyNote>& notes) {
  std::string out;
  const auto tags = storage::tags_of(notes);
  if (!tags.empty()) out += "tags: " + join(std::vector<std::string>(tags.begin(), tags.end()), ", ") + "\n";
  for (const storage::StudyNote& note : notes) {
    if (!note.text.empty()) out += time_text(note.time) + "  " + printable_lines(note.text) + "\n";
  }
  return out;
}

codec::Json study_notes_json(const std::vector<storage::StudyNote>& notes) {
  codec::Json told = codec::Json::array();
  for (const storage::StudyNote& note : notes) {
    if (!note.text.empty()) told.push_back({{"time", codec::iso_time(note.time)}, {"text", note.text}});
  }
  return {{"tags", storage::tags_of(notes)}, {"notes", told}};
}

}  // namespace hone::cli
