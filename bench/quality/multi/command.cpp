// SPDX-License-Identifier: MIT
#include "bench/quality/multi/command.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "bench/quality/arguments.hpp"
#include "bench/quality/bench.hpp"
#include "bench/quality/multi/race.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/command.hpp"
#include "hone/cli/context.hpp"

namespace hone::quality::multi {
namespace {

constexpr std::int64_t kMany = std::numeric_limits<int>::max();
constexpr const char* kSamplers = "hebo,hebo{multi_objective=scalarised},gp,tpe,random";

struct Options {
  std::optional<std::string> problems;
  std::optional<std::string> samplers;
  std::optional<std::string> seeds;
  std::optional<std::int64_t> evaluations;
  std::optional<std::int64_t> batch;
  std::optional<std::int64_t> jobs;

  std::vector<MultiProblem> chosen() const {
    std::vector<MultiProblem> all = multi_problems();
    const std::vector<std::string> wanted = words(problems);
    if (wanted.empty()) return all;
    std::vector<MultiProblem> some;
    for (const std::string& name : wanted) {
      const auto found =
          std::find_if(all.begin(), all.end(), [&](const MultiProblem& p) { return p.name == name; });
      if (found == all.end()) {
        std::vector<std::string> names;
        for (const MultiProblem& p : all) names.push_back(p.name);
        throw Error(ErrorCode::InvalidArgument, text("there is no problem '", name, "'"),
                    "use " + join(names, ", "));
      }
      some.push_back(*found);
    }
    return some;
  }

  Race race() const {
    Race result{.problems = chosen(),
                .methods = parse_methods(samplers.value_or(kSamplers), MethodKind::Sampler),
                .seeds = {}};
    for (const auto seed : parse_seeds(seeds.value_or("10"))) result.seeds.push_back(static_cast<int>(seed));
    if (evaluations) result.evaluations = static_cast<int>(*evaluations);
    if (batch) result.batch = static_cast<int>(*batch);
    if (jobs) result.jobs = static_cast<int>(*jobs);
    return result;
  }
};

}  // namespace

void add_multi(cli::Command& bench) {
  auto options = std::make_shared<Options>();
  cli::Command command =
      bench.subcommand("multi", "Several objectives: what share of the known volume samplers find");
  command
      .detail(
          "Problems of two and three objectives: ZDT, DTLZ, pairs of functions, designs of engineering. The "
          "volume that counts is "
          "that of a search of 200,000 evaluations.")
      .option("--problems", options->problems, "LIST", "some of them only")
      .option("--samplers", options->samplers, "LIST",
              text("as NAME or NAME{option=value,...} (", kSamplers, ")"))
      .option("--seeds", options->seeds, "N", "how many (10), or a range (3-7)")
      .option("--budget,-n", options->evaluations, "N", "evaluations of a run (100)", 1, kMany)
      .option("--batch", options->batch, "N", "points asked for at a time (1)", 1, kMany)
      .option("--jobs,-j", options->jobs, "N", "runs at a time; else one for each processor", 1, kMany)
      .example("hone bench multi --seeds 10 --batch 4", "the table of docs/results/multi-objective.md")
      .action([options](cli::Context& context) {
        run_race(options->race(), context.out);
        return 0;
      });
}

}  // namespace hone::quality::multi
