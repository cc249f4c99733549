// SPDX-License-Identifier: MIT
#include "bench/quality/fidelity/command.hpp"

#include <limits>
#include <memory>

#include "bench/quality/bench.hpp"
#include "bench/quality/fidelity/race.hpp"
#include "hone/cli/command.hpp"
#include "hone/cli/context.hpp"

namespace hone::quality::fidelity {
namespace {

constexpr std::int64_t kMany = std::numeric_limits<int>::max();
constexpr const char* kSearchers =
    "hebo,random,hebo+median,hebo+asha,hebo+hyperband,tpe+hyperband,random+hyperband";

struct Options {
  std::optional<std::string> searchers;
  std::optional<std::string> seeds;
  std::optional<std::string> data;
  std::optional<std::int64_t> workers;
  std::optional<std::int64_t> runs;
  std::optional<std::int64_t> jobs;

  FidelityRace race() const {
    FidelityRace race{.problems = made_curves(),
                      .searchers = parse_searchers(searchers.value_or(kSearchers)),
                      .seeds = parse_seeds(seeds.value_or("15"))};
    if (data) {
      for (CurveProblem& problem : measured_curves(*data)) race.problems.push_back(std::move(problem));
    }
    race.workers = static_cast<int>(workers.value_or(race.workers));
    race.full_runs = static_cast<int>(runs.value_or(race.full_runs));
    race.jobs = static_cast<int>(jobs.value_or(0));
    return race;
  }
};

}  // namespace

void add_fidelity(cli::Command& bench) {
  auto options = std::make_shared<Options>();
  bench.subcommand("fidelity", "Trials that report as they train: what pruners save, and what they cost")
      .detail(
          "Curves made from functions (falling, crossing, growing with the step), and with --data those of "
          "real "
          "trainings. Workers take turns, a step each; what counts are complete trials.")
      .option("--searchers", options->searchers, "LIST",
              "as SAMPLER or SAMPLER+PRUNER, with options in braces; the first is what the others are "
              "compared with")
      .option("--seeds", options->seeds, "N", "how many (15), or a range (3-7)")
      .option("--data", options->data, "FOLDER", "folder of the curves")
      .option("--workers", options->workers, "N", "at a time (4)", 1, 1000)
      .option("--runs", options->runs, "N", "the budget in steps is that of so many whole trials (30)", 1,
              kMany)
      .option("--jobs,-j", options->jobs, "N", "runs at a time; else one for each processor", 1, kMany)
      .example("hone bench fidelity --data data", "the tables of docs/results/fidelity.md")
      .action([options](cli::Context& context) {
        run_fidelity_race(options->race(), context.out);
        return 0;
      });
}

}  // namespace hone::quality::fidelity
