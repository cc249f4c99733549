// SPDX-License-Identifier: MIT
#include "hone/designs/restarts.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "hone/designs/search.hpp"
#include "hone/designs/start.hpp"

namespace hone::designs {
namespace {

constexpr double kPassedAtOnce = 2e6;  // pairs of entries: some milliseconds
constexpr int kRunsPerFewLevel = 5;    // at 2 and 4 the plain annealing ended lower
constexpr int kMostEntriesOfSmall = 1000;
constexpr double kAnnealedShare = 0.3;  // of the search of a small design of few levels
constexpr std::int64_t kRoundPerEntry = 25000;
constexpr double kLeastPasses = 2.0;  // to begin a search: the start, and as much again for exchanges

struct Restart {
  Design design;
  double energy = std::numeric_limits<double>::infinity();
  std::int64_t tried = 0;
};

Design first_columns(const Design& design, int count) {
  std::vector<int> entries;
  for (int i = 0; i < design.runs(); ++i)
    entries.insert(entries.end(), design.row(i).begin(), design.row(i).begin() + count);
  return Design(design.runs(), count, design.levels(), std::move(entries));
}

// When restarts share a budget of time, those that run side by side use it together, one wave after the
// other.
Allowance budget_of(const DesignSearchOptions& options, const Design& start, int restart,
                    const SearchPlan& plan) {
  if (!options.spent) {
    const bool chosen = options.iterations > 0 || options.method == Method::AugUd;
    const std::int64_t many = default_iterations(start.runs(), start.factors());
    const bool is_small = plan.few_levels && start.runs() * start.factors() <= kMostEntriesOfSmall;
    return {.iterations = chosen ? options.iterations : is_small ? 4 * many : many};
  }
  const int waves = (options.restarts + options.threads - 1) / options.threads,
            wave = restart / options.threads;
  return {.spent = [&spent = options.spent, waves, wave] { return spent() * waves - wave; },
          .pass = plan.pass * waves};
}

Allowance first_part(const Allowance& budget, double share) {
  Allowance part{.iterations = static_cast<std::int64_t>(share * static_cast<double>(budget.iterations)),
                 .pass = budget.pass / share};
  if (budget.spent) part.spent = [&budget, share] { return budget.spent() / share; };
  return part;
}

// What is left of a budget, but at most so many exchanges.
Allowance round_of(const Allowance& budget, std::int64_t tried, std::int64_t most) {
  Allowance round{.iterations = budget.spent ? most : std::min(most, budget.iterations - tried),
                  .spent = budget.spent,
                  .pass = budget.pass};
  return round;
}

void shuffle_columns(Landscape& landscape, Rng& rng) {
  const int rows = landscape.free_rows();
  for (int j = landscape.frozen().factors; j < landscape.factors(); ++j) {
    landscape.visit(j);
    for (int a = 0; a < rows; ++a)
      landscape.exchange(a, static_cast<int>(rng.below(static_cast<std::uint64_t>(rows))));
  }
}

// Annealing to a colder end. A small design is frozen long before its time is over: thresholds that rise
// again whenever little is accepted then find more than a slower cooling, and after a while a new start more
// still.
std::int64_t search_few_levels(Landscape& landscape, const Allowance& budget, Rng& rng) {
  const int entries = landscape.free_rows() * (landscape.factors() - landscape.frozen().factors);
  if (entries > kMostEntriesOfSmall) return anneal(landscape, budget, rng, kLastAcceptanceOfFewLevels);
  std::int64_t tried = anneal(landscape, first_part(budget, kAnnealedShare), rng, kLastAcceptanceOfFewLevels);
  landscape.restore_best();
  while (tried > 0 && budget.fraction(tried) < 1.0) {
    tried += threshold_accepting(landscape, round_of(budget, tried, kRoundPerEntry * entries), rng);
    shuffle_columns(landscape, rng);
  }
  return tried;
}

std::int64_t search_from(Landscape& landscape, const DesignSearchOptions& options, const Allowance& budget,
                         bool few_levels, Rng& rng) {
  if (options.method == Method::AugUd) return threshold_accepting(landscape, budget, rng);
  return few_levels ? search_few_levels(landscape, budget, rng) : anneal(landscape, budget, rng);
}

Restart run_once(const DesignSearchOptions& options, const DrawStart& draw_start, const SearchPlan& plan,
                 int restart) {
  Rng rng(options.seed, static_cast<std::uint64_t>(restart));
  const Design start = draw_start(rng);
  const Allowance budget = budget_of(options, start, restart, plan);
  // A restart that comes too late for its own wave counts only if there is no other.
  if (!budget.has_room_for(kLeastPasses * budget.pass)) return {.design = start};
  const auto landscape = make_landscape(start, plan.frozen, options.criterion, options.phi_power);
  const std::int64_t tried = search_from(*landscape, options, budget, plan.few_levels, rng);
  return {landscape->best(), landscape->best_energy(), tried};
}

// Restart i is the same whichever thread takes it.
std::vector<Restart> run_all(const DesignSearchOptions& options, const DrawStart& start,
                             const SearchPlan& plan) {
  std::vector<Restart> results(static_cast<std::size_t>(options.restarts));
  std::vector<std::exception_ptr> errors(results.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < results.size(); i = next++) {
      if (i > 0 && options.spent && options.spent() >= 1.0) return;
      try {
        results[i] = run_once(options, start, plan, static_cast<int>(i));
      } catch (...) {
        errors[i] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    try {
      for (int t = 1; t < std::min(options.threads, options.restarts); ++t) helpers.emplace_back(work);
    } catch (const std::system_error&) {  // the machine gives no more; those that are there do all the work
    }
    work();
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  return results;
}

}  // namespace

bool has_few_levels(int added_runs, int levels, const DesignSearchOptions& options) {
  const bool discrepancy = options.criterion == Criterion::Cd2 || options.criterion == Criterion::Wd2 ||
                           options.criterion == Criterion::Md2;
  return discrepancy && levels > 1 && added_runs >= kRunsPerFewLevel * levels;
}

double share_of_a_pass(const Design& start, Frozen frozen, const DesignSearchOptions& options) {
  if (!options.spent || 1.0 * start.runs() * start.runs() * start.factors() < kPassedAtOnce) return 0.0;
  const auto share_of = [&](int columns) {
    const double before = options.spent();
    make_landscape(first_columns(start, columns), {frozen.runs, std::min(frozen.factors, columns)},
                   options.criterion, options.phi_power);
    return options.spent() - before;
  };
  if (start.factors() < 4) return share_of(start.factors());
  // Getting the memory takes a part that does not grow with the columns; a clock on a busy machine may hide
  // what does.
  const int some = std::clamp(start.factors() / 4, 2, 16);
  const double of_one = share_of(1), of_some = share_of(some);
  const double each = std::max((of_some - of_one) / (some - 1), of_some / (4.0 * some));
  return of_some + each * (start.factors() - some);
}

double pass_after_adding(const Design& existing, int added_runs, const DesignSearchOptions& options) {
  if (!options.spent) return 0.0;
  Rng rng(options.seed);
  return share_of_a_pass(add_random_runs(existing, added_runs, rng), {.runs = existing.runs()}, options);
}

RestartsResult search_restarts(const DesignSearchOptions& options, const DrawStart& start,
                               const SearchPlan& plan) {
  std::vector<Restart> restarts = run_all(options, start, plan);
  // The first of equals, so that the order in which threads finish does not matter.
  const auto best = std::min_element(restarts.begin(), restarts.end(),
                                     [](const Restart& a, const Restart& b) { return a.energy < b.energy; });
  RestartsResult found{.design = std::move(best->design)};
  for (const Restart& restart : restarts) found.tried += restart.tried;
  return found;
}

double share_of_rest(double share, double ended_earlier) {
  return share / std::max(1.0 - ended_earlier, 1e-3);
}

DesignSearchOptions ending_earlier(const DesignSearchOptions& options, double share) {
  DesignSearchOptions earlier = options;
  const double kept = 1.0 / share_of_rest(1.0, share);
  if (options.spent) earlier.spent = [spent = options.spent, kept] { return spent() / kept; };
  return earlier;
}

RestartsResult add_runs(const Design& existing, int added_runs, const DesignSearchOptions& options,
                        double pass, bool few_levels) {
  return search_restarts(options, [&](Rng& rng) { return add_random_runs(existing, added_runs, rng); },
                         {.frozen = {.runs = existing.runs()}, .pass = pass, .few_levels = few_levels});
}

}  // namespace hone::designs
