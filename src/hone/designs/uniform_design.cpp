// SPDX-License-Identifier: MIT
#include "hone/designs/uniform_design.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <thread>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/designs/cell_search.hpp"
#include "hone/designs/search.hpp"
#include "hone/designs/start.hpp"

namespace hone::designs {
namespace {

constexpr int kMaxFactors = 500;
constexpr int kMaxLevels = 10000;

void require_size(int runs, int factors, int levels, Criterion criterion) {
  if (runs < 1 || runs > kMostDesignRuns || factors < 1 || factors > kMaxFactors) {
    throw Error(
        ErrorCode::InvalidArgument,
        text("a uniform design of ", runs, " runs and ", factors, " factors is outside what a search can do"),
        text("ask for 1 to ", kMostDesignRuns, " runs and 1 to ", kMaxFactors,
             " factors, or take a Sobol sequence or a Latin hypercube"));
  }
  if (levels < 1 || levels > kMaxLevels) {
    throw Error(ErrorCode::InvalidArgument, text("a design with ", levels, " levels was asked for"),
                text("use 1 to ", kMaxLevels, " levels; as many as runs is usual"));
  }
  const bool distances = criterion == Criterion::Maximin || criterion == Criterion::PhiP;
  if (distances && std::pow(levels, factors) < runs) {
    throw Error(ErrorCode::InvalidArgument,
                text(runs, " runs of ", factors, " factors with ", levels,
                     " levels cannot all be different, so no distance tells designs apart"),
                "use more levels, fewer runs, or a discrepancy as criterion");
  }
}

void require_options(const SearchOptions& options) {
  const auto check = [](bool good, std::string_view name, auto value, std::string_view range) {
    if (good) return;
    throw Error(ErrorCode::InvalidOption, text("the design search has ", name, " = ", value),
                text("use ", range));
  };
  check(options.iterations >= 0, "iterations", options.iterations, "0 or more");
  check(options.restarts >= 1 && options.restarts <= 1000000, "restarts", options.restarts, "1 to 1000000");
  check(options.threads >= 1 && options.threads <= 1024, "threads", options.threads, "1 to 1024");
  check(options.phi_power >= 1 && options.phi_power <= 50, "phi_power", options.phi_power, "1 to 50");
}

struct Restart {
  Design design;
  double energy = 0.0;
  std::int64_t tried = 0;
};

using Start = std::function<Design(Rng&)>;

// When restarts share a budget of time, those that run side by side use it together, one wave after the
// other.
Budget budget_of(const SearchOptions& options, const Design& start, int restart) {
  if (!options.spent) {
    const bool chosen = options.iterations > 0 || options.method == Method::AugUd;
    return {.iterations = chosen ? options.iterations : default_iterations(start.runs(), start.factors())};
  }
  const int waves = (options.restarts + options.threads - 1) / options.threads,
            wave = restart / options.threads;
  return {.spent = [&spent = options.spent, waves, wave] { return spent() * waves - wave; }};
}

Restart run_once(const SearchOptions& options, const Start& make_start, Frozen frozen, int restart) {
  Rng rng(options.seed, static_cast<std::uint64_t>(restart));
  const Design start = make_start(rng);
  const auto landscape = make_landscape(start, frozen, options.criterion, options.phi_power);
  const Budget budget = budget_of(options, start, restart);
  const std::int64_t tried = options.method == Method::AugUd ? threshold_accepting(*landscape, budget, rng)
                                                             : anneal(*landscape, budget, rng);
  return {landscape->best(), landscape->best_energy(), tried};
}

// Restart i is the same whichever thread takes it.
std::vector<Restart> run_all(const SearchOptions& options, const Start& start, Frozen frozen) {
  std::vector<Restart> results(static_cast<std::size_t>(options.restarts));
  std::vector<std::exception_ptr> errors(results.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < results.size(); i = next++) {
      try {
        results[i] = run_once(options, start, frozen, static_cast<int>(i));
      } catch (...) {
        errors[i] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (int t = 1; t < std::min(options.threads, options.restarts); ++t) helpers.emplace_back(work);
    work();
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  return results;
}

// Large designs come out better by cells. Distances are left to single levels: runs that share their cells
// would have none.
bool goes_by_cells(int levels, const SearchOptions& options) {
  const bool distances = options.criterion == Criterion::Maximin || options.criterion == Criterion::PhiP;
  return options.method == Method::Annealing && !distances && cells_for(levels) < levels;
}

SearchResult search(const SearchOptions& options, const Start& start, Frozen frozen) {
  std::vector<Restart> restarts = run_all(options, start, frozen);
  // The first of equals, so that the order in which threads finish does not matter.
  const auto best = std::min_element(restarts.begin(), restarts.end(),
                                     [](const Restart& a, const Restart& b) { return a.energy < b.energy; });
  SearchResult result{.design = std::move(best->design)};
  result.value = criterion_value(result.design.points(), options.criterion, options.phi_power);
  for (const Restart& restart : restarts) result.tried += restart.tried;
  return result;
}

}  // namespace

std::int64_t default_iterations(int runs, int factors) {
  const double wanted = 2000.0 * runs * factors;
  const double bearable = 2e9 / (100.0 + runs);  // an exchange costs more in a larger design
  return static_cast<std::int64_t>(std::clamp(wanted, 1e6, std::max(1e6, bearable)));
}

SearchResult uniform_design(int runs, int factors, int levels, const SearchOptions& options) {
  require_size(runs, factors, levels, options.criterion);
  return augment(Design(0, factors, levels, {}), runs, options);
}

SearchResult augment(const Design& existing, int added_runs, const SearchOptions& options) {
  if (added_runs < 0) {
    throw Error(ErrorCode::InvalidArgument, text(added_runs, " runs cannot be added to a design"),
                "add 0 or more");
  }
  require_size(existing.runs() + added_runs, existing.factors(), existing.levels(), options.criterion);
  require_options(options);
  if (goes_by_cells(existing.levels(), options)) {
    return augment_by_cells(existing, added_runs, cells_for(existing.levels()), options);
  }
  return search(options, [&](Rng& rng) { return add_random_runs(existing, added_runs, rng); },
                {.runs = existing.runs()});
}

SearchResult augment_factors(const Design& existing, int added_factors, const SearchOptions& options) {
  if (added_factors < 0) {
    throw Error(ErrorCode::InvalidArgument, text(added_factors, " factors cannot be added to a design"),
                "add 0 or more");
  }
  require_size(existing.runs(), existing.factors() + added_factors, existing.levels(), options.criterion);
  require_options(options);
  return search(options, [&](Rng& rng) { return add_random_factors(existing, added_factors, rng); },
                {.factors = existing.factors()});
}

}  // namespace hone::designs
