// SPDX-License-Identifier: MIT
#include "hone/samplers/stages.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>

#include "hone/core/noted.hpp"

namespace hone::samplers {
std::vector<std::int64_t> centres_in(const Notes& notes) {
  std::vector<std::int64_t> centres;
  const auto found = notes.find("centre");
  if (found == notes.end()) return centres;
  std::istringstream words(note_text(found->second));
  for (std::int64_t number = 0; words >> number;) centres.push_back(number);
  return centres;
}

bool renumber_stages(std::span<Trial> trials, std::int64_t first) {
  std::map<std::int64_t, std::int64_t> renamed;
  bool known = true;
  for (const Trial& trial : trials)
    known = renamed.emplace(trial.number, first + static_cast<std::int64_t>(renamed.size())).second && known;
  for (Trial& trial : trials) {
    const std::vector<std::int64_t> centres = centres_in(trial.notes);
    if (!stage_of(trial) || centres.empty()) continue;
    std::string names;
    for (const std::int64_t centre : centres) {
      const auto found = renamed.find(centre);
      known = known && found != renamed.end();
      if (known) names += (names.empty() ? "" : " ") + std::to_string(found->second);
    }
    if (known) trial.notes["centre"] = names;
  }
  if (!known) forget_stages(trials);
  return known;
}

void forget_stages(std::span<Trial> trials) {
  for (Trial& trial : trials) {
    if (!stage_of(trial)) continue;
    for (const char* name : {kStageNote, "run", "runs", "levels", "zoom", "centre", "ahead"})
      trial.notes.erase(name);
  }
}

Notes stage_notes(const Stage& stage, int run) {
  Notes notes{{kStageNote, stage.number},
              {"run", std::int64_t{run + 1}},
              {"runs", std::int64_t{stage.runs}},
              {"levels", std::int64_t{stage.levels}},
              {"zoom", std::int64_t{stage.zoom}}};
  std::string centre;
  for (const std::int64_t number : stage.centres)
    centre += (centre.empty() ? "" : " ") + std::to_string(number);
  if (!centre.empty()) notes["centre"] = centre;
  if (stage.ahead > 0) notes["ahead"] = std::int64_t{stage.ahead};
  return notes;
}

const StageBook::Page* StageBook::find(std::int64_t number) const {
  const auto own = pages_.find(number);
  if (own != pages_.end()) return &own->second;
  return before_ == nullptr ? nullptr : before_->find(number);
}

void StageBook::add(const Trial& trial) {
  constexpr std::int64_t kMostZoom = 60;
  const auto number = stage_of(trial), run = noted_count(trial.notes, "run"),
             runs = noted_count(trial.notes, "runs"), levels = noted_count(trial.notes, "levels"),
             zoom = noted_count(trial.notes, "zoom");
  if (!number || !run || !runs || !levels || !zoom || *run > *runs || *zoom > kMostZoom) return;
  const auto [place, fresh] = pages_.try_emplace(*number);
  Page& page = place->second;
  const Page* known = fresh && before_ != nullptr ? before_->find(*number) : nullptr;
  if (known != nullptr) {
    page = *known;
  } else if (fresh) {
    page.stage = {.number = *number,
                  .zoom = static_cast<int>(*zoom),
                  .levels = static_cast<int>(*levels),
                  .runs = static_cast<int>(*runs),
                  .centres = centres_in(trial.notes),
                  .first = trial.number,
                  .ahead = static_cast<int>(noted_count(trial.notes, "ahead").value_or(0))};
  }
  page.stage.first = std::min(page.stage.first, trial.number);
  page.taken.add(static_cast<int>(*run - 1));
  if (is_finished(trial.state)) page.finished.add(static_cast<int>(*run - 1));
}

std::vector<const Stage*> StageBook::stages() const {
  std::vector<const Stage*> result;
  if (before_ != nullptr) result = before_->stages();
  for (const auto& [number, page] : pages_) {
    const auto place = std::lower_bound(result.begin(), result.end(), number,
                                        [](const Stage* stage, std::int64_t n) { return stage->number < n; });
    if (place != result.end() && (*place)->number == number) {
      *place = &page.stage;
    } else {
      result.insert(place, &page.stage);
    }
  }
  return result;
}

std::vector<std::int64_t> StageBook::closed() const {
  std::vector<std::int64_t> centres;
  const Stage* previous = nullptr;
  for (const Stage* stage : stages()) {
    if (stage->ahead > 0) continue;
    if (previous != nullptr && previous->zoom > stage->zoom && !previous->centres.empty())
      centres.push_back(previous->centres.front());
    previous = stage;
  }
  return centres;
}

const StageBook::Page* StageBook::grounded() const {
  const Page* page = last();
  while (page != nullptr && page->stage.ahead > 0) {
    const Page* before = nullptr;
    for (std::int64_t number = page->stage.number - 1; number > 0 && before == nullptr; --number)
      before = find(number);
    page = before;
  }
  return page;
}

const StageBook::Page* StageBook::last() const {
  const Page* own = pages_.empty() ? nullptr : &pages_.rbegin()->second;
  const Page* other = before_ == nullptr ? nullptr : before_->last();
  if (own == nullptr || other == nullptr) return own == nullptr ? other : own;
  return other->stage.number > own->stage.number ? other : own;
}

}  // namespace hone::samplers
