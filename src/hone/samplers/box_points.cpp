// SPDX-License-Identifier: MIT
#include "hone/samplers/box_points.hpp"

#include <algorithm>

#include "hone/base/rng.hpp"

namespace hone::samplers {
namespace {

// Exchanges tried: in proportion to the new points, and to those that are there up to as many. Each costs
// more in a larger design, so beyond twice as many there are fewer: adding some points to a thousand costs no
// more than adding them to a hundred.
std::int64_t iterations(int existing, int count, int factors) {
  constexpr std::int64_t kMost = 500000, kMostForLarge = 300000000;
  const int runs = count + std::min(existing, count);
  const std::int64_t all = std::max(existing + count, 1);
  const std::int64_t most = std::min(kMost, kMostForLarge / all);
  const std::int64_t wanted =
      std::int64_t{200} * runs * factors * std::min<std::int64_t>(3 * count, all) / all;
  return std::clamp<std::int64_t>(wanted, 20000, std::max<std::int64_t>(most, 20000));
}

}  // namespace

std::size_t points_that_matter(const designs::LevelBox& box, int count) {
  const int levels = box.levels(), wanted = std::clamp(5 * levels, 100, std::max(2 * levels, 600));
  return static_cast<std::size_t>(std::clamp(wanted, 0, std::max(0, designs::kMostDesignRuns - count)));
}

std::vector<std::vector<double>> uniform_points(const designs::LevelBox& box,
                                                std::span<const std::span<const double>> existing, int count,
                                                std::uint64_t seed, designs::Method method) {
  std::vector<int> levels;
  for (const auto& point : existing) {
    if (const auto row = box.snap(point)) levels.insert(levels.end(), row->begin(), row->end());
  }
  const int factors = box.factors(), rows = static_cast<int>(levels.size()) / factors;
  const std::int64_t tried = method == designs::Method::AugUd ? 0 : iterations(rows, count, factors);
  const designs::Design design =
      designs::augment(designs::Design(rows, factors, box.levels(), std::move(levels)), count,
                       {.seed = seed, .method = method, .iterations = tried})
          .design;
  std::vector<std::vector<double>> points;
  for (int i = rows; i < design.runs(); ++i) points.push_back(box.point(design.row(i)));
  return points;
}

std::vector<std::vector<double>> random_points(const designs::LevelBox& box, int count, std::uint64_t seed) {
  Rng rng(seed);
  const double reach = 0.5 * box.step();
  std::vector<std::vector<double>> points;
  for (int i = 0; i < count; ++i) {
    std::vector<double>& point = points.emplace_back();
    for (int j = 0; j < box.factors(); ++j) {
      point.push_back(
          std::clamp(rng.uniform(box.value(j, 1) - reach, box.value(j, box.levels()) + reach), 0.0, 1.0));
    }
  }
  return points;
}

}  // namespace hone::samplers
