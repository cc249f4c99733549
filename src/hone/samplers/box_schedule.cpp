// SPDX-License-Identifier: MIT
#include "hone/samplers/box_schedule.hpp"

#include <algorithm>
#include <cmath>

#include "hone/samplers/stage_layout.hpp"

namespace hone::samplers {
namespace {

// Levels for more points of the whole space, a multiple of these: about as many as there will be points, or
// small designs one after the other would share few of them.
int levels_for(int size, std::int64_t before) {
  constexpr std::int64_t kFine = 128;  // a search costs more with more of them
  return size * static_cast<int>(
                    std::clamp<std::int64_t>(1 + before / size, 1, std::max<std::int64_t>(1, kFine / size)));
}

double farthest_apart(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) largest = std::max(largest, std::abs(a[j] - b[j]));
  return largest;
}

int count_inside(const Stage& stage, const KnownTrials& known, int most) {
  const auto inside =
      known.inside(stage_boxes(stage, known).front(), stage.first, static_cast<std::size_t>(most));
  return static_cast<int>(inside.size());
}

}  // namespace

BoxSchedule::BoxSchedule(SequentialOptions options, std::size_t objectives)
    : options_(options), objectives_(objectives) {}

Stage BoxSchedule::next(const StageBook& book, const KnownTrials& known, int batch) const {
  const StageBook::Page* last = book.last();
  const int size = last == nullptr
                       ? std::max(options_.runs, std::min(batch, static_cast<int>(kMostStageRuns)))
                       : options_.later_runs;
  const Stage begun{.number = last == nullptr ? 1 : last->stage.number + 1, .first = known.next_number()};
  Stage stage = options_.boxes == SequentialOptions::Boxes::Whole
                    ? whole_space(begun, last == nullptr, known, size)
                    : box(begun, book, known, size);
  if (options_.horizon && *options_.horizon > stage.first)
    stage.runs = static_cast<int>(std::min<std::int64_t>(stage.runs, *options_.horizon - stage.first));
  return stage;
}

// The first design has what the user ran for its own.
Stage BoxSchedule::whole_space(Stage stage, bool first, const KnownTrials& known, int size) const {
  stage.levels = stage.runs = size;
  if (first) stage.runs -= count_inside(stage, known, size);
  if (first && stage.runs > 0) return stage;
  stage.runs = size;
  stage.levels = levels_for(size, stage.first);
  return stage;
}

Stage BoxSchedule::box(Stage stage, const StageBook& book, const KnownTrials& known, int size) const {
  const StageBook::Page* last = book.last();
  Numbers closed = book.closed();
  stage.zoom = zoom_after(last, known, closed);
  if (last != nullptr && stage.zoom < last->stage.zoom && !last->stage.centres.empty())
    closed.push_back(last->stage.centres.front());
  // What was run in the box counts, except when nothing new would come of it.
  const bool again = last != nullptr && stage.zoom <= last->stage.zoom && !last->half_known();
  const bool counts = !again && options_.points == SequentialOptions::Points::Uniform;
  for (;; ++stage.zoom) {
    stage.levels = stage.runs = size;
    stage.centres.clear();
    if (stage.zoom > 1) stage.centres = best_trials(known, stage.zoom, closed);
    if (stage.centres.empty()) stage.zoom = 1;
    if (counts) stage.runs -= count_inside(stage, known, size);
    if (stage.runs > 0) return stage;
    if (stage.zoom >= options_.zooms || best_trials(known, 2, closed).empty()) break;
  }
  stage.runs = size;
  return stage;
}

// The next zoom when at least half of the last stage is known; the same width when the best point has moved
// towards the border of the box, or when workers ask faster than results come; anew elsewhere after the last.
int BoxSchedule::zoom_after(const StageBook::Page* last, const KnownTrials& known,
                            const Numbers& closed) const {
  if (last == nullptr || known.finished().complete() == 0) return 1;
  const bool further = last->half_known() && !moved_on(last->stage, known, closed);
  const int zoom = last->stage.zoom + (further ? 1 : 0);
  return zoom > options_.zooms ? 2 : zoom;
}

bool BoxSchedule::moved_on(const Stage& last, const KnownTrials& known, const Numbers& closed) const {
  if (options_.hold >= 1.0 || last.centres.empty()) return false;
  const Numbers now = best_trials(known, last.zoom + 1, closed);
  if (now.empty()) return false;
  const double moved = farthest_apart(known.point(last.centres.front()), known.point(now.front()));
  return moved > options_.hold * std::ldexp(1.0, -last.zoom);
}

// The best point and, in the first stages of zooming, the best ones that are no neighbours of better ones.
BoxSchedule::Numbers BoxSchedule::best_trials(const KnownTrials& known, int zoom,
                                              const Numbers& closed) const {
  // With several objectives each stage looks at another one.
  const std::size_t objective = static_cast<std::size_t>(zoom) % objectives_;
  const std::size_t wanted = zoom - 1 <= options_.shot_stages ? static_cast<std::size_t>(options_.shots) : 1;
  const double apart = std::ldexp(1.0, -zoom);  // half the width of a box
  Numbers numbers;
  std::vector<std::vector<double>> chosen, away;
  for (const std::int64_t number : closed) away.push_back(known.point(number));
  for (const auto& [value, number] : known.finished().leaders(objective, away)) {
    if (numbers.size() == wanted) break;
    const std::vector<double>& point = known.point(number);
    const auto neighbour = [&](const std::vector<double>& other) {
      return farthest_apart(other, point) <= apart;
    };
    if (std::any_of(chosen.begin(), chosen.end(), neighbour)) continue;
    numbers.push_back(number);
    chosen.push_back(point);
  }
  return numbers;
}

}  // namespace hone::samplers
