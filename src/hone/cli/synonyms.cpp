// SPDX-License-Identifier: MIT
#include "hone/cli/synonyms.hpp"

#include <algorithm>
#include <map>

#include "hone/base/text.hpp"

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
      {"kill",
       "press Ctrl-C where 'hone tune' runs, or send it SIGTERM: running trials end or go back to the queue"},
      {"create", "'hone init' writes a study file, 'hone tune FILE' stores the study and runs it"},
      {"new", "'hone init' writes a study file, 'hone tune FILE' stores the study and runs it"},
      {"create-study", "'hone init' writes a study file, 'hone tune FILE' stores the study and runs it"},
      {"sweep", "'hone tune FILE' runs the study of a file, and resumes it where it stopped"},
      {"agent",
       "'hone tune STUDY' once more, beside the first, shares its work; 'hone worker' does so over a "
       "service"},
      {"best-trial", "'hone best STUDY' shows the best trial of a study"},
      {"best-trials", "'hone best STUDY' shows the best trials of a study"},
      {"ui", "'hone dashboard' shows the studies of a store in a browser"},
      {"web", "'hone dashboard' shows the studies of a store in a browser"},
      {"dash", "'hone dashboard' shows the studies of a store in a browser"},
      {"delete-study", "'hone delete STUDY' deletes a study, with --trial N one of its trials"},
      {"rm", "'hone delete STUDY' deletes a study, with --trial N one of its trials"},
      {"remove", "'hone delete STUDY' deletes a study, with --trial N one of its trials"},
      {"suggest", "'hone ask STUDY' hands out settings, 'hone tell STUDY NUMBER VALUE' takes their result"},
  };
  const auto found = kMeanings.find(word);
  return found == kMeanings.end() ? std::nullopt : std::optional(found->second);
}

std::string our_word_for(const std::string& word, const std::vector<std::string>& known) {
  static const std::map<std::string, std::string> kOurs = {
      {"pareto", "front"},
      {"pareto_front", "front"},
      {"optimization_history", "history"},
      {"convergence", "history"},
      {"progress", "history"},
      {"slice", "slices"},
      {"scatter", "slices"},
      {"parallel_coordinate", "parallel"},
      {"parallel_coordinates", "parallel"},
      {"intermediate", "curves"},
      {"intermediate_values", "curves"},
      {"learning_curves", "curves"},
      {"gantt", "timeline"},
      {"ecdf", "edf"},
      {"cdf", "edf"},
      {"param_importances", "importance"},
      {"pedanova", "ped-anova"},
      {"ped_anova", "ped-anova"},
      {"done", "complete"},
      {"finished", "complete"},
      {"ok", "complete"},
      {"success", "complete"},
      {"succeeded", "complete"},
      {"fail", "failed"},
      {"error", "failed"},
      {"crashed", "failed"},
      {"timeout", "timed_out"},
      {"stopped", "pruned"},
      {"pending", "waiting"},
      {"queued", "waiting"},
      {"active", "running"},
  };
  const auto found = kOurs.find(word);
  if (found == kOurs.end() || std::find(known.begin(), known.end(), found->second) == known.end())
    return did_you_mean(word, known);
  return " (here it is called '" + found->second + "')";
}

}  // namespace hone::cli
