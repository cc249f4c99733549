// SPDX-License-Identifier: MIT
#include "hone/samplers/stage_layout.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include "hone/base/rng.hpp"
#include "hone/core/aim.hpp"
#include "hone/numeric/local_quadratic.hpp"
#include "hone/samplers/box_points.hpp"

namespace hone::samplers {
namespace {

constexpr double kModelReach = 0.5;  // beyond the box, in widths of it, that the quadratic is trusted

// Runs of each box: as even as can be, the first ones more.
std::vector<int> shares(int runs, std::size_t boxes) {
  std::vector<int> result(boxes, runs / static_cast<int>(boxes));
  for (std::size_t i = 0; i < static_cast<std::size_t>(runs) % boxes; ++i) ++result[i];
  return result;
}

// What is there already: the trials before the stage, then the points of its boxes before this one.
std::vector<std::vector<double>> points_between(const designs::LevelBox& box, const Stage& stage,
                                                const ProposedTrials& known, const StageLayout& layout,
                                                int count, std::uint64_t seed, designs::Method method) {
  std::vector<std::span<const double>> before;
  for (const std::vector<double>& point : layout.points) {
    if (box.holds(point)) before.push_back(point);
  }
  const int others = count + static_cast<int>(before.size());
  const auto inside = known.inside(box, stage.first, points_that_matter(box, others));
  std::transform(inside.begin(), inside.end(), std::inserter(before, before.begin()),
                 [](const Placed* placed) { return std::span<const double>(placed->point); });
  return uniform_points(box, before, count, seed, method);
}

}  // namespace

std::vector<designs::LevelBox> stage_boxes(const Stage& stage, const ProposedTrials& known) {
  std::vector<designs::LevelBox> boxes;
  for (const std::int64_t number : stage.centres)
    boxes.emplace_back(known.point(number), stage.levels, std::max(stage.zoom, 2));
  if (boxes.empty()) boxes.emplace_back(static_cast<int>(known.dimensions()), stage.levels);
  return boxes;
}

StageLayout lay_out(const Stage& stage, const ProposedTrials& known, SequentialOptions::Placement points,
                    std::uint64_t study_seed) {
  StageLayout result{.boxes = stage_boxes(stage, known)};
  const designs::Method method =
      points == SequentialOptions::Placement::Published ? designs::Method::AugUd : designs::Method::Annealing;
  const std::vector<int> share = shares(stage.runs, result.boxes.size());
  for (std::size_t b = 0; b < result.boxes.size(); ++b) {
    const designs::LevelBox& box = result.boxes[b];
    const std::uint64_t seed = mix_seed(study_seed, static_cast<std::uint64_t>(stage.number), b);
    auto fresh = points == SequentialOptions::Placement::Random
                     ? random_points(box, share[b], seed)
                     : points_between(box, stage, known, result, share[b], seed, method);
    result.box_of.insert(result.box_of.end(), fresh.size(), b);
    std::move(fresh.begin(), fresh.end(), std::back_inserter(result.points));
  }
  return result;
}

std::vector<double> quadratic_point(const Stage& stage, const StageLayout& layout,
                                    const ProposedTrials& known, Direction direction) {
  const std::vector<double>& centre = known.point(stage.centres.front());
  const designs::LevelBox& box = layout.boxes.front();
  std::vector<std::span<const double>> points;
  std::vector<double> values, low, high;
  for (const Placed* placed : known.finished().nearest(centre, numeric::quadratic_points(centre.size()))) {
    points.push_back(placed->point);
    values.push_back(as_loss(direction, placed->values[0]));
  }
  const double reach = kModelReach * box.step() * box.levels();
  for (int j = 0; j < box.factors(); ++j) {
    low.push_back(std::max(0.0, box.value(j, 1) - reach));
    high.push_back(std::min(1.0, box.value(j, box.levels()) + reach));
  }
  return numeric::quadratic_minimum(points, values, centre, low, high);
}

}  // namespace hone::samplers
