// SPDX-License-Identifier: MIT
#include "hone/samplers/sequential_design.hpp"

#include <algorithm>
#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/designs/uniform_design.hpp"

namespace hone::samplers {
namespace {

constexpr int kDrawsInBox = 32;  // in a box, before a point is looked for elsewhere

// What was just picked, as those that follow in the same ask see it.
Trial running_trial(std::int64_t number, const Proposal& proposal) {
  Trial trial;
  trial.number = number;
  trial.state = TrialState::Running;
  trial.notes = proposal.notes;
  return trial;
}

// Here and not when the first design is laid out, so that whoever looks at a study learns of it.
SequentialOptions required_layable(const SequentialOptions& options, const Study& study,
                                   std::size_t dimensions) {
  if (options.points == SequentialOptions::Placement::Random || dimensions <= designs::kMostDesignFactors)
    return options;
  throw Error(ErrorCode::InvalidSpace,
              text("the space has ", dimensions,
                   " dimensions, a choice of a categorical parameter being one, and the designs of ",
                   study.sampler.name, " have at most ", designs::kMostDesignFactors),
              "use sampler sobol, random or tpe, or fewer parameters");
}

}  // namespace

SequentialDesign::SequentialDesign(const Study& study, ReadOptions& read)
    : encoding_(study.space, encode::Categories::OneHotNear),
      options_(required_layable(read(study, encoding_.dimensions()), study, encoding_.dimensions())),
      objectives_(study.objectives),
      seed_(study.seed),
      schedule_(options_, study.objectives.size()),
      placed_(encoding_, study.objectives, BoxSchedule::kApart) {
  for (const Configuration& candidate : study.space.candidates())
    pool_.push_back(encoding_.encode(candidate));
}

void SequentialDesign::tell(std::span<const Trial> finished) {
  history_.add(finished);
  const auto withdrawn = [](const Trial& trial) { return !is_evidence(trial.state); };
  if (std::any_of(finished.begin(), finished.end(), withdrawn)) {
    // Rare, so what was read of the others is read again rather than taken apart.
    placed_.clear();
    book_ = StageBook();
    layout_stage_.reset();
    finished = history_.trials();
  }
  for (const Trial& trial : finished) {
    placed_.add(trial);
    book_.add(trial);
  }
}

std::vector<Proposal> SequentialDesign::ask(const AskRequest& request) const {
  const std::lock_guard guard(asking_);
  search::Picker picker(encoding_, history_, request);
  if (encoding_.dimensions() == 0) {
    while (!picker.full()) picker.pick_at({});
    return picker.take();
  }
  ProposedTrials known(encoding_, placed_, request.running);
  StageBook book(&book_);
  for (const Trial& trial : request.running) book.add(trial);
  while (!picker.full()) {
    const auto [stage, run] = schedule_.next(book, known, {request.count, picker.missing()});
    const StageLayout& points = layout(stage, known);
    pick(picker, points.boxes[points.box_of[static_cast<std::size_t>(run)]], wanted_point(stage, run, known),
         stage_notes(stage, run));
    book.add(running_trial(known.next_number(), picker.last()));
    known.add(picker.last().configuration);
  }
  return picker.take();
}

const StageLayout& SequentialDesign::layout(const Stage& stage, const ProposedTrials& known) const {
  if (stage != layout_stage_) {
    layout_ = lay_out(stage, known, options_.points, seed_);
    layout_stage_ = stage;
  }
  return layout_;
}

std::vector<double> SequentialDesign::wanted_point(const Stage& stage, int run,
                                                   const ProposedTrials& known) const {
  const StageLayout& points = layout(stage, known);
  if (run == 0 && options_.polish && stage.zoom > 1 && stage.ahead == 0) {
    Point lowest = quadratic_point(stage, points, known, objectives_[0].direction);
    if (!lowest.empty()) return lowest;
  }
  return points.points[static_cast<std::size_t>(run)];
}

// A point that cannot be, or was seen, is replaced by one of its box, if there is any.
void SequentialDesign::pick(search::Picker& picker, const designs::LevelBox& box, const Point& wanted,
                            Notes notes) const {
  if (!pool_.empty()) {
    picker.pick_at(nearest_candidate(picker, wanted), std::move(notes));
    return;
  }
  Point point = wanted;
  for (int draw = 0; draw <= 2 * kDrawsInBox; ++draw) {
    const Configuration candidate = encoding_.decode(point);
    if (encoding_.space().allows(candidate) && !picker.seen(candidate)) {
      picker.pick(candidate, std::move(notes));
      return;
    }
    const double wider = draw < kDrawsInBox ? 0.5 * box.step() : 0.25 * box.step() * box.levels();
    for (int j = 0; j < box.factors(); ++j) {
      point[static_cast<std::size_t>(j)] = std::clamp(
          picker.rng().uniform(box.value(j, 1) - wider, box.value(j, box.levels()) + wider), 0.0, 1.0);
    }
  }
  picker.pick_at(wanted, std::move(notes));
}

std::vector<double> SequentialDesign::nearest_candidate(const search::Picker& picker,
                                                        const Point& point) const {
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
