// SPDX-License-Identifier: MIT
#include "hone/samplers/sequential_design.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "hone/numeric/local_quadratic.hpp"
#include "hone/samplers/box_points.hpp"

namespace hone::samplers {
namespace {

constexpr std::int64_t kMostRuns = 2000;
constexpr int kDraws = 32;           // in a box, before a point is looked for elsewhere
constexpr double kApart = 0.125;     // how near to a place zoomed into to its end nothing more is looked for
constexpr double kModelReach = 0.5;  // beyond the box, in widths of it, that the quadratic is trusted

std::optional<std::int64_t> planned(const Study& study) {
  return study.horizon ? study.horizon : study.plan.budget.trials;
}

// A share of the planned trials, in whole batches.
std::int64_t stage_runs(const Study& study, double share) {
  const auto wanted = std::llround(share * static_cast<double>(planned(study).value_or(100)));
  const std::int64_t batch = std::clamp<std::int64_t>(study.plan.budget.parallel, 1, kMostRuns);
  const std::int64_t least = std::clamp<std::int64_t>(wanted, 5, 500);
  return std::min(kMostRuns, (least + batch - 1) / batch * batch);
}

// The largest of the fewest equal parts that nobody has to wait long for. Plans may be as large as numbers
// go.
std::int64_t even_part(std::int64_t trials) {
  constexpr std::int64_t kMostAtOnce = 1000;
  const std::int64_t last = std::max<std::int64_t>(1, trials) - 1, parts = last / kMostAtOnce + 1;
  return last / parts + 1;
}

// Levels for more points of the whole space, a multiple of these: about as many as there will be points, or
// small designs one after the other would share few of them.
int levels_for(int size, std::int64_t before) {
  constexpr std::int64_t kFine = 128;  // a search costs more with more of them
  return size * static_cast<int>(
                    std::clamp<std::int64_t>(1 + before / size, 1, std::max<std::int64_t>(1, kFine / size)));
}

double chebyshev(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) largest = std::max(largest, std::abs(a[j] - b[j]));
  return largest;
}

// Runs of each box: as even as can be, the first ones more.
std::vector<int> shares(int runs, std::size_t boxes) {
  std::vector<int> result(boxes, runs / static_cast<int>(boxes));
  for (std::size_t i = 0; i < static_cast<std::size_t>(runs) % boxes; ++i) ++result[i];
  return result;
}

}  // namespace

SequentialDesign::SequentialDesign(const Study& study, Kind kind, const std::string& name)
    : kind_(kind),
      encoding_(study.space, encode::Categories::OneHotNear),
      objectives_(study.objectives),
      seed_(study.seed),
      horizon_(planned(study)),
      placed_(encoding_, study.objectives, kApart) {
  OptionReader read(name, study.sampler.options);
  if (kind == Kind::Uniform) {
    runs_ = later_runs_ =
        static_cast<int>(read.integer("runs", even_part(horizon_.value_or(32)), 1, kMostRuns));
  } else {
    read_zoom_options(read, study);
  }
  read.finish();
  for (const Configuration& candidate : study.space.candidates())
    pool_.push_back(encoding_.encode(candidate));
}

void SequentialDesign::read_zoom_options(OptionReader& read, const Study& study) {
  const bool plain =
      kind_ == Kind::ZoomRandom || read.word("variant", "hone", {"hone", "published"}) == "published";
  // The paper's rule: 15 of 100 trials up to 5 dimensions and 25 above.
  const std::int64_t first = stage_runs(study, encoding_.dimensions() <= 5 ? 0.15 : 0.25);
  runs_ = static_cast<int>(read.integer("runs", first, 3, kMostRuns));
  zooms_ = static_cast<int>(read.integer("zooms", plain ? 20 : 8, 2, 40));
  later_runs_ =
      static_cast<int>(read.integer("later_runs", plain ? runs_ : stage_runs(study, 0.13), 3, kMostRuns));
  if (kind_ == Kind::ZoomRandom) return;
  polish_ = read.flag("polish", !plain);
  hold_ = read.real("hold", plain ? 1.0 : 0.4, 0.0, 1.0);
  shots_ = static_cast<int>(read.integer("shots", 1, 1, 10));
  shot_stages_ = static_cast<int>(read.integer("shot_stages", 1, 1, 40));
}

