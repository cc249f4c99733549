// SPDX-License-Identifier: MIT
#include "hone/search/find.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "hone/base/rng.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::search {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

std::size_t slot(Index i) { return static_cast<std::size_t>(i); }

bool is_wanted(const SearchQuery& query, const Configuration& configuration) {
  return !query.wanted || query.wanted(configuration);
}

// A batch at a time, so that what a model needs for one stays in the cache.
MatrixXd score_all(const acquisition::Acquisition& scores, const model::Points& points, Rng& rng) {
  constexpr Index kBatch = 256;
  MatrixXd out(points.rows(), scores.count());
  for (Index first = 0; first < points.rows(); first += kBatch) {
    const Index size = std::min(kBatch, points.rows() - first);
    model::Points part{points.x.middleRows(first, size), {}};
    if (points.active.size() > 0) part.active = points.active.middleRows(first, size);
    out.middleRows(first, size) = scores(part, rng);
  }
  return out;
}

// The highest place that any score gives each row: 0 for the best.
std::vector<Index> best_places(const MatrixXd& scores) {
  std::vector<Index> places(slot(scores.rows()), std::numeric_limits<Index>::max());
  std::vector<Index> order(places.size());
  for (Index k = 0; k < scores.cols(); ++k) {
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return scores(a, k) < scores(b, k); });
    for (std::size_t place = 0; place < order.size(); ++place) {
      Index& best = places[slot(order[place])];
      best = std::min(best, static_cast<Index>(place));
    }
  }
  return places;
}

// The front and those that some score ranks highest, in their old order.
std::vector<int> shortlist(const MatrixXd& scores, int keep) {
  const std::vector<Index> places = best_places(scores);
  std::vector<int> rows(places.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) { return places[slot(a)] < places[slot(b)]; });
  rows.resize(std::min(rows.size(), static_cast<std::size_t>(keep)));
  for (const Index i : numeric::pareto_front(scores)) rows.push_back(static_cast<int>(i));
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

// The rows of a pool or a small space that may be found. A large pool is thinned at random: some thousand
// are enough to find a good one.
std::vector<int> eligible(const SearchSpace& space, const Whole& whole, const SearchQuery& query, Rng& rng) {
  constexpr std::size_t kMost = 5 * SearchSpace::kFew;
  std::vector<int> rows;
  for (std::size_t i = 0; i < whole.configurations.size(); ++i) {
    const auto row = static_cast<Index>(i);
    if (!query.region.contains(space, whole.points.x.row(row))) continue;
    if (is_wanted(query, whole.configurations[i])) rows.push_back(static_cast<int>(i));
  }
  if (rows.size() > kMost) {
    rng.shuffle(std::span<int>(rows));
    rows.resize(kMost);
    std::sort(rows.begin(), rows.end());
  }
  return rows;
}

Candidates judge_whole(const SearchSpace& space, const acquisition::Acquisition& scores,
                       const SearchQuery& query, const SearchOptions& options, Rng& rng) {
  const Whole& whole = *space.whole();
  const std::vector<int> rows = eligible(space, whole, query, rng);
  Candidates found{{}, model::select(whole.points, rows), {}, {}};
  found.scores = score_all(scores, found.points, rng);
  const std::vector<int> kept = shortlist(found.scores, options.keep);
  for (const int i : kept) found.configurations.push_back(whole.configurations[slot(rows[slot(i)])]);
  found.points = model::select(found.points, kept);
  found.scores = MatrixXd(found.scores(kept, Eigen::all));
  found.front = numeric::pareto_front(found.scores);
  return found;
}

/// Makes points legal: in the middle of their cells, with what does not exist where it belongs, and inside
/// the constraints.
class Repair {
 public:
  Repair(const SearchSpace& space, std::uint64_t seed) : space_(space), rng_(seed, 1) {}

