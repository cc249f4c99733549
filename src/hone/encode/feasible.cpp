// SPDX-License-Identifier: MIT
#include "hone/encode/feasible.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/encode/enumeration.hpp"

namespace hone::encode {
namespace {

constexpr int kDraws = 200;              // uniform draws before constraints are taken to be tight
constexpr int kWalks = 40;               // places from which violation is walked down
constexpr int kStepsOfAWalk = 400;       // moves of one walk
constexpr std::int64_t kScan = 1000000;  // configurations of a finite space looked at one by one

using Point = std::vector<double>;

Point random_point(const Encoding& encoding, Rng& rng) {
  Point point(encoding.dimensions());
  for (double& coordinate : point) coordinate = rng.uniform();
  return point;
}

// A random walk that keeps what lowers the violation, with moves from the whole cube down to its millionth
// part.
std::optional<Configuration> walk_to_feasible(const Encoding& encoding, Point point, const Wanted& wanted,
                                              Rng& rng) {
  const Space& space = encoding.space();
  double violation = space.violation(encoding.decode(point));
  for (int step = 0; step < kStepsOfAWalk; ++step) {
    Point moved = point;
    const double reach = std::pow(10.0, -6.0 * rng.uniform());
    const std::size_t axis = static_cast<std::size_t>(rng.below(moved.size()));
    const bool all = rng.chance(0.3);
    for (std::size_t j = 0; j < moved.size(); ++j) {
      if (all || j == axis) moved[j] = std::clamp(moved[j] + reach * rng.normal(), 0.0, 1.0);
    }
    const Configuration candidate = encoding.decode(moved);
    const double reached = space.violation(candidate);
    if (reached == 0.0 && wanted(candidate)) return candidate;
    if (reached <= violation) {
      point = std::move(moved);
      violation = reached;
    }
  }
  return std::nullopt;
}

// All configurations of a finite space, beginning at a random one, until one is right.
std::optional<Configuration> scan(const Space& space, const Wanted& wanted, Rng& rng) {
  const auto size = space.cardinality();
  if (!size) return std::nullopt;
  Enumeration walk(space, std::vector<std::int64_t>(space.size(), 1));
  walk.scatter(rng);
  // Twice round at most: the walk's end is found by counting, as the size is an upper bound.
  const std::int64_t limit =
      std::min<std::int64_t>(kScan, static_cast<std::int64_t>(std::min<std::uint64_t>(*size, kScan)) * 2);
  for (std::int64_t i = 0; i < limit; ++i) {
    const Configuration candidate = walk.current();
    if (space.allows(candidate) && wanted(candidate)) return candidate;
    walk.advance();
  }
  return std::nullopt;
}

std::optional<Configuration> search(const Encoding& encoding, const Point* start, const Wanted& wanted,
                                    Rng& rng) {
  const Space& space = encoding.space();
  if (!space.candidates().empty()) return scan(space, wanted, rng);
  for (int i = 0; i < kDraws; ++i) {
    Configuration candidate = encoding.decode(random_point(encoding, rng));
    if (space.allows(candidate) && wanted(candidate)) return candidate;
  }
  if (!space.constraints().empty() && encoding.dimensions() > 0) {
    for (int i = 0; i < kWalks; ++i) {
      Point from = i == 0 && start != nullptr ? *start : random_point(encoding, rng);
      if (auto found = walk_to_feasible(encoding, std::move(from), wanted, rng)) return found;
    }
  }
  return scan(space, wanted, rng);
}

}  // namespace

std::optional<Configuration> settle(const Encoding& encoding, std::span<const double> point,
                                    const Wanted& wanted, Rng& rng) {
  if (encoding.space().candidates().empty()) {
    Configuration candidate = encoding.decode(point);
    if (encoding.space().allows(candidate) && wanted(candidate)) return candidate;
  }
  const Point start(point.begin(), point.end());
  return search(encoding, &start, wanted, rng);
}

std::optional<Configuration> draw(const Encoding& encoding, const Wanted& wanted, Rng& rng) {
  return search(encoding, nullptr, wanted, rng);
}

void check_satisfiable(const Space& space) {
  if (space.constraints().empty()) return;
  Rng rng(0);
  const Encoding encoding(space);
  if (draw(
          encoding, [](const Configuration&) { return true; }, rng))
    return;
  std::vector<std::string> texts;
  for (const Constraint& constraint : space.constraints()) texts.push_back(constraint.text());
  throw Error(ErrorCode::Unsatisfiable,
              "no configuration was found that satisfies the constraints: " + join(texts, "; "),
              "loosen one, or write an equality as a range (x + y == 1 becomes 0.99 <= x + y <= 1.01)");
}

}  // namespace hone::encode
