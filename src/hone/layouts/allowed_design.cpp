// SPDX-License-Identifier: MIT
#include "hone/layouts/allowed_design.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/designs/uniform_design.hpp"
#include "hone/encode/feasible.hpp"

namespace hone::layouts {
namespace {

constexpr int kAllowedDraws = 10000;  // to see how much of the cube is allowed
constexpr int kAttempts = 5;
constexpr std::int64_t kAfterTime = 20000;

double allowed_share(const encode::Encoding& encoding) {
  Rng rng(1);
  std::vector<double> point(encoding.dimensions());
  int allowed = 0;
  for (int i = 0; i < kAllowedDraws; ++i) {
    for (double& x : point) x = rng.uniform();
    allowed += encoding.space().allows(encoding.decode(point)) ? 1 : 0;
  }
  return static_cast<double>(allowed) / kAllowedDraws;
}

// Rows that count: the first `existing`, and those of the others that the space allows.
std::vector<int> allowed_rows(const encode::Encoding& encoding, const designs::DesignPoints& points,
                              int existing) {
  std::vector<int> rows;
  for (int i = 0; i < points.rows(); ++i) {
    if (i < existing || encoding.space().allows(encoding.decode(points.row(i)))) rows.push_back(i);
  }
  return rows;
}

double nearest(const designs::DesignPoints& points, const std::vector<int>& rows, int row) {
  double least = std::numeric_limits<double>::infinity();
  for (const int other : rows) {
    if (other == row) continue;
    double squared = 0.0;
    for (int j = 0; j < points.columns(); ++j)
      squared += (points(row, j) - points(other, j)) * (points(row, j) - points(other, j));
    least = std::min(least, squared);
  }
  return least;
}

// Lets new runs go, the one nearest to another first.
void thin(const designs::DesignPoints& points, std::vector<int>& rows, int existing, int wanted) {
  while (std::ssize(rows) > wanted) {
    std::vector<double> room;
    for (std::size_t i = static_cast<std::size_t>(existing); i < rows.size(); ++i)
      room.push_back(nearest(points, rows, rows[i]));
    const auto least = std::min_element(room.begin(), room.end()) - room.begin();
    rows.erase(rows.begin() + existing + least);
  }
}

}  // namespace

AllowedDesign augment_allowed(const encode::Encoding& encoding, const designs::DesignPoints& existing,
                              int added_runs, std::optional<int> levels,
                              designs::DesignSearchOptions options) {
  const double share = allowed_share(encoding);
  if (share == 0.0) encode::check_satisfiable(encoding.space());
  const int before = existing.rows();
  double wanted = 1.03 * added_runs + 1.0;  // some more, as the share is an estimate
  for (int attempt = 0; attempt < kAttempts && before + added_runs / share <= designs::kMostDesignRuns;
       ++attempt) {
    const int runs = std::min(static_cast<int>(std::ceil(wanted / share)), designs::kMostDesignRuns - before);
    const designs::Design start = designs::snap(existing, levels.value_or(before + runs));
    const designs::Design found = designs::augment(start, runs, options).design;
    const designs::DesignPoints points = found.points();
    std::vector<int> rows = allowed_rows(encoding, points, before);
    const auto lacking = before + added_runs - static_cast<int>(rows.size());
    if (lacking <= 0) {
      thin(points, rows, before, before + added_runs);
      return {designs::select(found, rows), before + runs,
              designs::criterion_value(points, options.criterion, options.phi_power)};
    }
    wanted += 1.5 * lacking + 1.0;
    if (options.spent) {  // the given time is used up: a last short search
      options.spent = {};
      options.iterations = kAfterTime;
    }
  }
  throw Error(ErrorCode::Unsatisfiable,
              text("the constraints leave about ", 100.0 * share,
                   " % of the space, too little for a design of ", before + added_runs, " runs"),
              "ask for fewer runs, or tune with 'sampler: ud', which moves runs to where they are allowed");
}

}  // namespace hone::layouts
