// SPDX-License-Identifier: MIT
#include "hone/encode/feasible.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hone/base/cancellation.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/encode/enumeration.hpp"

namespace hone::encode {
namespace {

constexpr int kDraws = 200;              // uniform draws before constraints are taken to be tight
constexpr int kWalks = 40;               // places from which violation is walked down
constexpr int kStepsOfAWalk = 400;       // moves of one walk
constexpr std::int64_t kScan = 1000000;  // configurations of a finite space looked at one by one

// Whether constraints can be satisfied is asked by whoever writes them: that has to end. A unit is about a
// character of a constraint that is evaluated, or an eighth of a value that is decoded: together a second
// or so.
constexpr std::int64_t kMostEffort = 120'000'000;
constexpr std::int64_t kEffortOfAValue = 8;
constexpr std::int64_t kAnyEffort = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMostNamed = 20;  // constraints in a message

using Point = std::vector<double>;

/// Says which configurations are allowed and wanted, and what it took to find out so far.
class Judge {
 public:
  Judge(const Space& space, const Wanted& wanted, std::int64_t most_effort)
      : space_(space), wanted_(wanted), left_(most_effort) {}

  /// True when it has taken as much as it may.
  bool tired() const { return left_ <= 0; }

  /// The constraint that was last violated comes first: where few configurations are allowed, it is often the
  /// only one that is looked at.
  bool takes(const Configuration& candidate) {
    begin();
    if (!space_.candidates().empty()) return space_.allows(candidate) && wanted_(candidate);
    const std::vector<Constraint>& constraints = space_.constraints();
    if (!constraints.empty() && !holds(constraints[culprit_], candidate)) return false;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      if (i == culprit_ || holds(constraints[i], candidate)) continue;
      culprit_ = i;
      return false;
    }
    return wanted_(candidate);
  }

  double violation(const Configuration& candidate) {
    begin();
    double sum = 0.0;
    for (const Constraint& constraint : space_.constraints()) {
      note(constraint);
      sum += constraint.violation(candidate);
    }
    return sum;
  }
  bool wants(const Configuration& candidate) const { return wanted_(candidate); }

 private:
  void begin() {
    check_cancelled();
    left_ -= kEffortOfAValue * std::ssize(space_.parameters());
  }
  void note(const Constraint& constraint) { left_ -= std::ssize(constraint.text()); }
  bool holds(const Constraint& constraint, const Configuration& candidate) {
    note(constraint);
    return constraint.holds(candidate);
  }

  const Space& space_;
  const Wanted& wanted_;
  std::int64_t left_;
  std::size_t culprit_ = 0;
};

Point random_point(const Encoding& encoding, Rng& rng) {
  Point point(encoding.dimensions());
  for (double& coordinate : point) coordinate = rng.uniform();
  return point;
}

// A random walk that keeps what lowers the violation, with moves from the whole cube down to its millionth
// part.
std::optional<Configuration> walk_to_feasible(const Encoding& encoding, Point point, Judge& judge, Rng& rng) {
  double violation = judge.violation(encoding.decode(point));
  for (int step = 0; step < kStepsOfAWalk && !judge.tired(); ++step) {
    Point moved = point;
    const double reach = std::pow(10.0, -6.0 * rng.uniform());
    const std::size_t axis = static_cast<std::size_t>(rng.below(moved.size()));
    const bool all = rng.chance(0.3);
    for (std::size_t j = 0; j < moved.size(); ++j) {
      if (all || j == axis) moved[j] = std::clamp(moved[j] + reach * rng.normal(), 0.0, 1.0);
    }
    const Configuration candidate = encoding.decode(moved);
    const double reached = judge.violation(candidate);
    if (reached == 0.0 && judge.wants(candidate)) return candidate;
    if (reached <= violation) {
      point = std::move(moved);
      violation = reached;
    }
  }
  return std::nullopt;
}

// All configurations of a finite space, beginning at a random one, until one is right.
std::optional<Configuration> scan(const Space& space, Judge& judge, Rng& rng) {
  const auto size = space.cardinality();
  if (!size) return std::nullopt;
  Enumeration walk(space, std::vector<std::int64_t>(space.size(), 1));
  walk.scatter(rng);
  // Twice round at most: the walk's end is found by counting, as the size is an upper bound.
  const std::int64_t limit =
      std::min<std::int64_t>(kScan, static_cast<std::int64_t>(std::min<std::uint64_t>(*size, kScan)) * 2);
  for (std::int64_t i = 0; i < limit && !judge.tired(); ++i) {
    Configuration candidate = walk.current();
    if (judge.takes(candidate)) return candidate;
    walk.advance();
  }
  return std::nullopt;
}

std::optional<Configuration> search(const Encoding& encoding, const Point* start, Judge& judge, Rng& rng) {
  const Space& space = encoding.space();
  if (!space.candidates().empty()) return scan(space, judge, rng);
  for (int i = 0; i < kDraws && !judge.tired(); ++i) {
    Configuration candidate = encoding.decode(random_point(encoding, rng));
    if (judge.takes(candidate)) return candidate;
  }
  if (!space.constraints().empty() && encoding.dimensions() > 0) {
    for (int i = 0; i < kWalks && !judge.tired(); ++i) {
      Point from = i == 0 && start != nullptr ? *start : random_point(encoding, rng);
      if (auto found = walk_to_feasible(encoding, std::move(from), judge, rng)) return found;
    }
  }
  return scan(space, judge, rng);
}

}  // namespace

std::optional<Configuration> settle(const Encoding& encoding, std::span<const double> point,
                                    const Wanted& wanted, Rng& rng) {
  if (encoding.space().candidates().empty()) {
    Configuration candidate = encoding.decode(point);
    if (encoding.space().allows(candidate) && wanted(candidate)) return candidate;
  }
  const Point start(point.begin(), point.end());
  Judge judge(encoding.space(), wanted, kAnyEffort);
  return search(encoding, &start, judge, rng);
}

std::optional<Configuration> draw(const Encoding& encoding, const Wanted& wanted, Rng& rng) {
  Judge judge(encoding.space(), wanted, kAnyEffort);
  return search(encoding, nullptr, judge, rng);
}

void check_satisfiable(const Space& space) {
  if (space.constraints().empty()) return;
  Rng rng(0);
  const Encoding encoding(space);
  const Wanted any = [](const Configuration&) { return true; };
  Judge judge(space, any, kMostEffort);
  if (search(encoding, nullptr, judge, rng)) return;
  std::vector<std::string> texts;
  for (const Constraint& constraint : space.constraints()) {
    if (texts.size() == kMostNamed) {
      texts.push_back(text("and ", space.constraints().size() - kMostNamed, " more"));
      break;
    }
    texts.push_back(constraint.text());
  }
  throw Error(ErrorCode::Unsatisfiable,
              "no configuration was found that satisfies the constraints: " + join(texts, "; "),
              "loosen one, or write an equality as a range (x + y == 1 becomes 0.99 <= x + y <= 1.01)");
}

}  // namespace hone::encode
