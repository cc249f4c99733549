// SPDX-License-Identifier: MIT
#include "hone/designs/cell_search.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/index.hpp"
#include "hone/designs/landscape.hpp"
#include "hone/designs/restarts.hpp"
#include "hone/designs/start.hpp"

namespace hone::designs {
namespace {

constexpr double kFirstShare = 0.7;                   // of a given time, for the search by cells
constexpr std::uint64_t kStream = ~std::uint64_t{0};  // the restarts of a search take the first ones

Design joined(const Design& fine, int cells) {
  std::vector<int> entries;
  for (int i = 0; i < fine.runs(); ++i) {
    for (const int level : fine.row(i)) {
      const auto cell = static_cast<std::int64_t>(level - 1) * cells / fine.levels();
      entries.push_back(static_cast<int>(cell) + 1);
    }
  }
  return Design(fine.runs(), fine.factors(), cells, std::move(entries));
}

// Rows from `first` on, in the order of their entries in a column; equal ones in random order, or rows that
// share a cell in two columns would come in the same order in both.
std::vector<int> order_by(const Design& design, int first, int column, Rng& rng) {
  std::vector<int> rows = rng.permutation(design.runs() - first);
  for (int& row : rows) row += first;
  std::stable_sort(rows.begin(), rows.end(),
                   [&](int a, int b) { return design(a, column) < design(b, column); });
  return rows;
}

// The levels that balance the whole come from a design that is random otherwise; its smallest entries go to
// the rows in the lowest cells.
Design deal_levels(const Design& existing, const Design& coarse, Rng& rng) {
  const int first = existing.runs(), factors = existing.factors();
  const Design fine = add_random_runs(existing, coarse.runs() - first, rng);
  std::vector<int> entries;
  for (int i = 0; i < fine.runs(); ++i) entries.insert(entries.end(), fine.row(i).begin(), fine.row(i).end());
  for (int j = 0; j < factors; ++j) {
    const std::vector<int> from = order_by(fine, first, j, rng), to = order_by(coarse, first, j, rng);
    for (std::size_t i = 0; i < to.size(); ++i) {
      entries[index(to[i]) * index(factors) + index(j)] = fine(from[i], j);
    }
  }
  return Design(fine.runs(), factors, fine.levels(), std::move(entries));
}

// Exchanges inside cells and with their neighbours: what the coarse search could not see.
// A column at a time, as long as the budget lasts.
Design settle_levels(const Design& dealt, int frozen_runs, int cells, const DesignSearchOptions& options,
                     double pass) {
  if (options.spent && options.spent() + pass >= 1.0) return dealt;
  const auto landscape = make_landscape(dealt, {.runs = frozen_runs}, options.criterion, options.phi_power);
  const int width = (dealt.levels() + cells - 1) / cells;
  for (const int window : {width, 2 * width}) {
    for (int j = 0; j < dealt.factors() && !(options.spent && options.spent() >= 1.0); ++j) {
      landscape->visit(j);
      landscape->descend(window);
    }
  }
  return landscape->best();
}

}  // namespace

int cells_for(int levels) {
  constexpr int kLevels = 250, kCells = 125;
  return levels <= kLevels ? levels : levels / ((levels + kCells / 2) / kCells);
}

SearchResult augment_by_cells(const Design& existing, int added_runs, int cells,
                              const DesignSearchOptions& options) {
  double pass = pass_after_adding(existing, added_runs, options);
  const DesignSearchOptions before_criterion = ending_earlier(options, pass);  // which takes a pass
  pass = share_of_rest(pass, pass);
  const RestartsResult found =
      add_runs(joined(existing, cells), added_runs, ending_earlier(before_criterion, 1.0 - kFirstShare),
               share_of_rest(pass, 1.0 - kFirstShare));
  Rng rng(options.seed, kStream);
  SearchResult result;
  result.tried = found.tried;
  // Cells of a design that there was no time to search tell nothing.
  result.design = options.spent && found.tried == 0
                      ? add_random_runs(existing, added_runs, rng)
                      : settle_levels(deal_levels(existing, found.design, rng), existing.runs(), cells,
                                      before_criterion, pass);
  result.value = criterion_value(result.design.points(), options.criterion, options.phi_power);
  return result;
}

}  // namespace hone::designs
