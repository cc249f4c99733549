// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/command.hpp"

#include <limits>
#include <memory>

#include "bench/quality/arguments.hpp"
#include "bench/quality/bench.hpp"
#include "bench/quality/sequd/reproduce.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/command.hpp"
#include "hone/cli/context.hpp"

namespace hone::quality::sequd {
namespace {

constexpr std::int64_t kMany = std::numeric_limits<int>::max();
constexpr const char* kSamplers = "random,lhs,sobol,ud,seqrand,sequd{variant=published},sequd";
constexpr const char* kModels = "gp,hebo";
constexpr const char* kInBatches = "ud,seqrand,sequd{variant=published},sequd";

struct Options {
  std::optional<std::string> parts;
  std::optional<std::string> functions;
  std::optional<std::string> samplers;
  std::optional<std::string> models;
  std::optional<std::string> seeds;
  std::optional<std::string> model_seeds;
  std::optional<std::int64_t> runs;
  std::optional<std::string> batches;
  std::optional<std::int64_t> repeats;
  std::optional<std::string> out;
  std::optional<std::int64_t> jobs;
  bool quiet = false;

  static std::vector<Method> methods(const std::string& list) {
    return trim(list).empty() ? std::vector<Method>{} : parse_methods(list, MethodKind::Sampler);
  }
  static int number(const std::optional<std::int64_t>& given, int otherwise) {
    return given ? static_cast<int>(*given) : otherwise;
  }

  Reproduction reproduction(const cli::Context& context) const {
    Reproduction result;
    if (parts) result.parts = words(parts);
    if (batches) {
      result.batches = numbers("--batch", *batches);
      result.functions = {"sequd32"};
    }
    if (functions) result.functions = words(functions);
    result.samplers = methods(samplers.value_or(batches ? kInBatches : kSamplers));
    result.models = methods(models.value_or(batches ? "" : kModels));
    result.seeds = parse_seeds(seeds.value_or(batches ? "20" : "100"));
    result.model_seeds = parse_seeds(model_seeds.value_or("10"));
    result.runs = number(runs, result.runs);
    result.augmentation.repeats = number(repeats, result.augmentation.repeats);
    result.out = out.value_or(result.out);
    result.jobs = number(jobs, result.jobs);
    result.quiet = quiet;
    result.command = typed(context.arguments);
    return result;
  }
};

}  // namespace

void add_sequd(cli::Command& bench) {
  auto options = std::make_shared<Options>();
  cli::Command command = bench.subcommand(
      "sequd", "The tables and figures of the SeqUD paper, with our samplers beside its own");
  command.detail("Runs are kept in OUT/runs.csv: the same command does only what is missing.")
      .option("--parts", options->parts, "LIST",
              "tables (2, 9 and ranks), designs (figures 2, 5, 6), search (7, 8), augmentation (4); else all")
      .option("--functions", options->functions, "LIST", "of the tables (sequd34)")
      .option("--samplers", options->samplers, "LIST", text("those without a model (", kSamplers, ")"))
      .option("--models", options->models, "LIST",
              text("those that fit a model (", kModels, "); '' for none"))
      .option("--seeds", options->seeds, "N", "how many (100), or a range (1001-1100)")
      .option("--model-seeds", options->model_seeds, "N", "the same for samplers that fit a model (10)")
      .option("--runs,-n", options->runs, "N", "evaluations of a search (100); 1000 for figure 11", 1, kMany)
      .option("--batch", options->batches, "LIST",
              text("compare ", kInBatches, " in batches of so many points, 20 seeds, and nothing else"))
      .option("--repeats", options->repeats, "N", "of the augmentation study (10)", 1, 1000)
      .option("--out", options->out, "FOLDER", "folder of runs.csv, tables and figures (build/sequd)")
      .option("--jobs,-j", options->jobs, "N", "runs at a time; else one for each processor", 1, kMany)
      .flag("--quiet,-q", options->quiet, "no line for each run")
      .example("hone bench sequd --seeds 1001-1100 --model-seeds 1001-1016",
               "the tables of docs/results/designs.md")
      .example("hone bench sequd --parts tables --runs 1000 --models '' --seeds 3", "figure 11")
      .example("hone bench sequd --batch 10,15,25,33,50 --seeds 1001-1020",
               "the tables of wide batches in docs/results/designs.md")
      .example("hone bench sequd --parts designs,search", "a second")
      .action([options](cli::Context& context) {
        return reproduce(options->reproduction(context), context.out, context.err);
      });
}

}  // namespace hone::quality::sequd