OptionInfos UniformDesign::options() {
  return {{"runs", "1 to 2000", "all planned, at most 1000 at once; 32 without a plan",
           "points of one design; as many are added when they are used up"}};
}

OptionInfos SeqUd::options() {
  return {
      {"variant", "hone, published", "hone", "published: as in the paper"},
      {"runs", "3 to 2000", "15 % of those planned (100 if none are), 25 % above 5 dimensions; 5 to 500",
       "trials of the first stage, in whole batches"},
      {"later_runs", "3 to 2000", "13 % of those planned, 5 to 500; published: as runs",
       "trials of each later stage"},
      {"polish", "true, false", "true; published: false",
       "begin a stage where a quadratic through the results nearest to the best is lowest"},
      {"hold", "0 to 1", "0.4; published: 1",
       "keep the box's width when the best moved farther, in half widths; 1: never"},
      {"zooms", "2 to 40", "8; published: 20",
       "the smallest box is 2^(1-zooms) wide; then the next best place is looked at"},
      {"shots", "1 to 10", "1", "places zoomed into at a time"},
      {"shot_stages", "1 to 40", "1", "for how many stages"},
  };
}

OptionInfos SeqRand::options() {
  return {
      {"runs", "3 to 2000", "15 % of those planned (100 if none are), 25 % above 5 dimensions; 5 to 500",
       "trials of the first stage, in whole batches"},
      {"later_runs", "3 to 2000", "as runs", "trials of each later stage"},
      {"zooms", "2 to 40", "20",
       "the smallest box is 2^(1-zooms) wide; then the next best place is looked at"},
  };
}

void SequentialDesign::tell(std::span<const Trial> finished) {
  history_.add(finished);
  for (const Trial& trial : finished) {
    placed_.add(trial);
    book_.add(trial);
  }
}

std::vector<Proposal> SequentialDesign::ask(const AskRequest& request) const {
  Picker picker(encoding_, history_, request);
  if (encoding_.dimensions() == 0) {
    while (!picker.full()) picker.pick_at({});
    return picker.take();
  }
  KnownTrials known(encoding_, placed_, request.running);
  StageBook book(&book_);
  for (const Trial& trial : request.running) book.add(trial);
  while (!picker.full()) {
    const StageBook::Page* last = book.last();
    const bool open = last != nullptr && last->free_run() < last->stage.runs;
    const Stage stage = open ? last->stage : begin(book, known, picker.missing());
    const int run = open ? last->free_run() : 0;
    const Layout& points = layout(stage, known);
    const Point model = run == 0 && polish_ && stage.zoom > 1 ? model_point(stage, points, known) : Point{};
    pick(picker, points, run, model, stage_notes(stage, run));
    // Those that follow in this ask see it as running.
    Trial trial;
    trial.number = known.next_number();
    trial.state = TrialState::Running;
    trial.notes = picker.last().notes;
    book.add(trial);
    known.add(picker.last().configuration);
  }
  return picker.take();
}

// The next zoom when at least half of the last stage is known; the same width when the best point has moved
// towards the border of the box, or when workers ask faster than results come; anew elsewhere after the last.
int SequentialDesign::zoom_after(const StageBook::Page* last, const KnownTrials& known,
                                 const std::vector<std::int64_t>& closed) const {
  if (kind_ == Kind::Uniform || last == nullptr || known.finished().complete() == 0) return 1;
  const bool further = last->half_known() && !moved_on(last->stage, known, closed);
  const int zoom = last->stage.zoom + (further ? 1 : 0);
  return zoom > zooms_ ? 2 : zoom;
}

bool SequentialDesign::moved_on(const Stage& last, const KnownTrials& known,
                                const std::vector<std::int64_t>& closed) const {
  if (hold_ >= 1.0 || last.centres.empty()) return false;
  const auto now = best_trials(known, last.zoom + 1, closed);
  if (now.empty()) return false;
  const double moved = chebyshev(known.point(last.centres.front()), known.point(now.front()));
  return moved > hold_ * std::ldexp(1.0, -last.zoom);
}

