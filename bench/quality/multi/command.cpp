// SPDX-License-Identifier: MIT
#include "bench/quality/multi/command.hpp"

#include <limits>
#include <memory>

#include "bench/quality/arguments.hpp"
#include "bench/quality/bench.hpp"
#include "bench/quality/multi/race.hpp"
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
  std::vector<std::string> peers;
  std::optional<std::string> seeds;
  std::optional<std::int64_t> evaluations;
  std::optional<std::int64_t> batch;
  std::optional<std::int64_t> jobs;
  std::optional<std::string> at;
  std::optional<std::string> data;
  std::optional<std::string> out;
  std::vector<std::string> runs;
  std::optional<std::string> python;
  std::optional<std::string> sources;

  std::vector<Method> methods() const {
    std::vector<Method> result;
    if (const std::string list = samplers.value_or(kSamplers); !list.empty())
      result = parse_methods(list, MethodKind::Sampler);
    for (const std::string& list : peers)
      for (Method& method : parse_methods(list, MethodKind::Peer)) result.push_back(std::move(method));
    return result;
  }

  Race race() const {
    Race result{.problems = select_multi(words(problems), data.value_or("")),
                .methods = methods(),
                .seeds = parse_seeds(seeds.value_or("10")),
                .known = runs};
    if (evaluations) result.setting.budget = static_cast<int>(*evaluations);
    if (batch) result.setting.batch = static_cast<int>(*batch);
    if (jobs) result.jobs = static_cast<int>(*jobs);
    if (at) result.at = numbers("--at", *at);
    if (out) result.file = *out + "/runs.csv";
    if (python) result.peers.python = *python;
    if (sources) result.peers.folder = *sources + "/" + result.peers.folder;
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
          "Problems of two and three objectives: ZDT, DTLZ, pairs of functions, designs of engineering, "
          "limits on "
          "outcomes; with --data also tables of networks, error against size and work. The volume that "
          "counts is "
          "that of a search of 200,000 evaluations, of tables that of their front.")
      .option("--problems", options->problems, "LIST", "some of them only")
      .option("--samplers", options->samplers, "LIST",
              text("as NAME or NAME{option=value,...} (", kSamplers, ")"))
      .list("--peer", options->peers, "LIST",
            "other systems, such as optuna-tpe,optuna-nsga2,optuna-gp,botorch-qlogehvi; see make bench-peers")
      .option("--seeds", options->seeds, "N", "how many (10), or a range (3-7)")
      .option("--budget,-n", options->evaluations, "N", "evaluations of a run (100)", 1, kMany)
      .option("--batch", options->batch, "N", "points asked for at a time (1)", 1, kMany)
      .option("--jobs,-j", options->jobs, "N", "runs at a time; else one for each processor", 1, kMany)
      .option("--at", options->at, "LIST", "also a table after so many evaluations: 25,50")
      .option("--data", options->data, "FOLDER", "folder of the tables")
      .option("--out", options->out, "FOLDER",
              "keeps runs in FOLDER/runs.csv; those that are there are not repeated")
      .list("--runs", options->runs, "FILE",
            "finished runs that are not repeated; may be given several times")
      .option("--python", options->python, "FILE",
              "interpreter of all peers; else that of each (.venv-peers*)")
      .option("--sources", options->sources, "FOLDER",
              "folder of hone's sources, for the adapters; else this one")
      .example("hone bench multi --seeds 10 --batch 4", "the table of docs/results/multi-objective.md")
      .example("hone bench multi --batch 4 --samplers hebo --peer optuna-tpe,optuna-nsga2 --out build/multi",
               "beside other systems")
      .action(
          [options](cli::Context& context) { return run_race(options->race(), context.out, context.err); });
}

}  // namespace hone::quality::multi
