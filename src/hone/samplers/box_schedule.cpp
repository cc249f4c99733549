// SPDX-License-Identifier: MIT
#include "hone/samplers/box_schedule.hpp"

#include <algorithm>
#include <cmath>

#include "hone/samplers/stage_layout.hpp"

namespace hone::samplers {
namespace {

// What is wanted at once is shared by so many boxes, each half as wide as the one before, while no results
// tell where to go: more would leave each with too few points to tell anything.
constexpr int kMostBoxes = 4;

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

int count_inside(const Stage& stage, const ProposedTrials& known, int most) {
  const auto inside =
      known.inside(stage_boxes(stage, known).front(), stage.first, static_cast<std::size_t>(most));
  return static_cast<int>(inside.size());
}

}  // namespace

// In the words of Yang and Zhang (SeqUD, algorithm 2): stage 1 is a uniform design U_n(q^s) of the whole
// cube; at stage j the box around the best point x* is 2^-(j-1) wide, n_e points of earlier stages lie in it,
// and n_j = n - n_e new ones are laid out between them. Here j - 1 halvings are Stage::zoom = j, n is `size`,
// n_j Stage::runs, q Stage::levels and x* Stage::centres. What the paper leaves open, and this class decides:
// what to do when a batch or other workers want points before the stage's results are there, and after the
// last zoom.
BoxSchedule::BoxSchedule(SequentialOptions options, std::size_t objectives)
    : options_(options), objectives_(objectives) {}

BoxSchedule::Turn BoxSchedule::next(const StageBook& book, const ProposedTrials& known, Demand demand) const {
  const StageBook::Page* last = book.last();
  const bool open = last != nullptr && last->free_run() < last->stage.runs;
  const bool blind = open && last->stage.zoom == 1 && !knows_where(known);
  if (open && (last->stage.ahead == 0 || (awaits_results(book) && (blind || last->stage.zoom > 1))))
    return {last->stage, last->free_run()};
  Stage stage{.number = last == nullptr ? 1 : last->stage.number + 1, .first = known.next_number()};
  stage = options_.boxes == SequentialOptions::Boxes::Whole
              ? whole_space(stage, last == nullptr, known, demand)
              : box(stage, book, known, demand);
  if (options_.horizon && *options_.horizon > stage.first)
    stage.runs = static_cast<int>(std::min<std::int64_t>(stage.runs, *options_.horizon - stage.first));
  return {stage, 0};
}

// A wide first stage need not be half known: as many results as half of a usual one tell where to look.
bool BoxSchedule::knows_where(const ProposedTrials& known) const {
  return known.finished().complete() >= (options_.runs + 1) / 2;
}

int BoxSchedule::first_size(Demand demand) const {
  return std::max(options_.runs, std::min(demand.missing, static_cast<int>(kMostStageRuns)));
}

// The first design has what the user ran for its own.
Stage BoxSchedule::whole_space(Stage stage, bool first, const ProposedTrials& known, Demand demand) const {
  const int size = first ? first_size(demand) : options_.later_runs;
  stage.levels = stage.runs = size;
  if (first) stage.runs -= count_inside(stage, known, size);
  if (first && stage.runs > 0) return stage;
  stage.runs = size;
  stage.levels = levels_for(size, stage.first);
  return stage;
}

// Without the results of the last stage the next box is smaller and lies around the best point known, or is
// the whole space again when there is too little to go by; it is given up as soon as they are there.
Stage BoxSchedule::box(Stage stage, const StageBook& book, const ProposedTrials& known, Demand demand) const {
  const StageBook::Page *last = book.last(), *grounded = book.grounded();
  Numbers closed = book.closed();
  if (awaits_results(book)) {
    stage.ahead = last->stage.ahead + 1;
    const int deepest = std::min(options_.zooms, grounded->stage.zoom + kMostBoxes - 1);
    const bool too_little = grounded->stage.zoom == 1 && !knows_where(known);
    stage.zoom = too_little ? 1 : std::min(last->stage.zoom + 1, deepest);
  } else if (grounded != nullptr) {
    stage.zoom = zoom_after(grounded->stage, known, closed);
    if (stage.zoom < grounded->stage.zoom && !grounded->stage.centres.empty())
      closed.push_back(grounded->stage.centres.front());
  }
  const int size = last == nullptr ? first_size(demand) : later_size(known, demand);
  place(stage, known, size, closed);
  if (last != nullptr) stage.runs = fitted_runs(stage, demand);
  return stage;
}

// n of later stages: what runs or is wanted at once is shared by at most kMostBoxes boxes, so each takes a
// part.
int BoxSchedule::later_size(const ProposedTrials& known, Demand demand) const {
  const int at_once = std::min(known.running() + demand.missing, static_cast<int>(kMostStageRuns));
  return std::max(options_.later_runs, (at_once + kMostBoxes - 1) / kMostBoxes);
}

// n_j = n - n_e, lines 7 and 8 of the algorithm. What was run in the box counts, except in the whole space
// while its results are awaited; where enough was run already the box is halved again.
void BoxSchedule::place(Stage& stage, const ProposedTrials& known, int size, const Numbers& closed) const {
  const bool counts =
      options_.points != SequentialOptions::Placement::Random && (stage.ahead == 0 || stage.zoom > 1);
  for (;; ++stage.zoom) {
    stage.runs = size;
    stage.levels = options_.levels > 0 ? options_.levels : size;
    stage.centres.clear();
    if (stage.zoom > 1) stage.centres = best_trials(known, stage.zoom, closed);
    if (stage.centres.empty()) stage.zoom = 1;
    if (counts) stage.runs -= count_inside(stage, known, size);
    if (stage.runs > 0) return;
    if (stage.zoom >= options_.zooms || best_trials(known, 2, closed).empty()) break;
  }
  stage.runs = size;
}

// A stage ends with an ask, so that the next one knows its results; when it has fewer points than the ask
// still lacks, the rest is left to smaller boxes.
int BoxSchedule::fitted_runs(const Stage& stage, Demand demand) {
  constexpr int kMost = static_cast<int>(kMostStageRuns);
  const int boxes = std::max(1, kMostBoxes - stage.ahead);
  if (stage.runs < demand.missing)
    return std::min(kMost, std::max(stage.runs, (demand.missing + boxes - 1) / boxes));
  if (stage.ahead > 0 && demand.count > 1) return demand.missing;
  const int more_asks = (stage.runs - demand.missing + demand.count / 2) / demand.count;
  return std::min(kMost, demand.missing + more_asks * demand.count);
}

bool BoxSchedule::awaits_results(const StageBook& book) {
  const StageBook::Page* grounded = book.grounded();
  return grounded != nullptr && !grounded->half_known();
}

// The next zoom, or the same width when the best point has moved towards the border of the box; anew
// elsewhere after the last.
int BoxSchedule::zoom_after(const Stage& last, const ProposedTrials& known, const Numbers& closed) const {
  if (known.finished().complete() == 0) return 1;
  const int zoom = last.zoom + (moved_on(last, known, closed) ? 0 : 1);
  return zoom > options_.zooms ? 2 : zoom;
}

bool BoxSchedule::moved_on(const Stage& last, const ProposedTrials& known, const Numbers& closed) const {
  if (options_.hold >= 1.0 || last.centres.empty()) return false;
  const Numbers now = best_trials(known, last.zoom + 1, closed);
  if (now.empty()) return false;
  const double moved = farthest_apart(known.point(last.centres.front()), known.point(now.front()));
  // The box of zoom j is 2^-(j-1) wide, so that its border is 2^-j from the centre; `hold` is a share of
  // that.
  return moved > options_.hold * std::ldexp(1.0, -last.zoom);
}

// The best point and, in the first stages of zooming, the best ones that are no neighbours of better ones.
BoxSchedule::Numbers BoxSchedule::best_trials(const ProposedTrials& known, int zoom,
                                              const Numbers& closed) const {
  // With several objectives each stage looks at another one.
  const std::size_t objective = static_cast<std::size_t>(zoom) % objectives_;
  const std::size_t wanted = zoom - 1 <= options_.shot_stages ? static_cast<std::size_t>(options_.shots) : 1;
  const double apart = std::ldexp(1.0, -zoom);  // half the width of a box
  Numbers numbers;
  std::vector<std::vector<double>> chosen, away;
  for (const std::int64_t number : closed) away.push_back(known.point(number));
  for (const auto& [rank, number] : known.finished().leaders(objective, away)) {
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
