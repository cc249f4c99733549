// SPDX-License-Identifier: MIT
#include "hone/cli/synonyms.hpp"

#include <map>

namespace hone::cli {

std::optional<std::string> meaning_of(const std::string& word) {
  static const std::map<std::string, std::string> kMeanings = {
      {"list", "'hone studies' lists the studies of a store, 'hone trials STUDY' the trials of one"},
      {"ls", "'hone studies' lists the studies of a store, 'hone trials STUDY' the trials of one"},
      {"status", "'hone show STUDY' tells how far a study is"},
      {"info", "'hone show STUDY' tells how far a study is"},
      {"resume", "'hone tune STUDY' resumes a study where it stopped"},
      {"continue", "'hone tune STUDY' resumes a study where it stopped"},
      {"run", "'hone tune STUDY' runs a study, and resumes it where it stopped"},
      {"start", "'hone tune STUDY' runs a study, and resumes it where it stopped"},
      {"optimize", "'hone tune STUDY' runs a study, and resumes it where it stopped"},
      {"stop",
       "press Ctrl-C where 'hone tune' runs, or send it SIGTERM: running trials end or go back to the queue"},
      {"kill",
       "press Ctrl-C where 'hone tune' runs, or send it SIGTERM: running trials end or go back to the queue"},
      {"create", "'hone init' writes a study file, 'hone tune FILE' stores the study and runs it"},
      {"new", "'hone init' writes a study file, 'hone tune FILE' stores the study and runs it"},
      {"rm", "'hone delete STUDY' deletes a study, with --trial N one of its trials"},
      {"remove", "'hone delete STUDY' deletes a study, with --trial N one of its trials"},
      {"suggest", "'hone ask STUDY' hands out settings, 'hone tell STUDY NUMBER VALUE' takes their result"},
  };
  const auto found = kMeanings.find(word);
  return found == kMeanings.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace hone::cli
