// SPDX-License-Identifier: MIT
#include "hone/designs/uniform_design.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/designs/cell_search.hpp"
#include "hone/designs/restarts.hpp"
#include "hone/designs/start.hpp"

namespace hone::designs {
namespace {

constexpr int kMaxLevels = 10000;

void require_size(int runs, int factors, int levels, Criterion criterion) {
  if (runs < 1 || runs > kMostDesignRuns || factors < 1 || factors > kMostDesignFactors) {
    throw Error(ErrorCode::InvalidArgument,
                text("a uniform design of ", runs, runs == 1 ? " run and " : " runs and ", factors,
                     " factors is outside what a search can do"),
                text("ask for 1 to ", kMostDesignRuns, " runs and 1 to ", kMostDesignFactors,
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

void require_options(const DesignSearchOptions& options) {
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

// Large designs come out better by cells. Distances are left to single levels: runs that share their cells
// would have none.
bool goes_by_cells(int levels, const DesignSearchOptions& options) {
  const bool distances = options.criterion == Criterion::Maximin || options.criterion == Criterion::PhiP;
  return options.method == Method::Annealing && !distances && cells_for(levels) < levels;
}

SearchResult with_value(RestartsResult found, const DesignSearchOptions& options) {
  const double value = criterion_value(found.design.points(), options.criterion, options.phi_power);
  return {.design = std::move(found.design), .value = value, .tried = found.tried};
}

}  // namespace

std::int64_t default_iterations(int runs, int factors) {
  const double wanted = 2000.0 * runs * factors;
  const double bearable = 2e9 / (100.0 + runs);  // an exchange costs more in a larger design
  return static_cast<std::int64_t>(std::clamp(wanted, 1e6, std::max(1e6, bearable)));
}

SearchResult uniform_design(int runs, int factors, int levels, const DesignSearchOptions& options) {
  require_size(runs, factors, levels, options.criterion);
  return augment(Design(0, factors, levels, {}), runs, options);
}

SearchResult augment(const Design& existing, int added_runs, const DesignSearchOptions& options) {
  if (added_runs < 0) {
    throw Error(ErrorCode::InvalidArgument, text(added_runs, " runs cannot be added to a design"),
                "add 0 or more");
  }
  require_size(existing.runs() + added_runs, existing.factors(), existing.levels(), options.criterion);
  require_options(options);
  if (goes_by_cells(existing.levels(), options)) {
    return augment_by_cells(existing, added_runs, cells_for(existing.levels()), options);
  }
  const double pass = pass_after_adding(existing, added_runs, options);
  return with_value(add_runs(existing, added_runs, ending_earlier(options, pass), share_of_rest(pass, pass),
                             has_few_levels(added_runs, existing.levels(), options)),
                    options);
}

SearchResult augment_factors(const Design& existing, int added_factors, const DesignSearchOptions& options) {
  if (added_factors < 0) {
    throw Error(ErrorCode::InvalidArgument, text(added_factors, " factors cannot be added to a design"),
                "add 0 or more");
  }
  require_size(existing.runs(), existing.factors() + added_factors, existing.levels(), options.criterion);
  require_options(options);
  SearchPlan plan{.frozen = {.factors = existing.factors()}};
  const auto start = [&](Rng& rng) { return add_random_factors(existing, added_factors, rng); };
  Rng rng(options.seed);
  if (options.spent) plan.pass = share_of_a_pass(start(rng), plan.frozen, options);
  plan.few_levels = has_few_levels(existing.runs(), existing.levels(), options);
  const DesignSearchOptions before_criterion = ending_earlier(options, plan.pass);
  plan.pass = share_of_rest(plan.pass, plan.pass);
  return with_value(search_restarts(before_criterion, start, plan), options);
}

}  // namespace hone::designs