Stage SequentialDesign::begin(const StageBook& book, const KnownTrials& known, int batch) const {
  const StageBook::Page* page = book.last();
  const Stage* last = page == nullptr ? nullptr : &page->stage;
  Stage stage{.number = last == nullptr ? 1 : last->number + 1};
  std::vector<std::int64_t> closed = book.closed();
  stage.zoom = zoom_after(page, known, closed);
  if (last != nullptr && stage.zoom < last->zoom && !last->centres.empty())
    closed.push_back(last->centres.front());
  stage.first = known.next_number();
  // What was run in the box counts, except when nothing new would come of it.
  const bool again =
      last != nullptr && (kind_ != Kind::Zoom || (stage.zoom <= last->zoom && !page->half_known()));
  const bool counts = !again && kind_ != Kind::ZoomRandom;
  const int size =
      last == nullptr ? std::max(runs_, std::min(batch, static_cast<int>(kMostRuns))) : later_runs_;
  for (;; ++stage.zoom) {
    stage.levels = kind_ == Kind::Uniform && !counts ? levels_for(size, stage.first) : size;
    stage.centres.clear();
    if (stage.zoom > 1) stage.centres = best_trials(known, stage.zoom, closed);
    if (stage.centres.empty()) stage.zoom = 1;
    stage.runs = size;
    if (counts) {
      const auto inside =
          known.inside(boxes_of(stage, known).front(), stage.first, static_cast<std::size_t>(size));
      stage.runs -= static_cast<int>(inside.size());
    }
    if (stage.runs > 0) break;
    const bool zoomable =
        kind_ == Kind::Zoom && stage.zoom < zooms_ && !best_trials(known, 2, closed).empty();
    if (!zoomable) {
      stage.runs = size;
      if (kind_ == Kind::Uniform) stage.levels = levels_for(size, stage.first);
      break;
    }
  }
  if (horizon_ && *horizon_ > stage.first)
    stage.runs = static_cast<int>(std::min<std::int64_t>(stage.runs, *horizon_ - stage.first));
  return stage;
}

// The best point and, in the first stages of zooming, the best ones that are no neighbours of better ones.
std::vector<std::int64_t> SequentialDesign::best_trials(const KnownTrials& known, int zoom,
                                                        const std::vector<std::int64_t>& closed) const {
  // With several objectives each stage looks at another one.
  const std::size_t objective = static_cast<std::size_t>(zoom) % objectives_.size();
  const std::size_t wanted = zoom - 1 <= shot_stages_ ? static_cast<std::size_t>(shots_) : 1;
  const double apart = std::ldexp(1.0, -zoom);  // half the width of a box
  std::vector<std::int64_t> numbers;
  std::vector<Point> chosen, away;
  for (const std::int64_t number : closed) away.push_back(known.point(number));
  for (const auto& [value, number] : known.finished().leaders(objective, away)) {
    if (numbers.size() == wanted) break;
    const Point& point = known.point(number);
    const auto neighbour = [&](const Point& other) { return chebyshev(other, point) <= apart; };
    if (std::any_of(chosen.begin(), chosen.end(), neighbour)) continue;
    numbers.push_back(number);
    chosen.push_back(point);
  }
  return numbers;
}

std::vector<designs::LevelBox> SequentialDesign::boxes_of(const Stage& stage,
                                                          const KnownTrials& known) const {
  std::vector<designs::LevelBox> boxes;
  for (const std::int64_t number : stage.centres)
    boxes.emplace_back(known.point(number), stage.levels, std::max(stage.zoom, 2));
  if (boxes.empty()) boxes.emplace_back(static_cast<int>(encoding_.dimensions()), stage.levels);
  return boxes;
}

const SequentialDesign::Layout& SequentialDesign::layout(const Stage& stage, const KnownTrials& known) const {
  if (stage != layout_stage_) {
    layout_ = lay_out(stage, known);
    layout_stage_ = stage;
  }
  return layout_;
}

