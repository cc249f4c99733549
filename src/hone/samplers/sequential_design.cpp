// SPDX-License-Identifier: MIT
#include "hone/samplers/sequential_design.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "hone/designs/uniform_design.hpp"
#include "hone/samplers/local_quadratic.hpp"

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

// Exchanges tried: a stage should be laid out before anybody waits for it.
std::int64_t iterations(int runs, int factors) {
  return std::clamp<std::int64_t>(std::int64_t{200} * runs * factors, 20000, 500000);
}

bool half_known(const Stage& stage) { return 2 * std::ssize(stage.finished) >= stage.runs; }

double chebyshev(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) largest = std::max(largest, std::abs(a[j] - b[j]));
  return largest;
}

}  // namespace

SequentialDesign::SequentialDesign(const Study& study, Kind kind, const std::string& name)
    : kind_(kind),
      encoding_(study.space, encode::Categories::OneHotNear),
      objectives_(study.objectives),
      seed_(study.seed),
      horizon_(planned(study)) {
  OptionReader read(name, study.sampler.options);
  if (kind == Kind::Uniform) {
    const std::int64_t all = std::clamp<std::int64_t>(horizon_.value_or(32), 1, kMostRuns);
    runs_ = later_runs_ = static_cast<int>(read.integer("runs", all, 1, kMostRuns));
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

void SequentialDesign::tell(std::span<const Trial> finished) {
  history_.add(finished);
  for (const Trial& trial : finished) book_.add(trial);
}

const Trial& SequentialDesign::Known::at(std::int64_t number) const {
  const auto place = std::lower_bound(trials.begin(), trials.end(), number,
                                      [](const Trial* trial, std::int64_t n) { return trial->number < n; });
  return place == trials.end() ? *trials.back() : **place;
}

std::vector<Proposal> SequentialDesign::ask(const AskRequest& request) const {
  Picker picker(encoding_, history_, request);
  if (encoding_.dimensions() == 0) {
    while (!picker.full()) picker.pick_at({});
    return picker.take();
  }
  // Everything that was ever proposed, by number.
  Known known;
  for (const Trial& trial : history_.trials()) known.trials.push_back(&trial);
  for (const Trial& trial : request.running) known.trials.push_back(&trial);
  std::sort(known.trials.begin(), known.trials.end(),
            [](const Trial* a, const Trial* b) { return a->number < b->number; });
  StageBook book = book_;
  for (const Trial& trial : request.running) book.add(trial);

  known.picks.reserve(static_cast<std::size_t>(request.count));
  while (!picker.full()) {
    const Stage* last = book.last();
    const bool open = last != nullptr && std::ssize(last->taken) < last->runs;
    const Stage stage =
        open ? *last : begin(book, known, request.count - static_cast<int>(known.picks.size()));
    int run = 0;
    while (stage.taken.contains(run)) ++run;
    const Layout& points = layout(stage, known);
    const Point model = run == 0 && polish_ && stage.zoom > 1 ? model_point(stage, points, known) : Point{};
    pick(picker, points, run, model, stage_notes(stage, run));
    // Those that follow in this ask see it as running.
    Trial trial;
    trial.number = known.trials.empty() ? 0 : known.trials.back()->number + 1;
    trial.state = TrialState::Running;
    trial.configuration = picker.last().configuration;
    trial.notes = picker.last().notes;
    known.picks.push_back(std::move(trial));
    known.trials.push_back(&known.picks.back());
    book.add(known.picks.back());
  }
  return picker.take();
}

// The next zoom when at least half of the last stage is known; the same width when the best point has moved
// towards the border of the box, or when workers ask faster than results come; anew elsewhere after the last.
int SequentialDesign::zoom_after(const Stage* last, const Known& known,
                                 const std::vector<std::int64_t>& closed) const {
  const auto complete = [](const Trial* trial) { return trial->state == TrialState::Complete; };
  if (kind_ == Kind::Uniform || last == nullptr) return 1;
  if (std::none_of(known.trials.begin(), known.trials.end(), complete)) return 1;
  const int zoom = last->zoom + (half_known(*last) && !moved_on(*last, known, closed) ? 1 : 0);
  return zoom > zooms_ ? 2 : zoom;
}

bool SequentialDesign::moved_on(const Stage& last, const Known& known,
                                const std::vector<std::int64_t>& closed) const {
  if (hold_ >= 1.0 || last.centres.empty()) return false;
  const auto now = best_trials(known, last.zoom + 1, closed);
  if (now.empty()) return false;
  const Point to = encoding_.encode(known.at(now.front()).configuration);
  const Point from = encoding_.encode(known.at(last.centres.front()).configuration);
  return chebyshev(from, to) > hold_ * std::ldexp(1.0, -last.zoom);
}

Stage SequentialDesign::begin(const StageBook& book, const Known& known, int batch) const {
  const Stage* last = book.last();
  Stage stage{.number = last == nullptr ? 1 : last->number + 1};
  std::vector<std::int64_t> closed = book.closed();
  stage.zoom = zoom_after(last, known, closed);
  if (last != nullptr && stage.zoom < last->zoom && !last->centres.empty())
    closed.push_back(last->centres.front());
  stage.first = known.trials.empty() ? 0 : known.trials.back()->number + 1;
  const bool again =
      last != nullptr && (kind_ != Kind::Zoom || (stage.zoom <= last->zoom && !half_known(*last)));
  const int size =
      last == nullptr ? std::max(runs_, std::min(batch, static_cast<int>(kMostRuns))) : later_runs_;
  for (;; ++stage.zoom) {
    stage.levels = size;
    stage.centres.clear();
    if (stage.zoom > 1) stage.centres = best_trials(known, stage.zoom, closed);
    if (stage.centres.empty()) stage.zoom = 1;
    int existing = 0;
    const designs::LevelBox box = boxes_of(stage, known).front();
    for (const Trial* trial : known.trials)
      existing += box.snap(encoding_.encode(trial->configuration)) ? 1 : 0;
    // What was run in the box counts, except when nothing new would come of it.
    stage.runs = again || kind_ == Kind::ZoomRandom ? size : size - existing;
    if (stage.runs > 0) break;
    const bool zoomable =
        kind_ == Kind::Zoom && stage.zoom < zooms_ && !best_trials(known, 2, closed).empty();
    if (!zoomable) {
      stage.runs = size;
      break;
    }
  }
  if (horizon_ && *horizon_ > stage.first)
    stage.runs = static_cast<int>(std::min<std::int64_t>(stage.runs, *horizon_ - stage.first));
  return stage;
}

// The best point and, in the first stages of zooming, the best ones that are no neighbours of better ones.
std::vector<std::int64_t> SequentialDesign::best_trials(const Known& known, int zoom,
                                                        const std::vector<std::int64_t>& closed) const {
  std::vector<const Trial*> complete;
  for (const Trial* trial : known.trials) {
    if (trial->state == TrialState::Complete && !trial->values.empty()) complete.push_back(trial);
  }
  // With several objectives each stage looks at another one.
  const std::size_t objective = static_cast<std::size_t>(zoom) % objectives_.size();
  std::stable_sort(complete.begin(), complete.end(), [&](const Trial* a, const Trial* b) {
    return better(objectives_[objective], a->values[objective], b->values[objective]);
  });
  const std::size_t wanted = zoom - 1 <= shot_stages_ ? static_cast<std::size_t>(shots_) : 1;
  const double apart = std::ldexp(1.0, -zoom);  // half the width of a box
  std::vector<std::int64_t> numbers;
  std::vector<Point> chosen, away;
  for (const std::int64_t number : closed) away.push_back(encoding_.encode(known.at(number).configuration));
  for (const Trial* trial : complete) {
    if (numbers.size() == wanted) break;
    Point point = encoding_.encode(trial->configuration);
    if (std::any_of(away.begin(), away.end(), [&](const Point& p) { return chebyshev(p, point) <= kApart; }))
      continue;
    if (std::any_of(chosen.begin(), chosen.end(),
                    [&](const Point& p) { return chebyshev(p, point) <= apart; }))
      continue;
    numbers.push_back(trial->number);
    chosen.push_back(std::move(point));
  }
  return numbers;
}

std::vector<designs::LevelBox> SequentialDesign::boxes_of(const Stage& stage, const Known& known) const {
  std::vector<designs::LevelBox> boxes;
  for (const std::int64_t number : stage.centres) {
    boxes.emplace_back(encoding_.encode(known.at(number).configuration), stage.levels,
                       std::max(stage.zoom, 2));
  }
  if (boxes.empty()) boxes.emplace_back(static_cast<int>(encoding_.dimensions()), stage.levels);
  return boxes;
}

// Runs of each box: as even as can be, the first ones more.
std::vector<int> SequentialDesign::shares(int runs, std::size_t boxes) const {
  std::vector<int> result(boxes, runs / static_cast<int>(boxes));
  for (std::size_t i = 0; i < static_cast<std::size_t>(runs) % boxes; ++i) ++result[i];
  return result;
}

const SequentialDesign::Layout& SequentialDesign::layout(const Stage& stage, const Known& known) const {
  Attributes key = stage_notes(stage, 0);
  key["first"] = stage.first;
  if (key != layout_key_) {
    layout_ = lay_out(stage, known);
    layout_key_ = std::move(key);
  }
  return layout_;
}

SequentialDesign::Layout SequentialDesign::lay_out(const Stage& stage, const Known& known) const {
  Layout result{.boxes = boxes_of(stage, known)};
  std::vector<Point> before;
  for (const Trial* trial : known.trials) {
    if (trial->number < stage.first) before.push_back(encoding_.encode(trial->configuration));
  }
  const std::vector<int> share = shares(stage.runs, result.boxes.size());
  for (std::size_t b = 0; b < result.boxes.size(); ++b) {
    std::vector<int> existing;
    for (const Point& point : before) {
      if (const auto row = result.boxes[b].snap(point))
        existing.insert(existing.end(), row->begin(), row->end());
    }
    const std::uint64_t seed = mix_seed(seed_, static_cast<std::uint64_t>(stage.number), b);
    for (Point& point : points_in(result.boxes[b], std::move(existing), share[b], seed)) {
      before.push_back(point);
      result.points.push_back(std::move(point));
      result.box_of.push_back(b);
    }
  }
  return result;
}

std::vector<std::vector<double>> SequentialDesign::points_in(const designs::LevelBox& box,
                                                             std::vector<int> existing, int runs,
                                                             std::uint64_t seed) const {
  std::vector<Point> points;
  const int factors = box.factors();
  if (kind_ == Kind::ZoomRandom) {
    Rng rng(seed);
    for (int i = 0; i < runs; ++i) {
      Point point;
      for (int j = 0; j < factors; ++j) {
        const double reach = 0.5 * box.step();
        point.push_back(
            std::clamp(rng.uniform(box.value(j, 1) - reach, box.value(j, box.levels()) + reach), 0.0, 1.0));
      }
      points.push_back(std::move(point));
    }
    return points;
  }
  // Most of what is there would only slow the search down: the last ones are enough to keep away from.
  const std::size_t most =
      static_cast<std::size_t>(std::max(2 * box.levels(), 200)) * static_cast<std::size_t>(factors);
  if (existing.size() > most)
    existing.erase(existing.begin(), existing.end() - static_cast<std::ptrdiff_t>(most));
  const int rows = static_cast<int>(existing.size()) / factors;
  const designs::Design base(rows, factors, box.levels(), std::move(existing));
  const designs::Design design =
      designs::augment(base, runs, {.seed = seed, .iterations = iterations(rows + runs, factors)}).design;
  for (int i = rows; i < design.runs(); ++i) points.push_back(box.point(design.row(i)));
  return points;
}

// Where a quadratic through the results around the centre is lowest.
std::vector<double> SequentialDesign::model_point(const Stage& stage, const Layout& layout,
                                                  const Known& known) const {
  std::vector<Point> points;
  std::vector<double> values;
  for (const Trial* trial : known.trials) {
    if (trial->state != TrialState::Complete || trial->values.empty()) continue;
    points.push_back(encoding_.encode(trial->configuration));
    values.push_back(objectives_[0].direction == Direction::Minimize ? trial->values[0] : -trial->values[0]);
  }
  const designs::LevelBox& box = layout.boxes.front();
  Point low, high;
  for (int j = 0; j < box.factors(); ++j) {
    const double reach = kModelReach * box.step() * box.levels();
    low.push_back(std::max(0.0, box.value(j, 1) - reach));
    high.push_back(std::min(1.0, box.value(j, box.levels()) + reach));
  }
  const Point centre = encoding_.encode(known.at(stage.centres.front()).configuration);
  return quadratic_minimum(points, values, centre, low, high);
}

// A point that cannot be, or was seen, is replaced by one of its box, if there is any.
void SequentialDesign::pick(Picker& picker, const Layout& layout, int run, const Point& model,
                            Attributes notes) const {
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