  void operator()(Eigen::Ref<MatrixXd> rows) {
    space_.tidy(rows);
    for (Index i = 0; !space_.space().constraints().empty() && i < rows.rows(); ++i) {
      const Configuration configuration = space_.configuration(rows.row(i));
      if (space_.space().allows(configuration)) continue;
      const auto any = [](const Configuration&) { return true; };
      const encode::Encoding& encoding = space_.encoding();
      const auto legal = encode::settle(encoding, encoding.encode(configuration), any, rng_);
      // One that cannot be mended is left out when the search ends.
      if (legal) rows.row(i) = space_.point(*legal).x.row(0);
    }
  }

 private:
  const SearchSpace& space_;
  Rng rng_;
};

// The rows that may be found, each once.
std::vector<int> keep_findable(const SearchSpace& space, const SearchQuery& query, const MatrixXd& rows,
                               std::vector<Configuration>& configurations) {
  std::vector<int> kept;
  std::unordered_set<Configuration> known;
  for (Index i = 0; i < rows.rows(); ++i) {
    Configuration configuration = space.configuration(rows.row(i));
    if (!space.space().allows(configuration) || !is_wanted(query, configuration)) continue;
    if (!known.insert(configuration).second) continue;
    configurations.push_back(std::move(configuration));
    kept.push_back(static_cast<int>(i));
  }
  return kept;
}

Candidates evolve(const SearchSpace& space, const acquisition::Acquisition& scores, const SearchQuery& query,
                  const SearchOptions& options, Rng& rng) {
  numeric::Nsga2Options evolution = options.evolution;
  evolution.seed = mix_seed(query.seed, 2);
  numeric::Nsga2Problem problem{
      .columns = space.columns(),
      .objectives = scores.count(),
      .evaluate =
          [&](const Eigen::Ref<const MatrixXd>& points, Eigen::Ref<MatrixXd> objectives) {
            objectives = score_all(scores, space.with_mask(points), rng);
          },
      .start = space.points(query.start).x};
  if (space.needs_repair()) problem.repair = Repair(space, query.seed);
  if (!query.region.everywhere()) {
    problem.lower.setZero(space.dimensions());
    problem.upper.setZero(space.dimensions());
    for (Index j = 0; j < space.dimensions(); ++j) {
      const numeric::Column& column = space.columns()[slot(j)];
      problem.lower[j] = column.is_number() ? query.region.lower(j) : 0.0;
      problem.upper[j] = column.is_number() ? query.region.upper(j) : static_cast<double>(column.cells - 1);
    }
  }
  const numeric::Nsga2Result result = numeric::minimise_nsga2(problem, evolution);
  Candidates found;
  const std::vector<int> kept = keep_findable(space, query, result.population, found.configurations);
  found.points = space.with_mask(result.population(kept, Eigen::all));
  found.scores = result.population_objectives(kept, Eigen::all);
  found.front = numeric::pareto_front(found.scores);
  return found;
}

Candidates draw_around(const SearchSpace& space, const acquisition::Acquisition& scores,
                       const SearchQuery& query, const SearchOptions& options, Rng& rng) {
  MatrixXd rows(options.evolution.population, space.dimensions());
  Eigen::RowVectorXd row(space.dimensions());
  for (Index i = 0; i < rows.rows(); ++i) {
    query.region.draw(space, rng, row);
    rows.row(i) = row;
  }
  if (space.needs_repair()) space.tidy(rows);
  Candidates found;
  const std::vector<int> kept = keep_findable(space, query, rows, found.configurations);
  found.points = space.with_mask(rows(kept, Eigen::all));
  found.scores = score_all(scores, found.points, rng);
  found.front = numeric::pareto_front(found.scores);
  return found;
}

}  // namespace

Candidates find(const SearchSpace& space, const acquisition::Acquisition& scores, const SearchQuery& query,
                const SearchOptions& options) {
  Rng rng(query.seed);
  if (space.whole() != nullptr) return judge_whole(space, scores, query, options, rng);
  if (!query.region.everywhere() && options.evolution.generations == 1)
    return draw_around(space, scores, query, options, rng);
  return evolve(space, scores, query, options, rng);
}

}  // namespace hone::search