SequentialDesign::Layout SequentialDesign::lay_out(const Stage& stage, const KnownTrials& known) const {
  Layout result{.boxes = boxes_of(stage, known)};
  const std::vector<int> share = shares(stage.runs, result.boxes.size());
  for (std::size_t b = 0; b < result.boxes.size(); ++b) {
    const designs::LevelBox& box = result.boxes[b];
    const std::uint64_t seed = mix_seed(seed_, static_cast<std::uint64_t>(stage.number), b);
    std::vector<Point> fresh;
    if (kind_ == Kind::ZoomRandom) {
      fresh = random_points(box, share[b], seed);
    } else {
      std::vector<std::span<const double>> before;
      for (const Point& point : result.points) {
        if (box.holds(point)) before.push_back(point);
      }
      const int others = share[b] + static_cast<int>(before.size());
      const auto known_inside = known.inside(box, stage.first, points_that_matter(box, others));
      std::transform(known_inside.begin(), known_inside.end(), std::inserter(before, before.begin()),
                     [](const Placed* placed) { return std::span<const double>(placed->point); });
      fresh = uniform_points(box, before, share[b], seed);
    }
    result.box_of.insert(result.box_of.end(), fresh.size(), b);
    std::move(fresh.begin(), fresh.end(), std::back_inserter(result.points));
  }
  return result;
}

// Where a quadratic through the results around the centre is lowest.
std::vector<double> SequentialDesign::model_point(const Stage& stage, const Layout& layout,
                                                  const KnownTrials& known) const {
  const Point& centre = known.point(stage.centres.front());
  const designs::LevelBox& box = layout.boxes.front();
  std::vector<std::span<const double>> points;
  std::vector<double> values;
  for (const Placed* placed : known.finished().nearest(centre, numeric::quadratic_points(centre.size()))) {
    points.push_back(placed->point);
    values.push_back(objectives_[0].direction == Direction::Minimize ? placed->values[0]
                                                                     : -placed->values[0]);
  }
  Point low, high;
  for (int j = 0; j < box.factors(); ++j) {
    const double reach = kModelReach * box.step() * box.levels();
    low.push_back(std::max(0.0, box.value(j, 1) - reach));
    high.push_back(std::min(1.0, box.value(j, box.levels()) + reach));
  }
  return numeric::quadratic_minimum(points, values, centre, low, high);
}

// A point that cannot be, or was seen, is replaced by one of its box, if there is any.
void SequentialDesign::pick(Picker& picker, const Layout& layout, int run, const Point& model,
                            Notes notes) const {
  const Point& wanted = model.empty() ? layout.points[static_cast<std::size_t>(run)] : model;
  if (!pool_.empty()) {
    picker.pick_at(nearest_candidate(picker, wanted), std::move(notes));
    return;
  }
  const designs::LevelBox& box = layout.boxes[layout.box_of[static_cast<std::size_t>(run)]];
  Point point = wanted;
  for (int draw = 0; draw <= 2 * kDraws; ++draw) {
    const Configuration candidate = encoding_.decode(point);
    if (encoding_.space().allows(candidate) && !picker.seen(candidate)) {
      picker.pick(candidate, std::move(notes));
      return;
    }
    const double wider = draw < kDraws ? 0.5 * box.step() : 0.25 * box.step() * box.levels();
    for (int j = 0; j < box.factors(); ++j) {
      point[static_cast<std::size_t>(j)] = std::clamp(
          picker.rng().uniform(box.value(j, 1) - wider, box.value(j, box.levels()) + wider), 0.0, 1.0);
    }
  }
  picker.pick_at(wanted, std::move(notes));
}

std::vector<double> SequentialDesign::nearest_candidate(const Picker& picker, const Point& point) const {
  double nearest = std::numeric_limits<double>::infinity();
  const Point* found = &point;
  const auto& candidates = encoding_.space().candidates();
  for (std::size_t i = 0; i < pool_.size(); ++i) {
    double squared = 0.0;
    for (std::size_t j = 0; j < point.size(); ++j)
      squared += (pool_[i][j] - point[j]) * (pool_[i][j] - point[j]);
    if (squared >= nearest || picker.seen(candidates[i])) continue;
    nearest = squared;
    found = &pool_[i];
  }
  return *found;
}

}  // namespace hone::samplers
