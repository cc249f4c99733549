// SPDX-License-Identifier: MIT
#include "bench/quality/preferences/command.hpp"

#include <limits>
#include <memory>

#include "bench/quality/arguments.hpp"
#include "bench/quality/bench.hpp"
#include "bench/quality/preferences/costs.hpp"
#include "bench/quality/preferences/priors.hpp"
#include "bench/quality/problems.hpp"
#include "hone/base/error.hpp"
#include "hone/cli/command.hpp"
#include "hone/cli/context.hpp"

namespace hone::quality::preferences {
namespace {

constexpr std::int64_t kMany = std::numeric_limits<int>::max();

struct Options {
  std::optional<std::string> functions;
  std::optional<std::string> sampler;
  std::optional<std::string> seeds;
  std::optional<std::int64_t> trials;
  std::optional<std::int64_t> jobs;
  std::optional<double> deviation;
  std::optional<std::string> data;

  Method method() const { return parse_methods(sampler.value_or("hebo"), MethodKind::Sampler).front(); }
  std::vector<Problem> problems(const std::vector<std::string>& usual) const {
    std::vector<std::string> wanted = words(functions);
    std::vector<Problem> chosen = select_problems(wanted.empty() ? usual : wanted, "");
    for (const Problem& problem : chosen) {
      for (const Parameter& parameter : problem.space.parameters()) {
        const auto* range = std::get_if<RealRange>(&parameter.domain);
        if (range != nullptr && range->scale() == Scale::Linear && !problem.argmins.empty()) continue;
        throw Error(ErrorCode::InvalidArgument,
                    "'" + problem.name + "' is not a function of a box with a known optimum",
                    "name some of the set sequd32");
      }
    }
    return chosen;
  }
  void add_to(cli::Command& command) {
    command.option("--functions", functions, "LIST", "other functions of sequd32, wide or examples")
        .option("--sampler", sampler, "NAME", "as NAME or NAME{option=value,...} (hebo)")
        .option("--seeds", seeds, "N", "how many (20), or a range (3-7)")
        .option("--jobs,-j", jobs, "N", "runs at a time; else one for each processor", 1, kMany);
  }
};

void add_prior_bench(cli::Command& bench) {
  auto options = std::make_shared<Options>();
  cli::Command command =
      bench.subcommand("priors", "Priors: what a good one gains, and what one that misleads costs");
  command.detail(
      "Runs a sampler without priors, with priors around a point near the optimum, and with priors at the "
      "worst corner of the box.");
  options->add_to(command);
  command.option("--budget,-n", options->trials, "N", "trials of a run (100)", 50, kMany)
      .option("--deviation", options->deviation, "X", "of the priors, in parts of each range (0.05)")
      .example("hone bench priors", "the table of docs/results/priors.md")
      .action([options](cli::Context& context) {
        PriorRace race{.problems = options->problems(prior_problems()),
                       .method = options->method(),
                       .seeds = parse_seeds(options->seeds.value_or("20"))};
        race.evaluations = static_cast<int>(options->trials.value_or(race.evaluations));
        race.jobs = static_cast<int>(options->jobs.value_or(0));
        race.deviation = options->deviation.value_or(race.deviation);
        run_prior_race(race, context.out);
        return 0;
      });
}

void add_cost_bench(cli::Command& bench) {
  auto options = std::make_shared<Options>();
  cli::Command command =
      bench.subcommand("cost", "Costs: what is spent until the same regret, with and without knowing them");
  command.detail(
      "Functions whose cost varies 100-fold in three patterns; with --data also tables of networks, where a "
      "trial costs the work of its training.");
  options->add_to(command);
  command
      .option("--budget,-n", options->trials, "N", "the budget is what so many trials cost at random (60)",
              10, kMany)
      .option("--data", options->data, "FOLDER", "folder of the tables")
      .example("hone bench cost --data data", "the table of docs/results/cost.md")
      .action([options](cli::Context& context) {
        CostRace race{.problems = priced_functions(
                          options->problems({"branin", "hart3", "hart6", "rosen", "levy", "goldpr"})),
                      .method = options->method(),
                      .seeds = parse_seeds(options->seeds.value_or("20"))};
        if (options->data) {
          for (PricedProblem& table : priced_tables(*options->data))
            race.problems.push_back(std::move(table));
        }
        race.trials = static_cast<int>(options->trials.value_or(race.trials));
        race.jobs = static_cast<int>(options->jobs.value_or(0));
        run_cost_race(race, context.out);
        return 0;
      });
}

}  // namespace

void add_preferences(cli::Command& bench) {
  add_prior_bench(bench);
  add_cost_bench(bench);
}

}  // namespace hone::quality::preferences
