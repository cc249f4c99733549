// SPDX-License-Identifier: MIT
#include "bench/quality/malibo/command.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "bench/quality/arguments.hpp"
#include "bench/quality/bench.hpp"
#include "bench/quality/malibo/pictures.hpp"
#include "bench/quality/malibo/reproduce.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/cli/command.hpp"
#include "hone/cli/context.hpp"

namespace hone::quality::malibo {
namespace {

constexpr std::int64_t kAnyNumber = std::numeric_limits<int>::max();
constexpr const char* kBaselines = "random,lfbo,rgpe,ablr";
constexpr const char* kVariants =
    "malibo{boosting=false,thompson=false},malibo{boosting=true,thompson=false},"
    "malibo{boosting=false,thompson=true},malibo{boosting=true,thompson=true}";

std::vector<double> noise_levels(const std::string& list) {
  std::vector<double> levels;
  for (const std::string& word : words(list)) {
    const auto level = parse_number(word);
    if (!level || !(*level >= 0.0) || *level > 1e6) {
      throw Error(ErrorCode::InvalidArgument, text("--noise: '", word, "' is not a number from 0 on"),
                  "write for example --noise 0,0.1,1");
    }
    levels.push_back(*level);
  }
  return levels;
}

struct MaliboArguments {
  std::optional<std::string> problems;
  std::optional<std::string> noise;
  std::optional<std::string> samplers;
  std::optional<std::string> cold;
  std::optional<std::string> seeds;
  std::optional<std::string> at;
  std::optional<std::string> data;
  std::optional<std::string> out;
  std::optional<std::int64_t> budget;
  std::optional<std::int64_t> tasks;
  std::optional<std::int64_t> points;
  std::optional<std::int64_t> sets;
  std::optional<std::int64_t> batch;
  std::optional<std::int64_t> jobs;
  bool without_meta = false;
  bool pictures = false;
  bool quiet = false;

  std::vector<std::string> groups() const {
    if (problems) return words(problems);
    std::vector<std::string> all = computed_groups();
    if (data) all.insert(all.end(), tabulated_groups().begin(), tabulated_groups().end());
    return all;
  }

  std::vector<Method> methods() const {
    const MethodKind kind = without_meta ? MethodKind::Cold : MethodKind::Sampler;
    std::vector<Method> all = parse_methods(samplers.value_or(usual_samplers()), kind);
    if (!cold || trim(*cold).empty()) return all;
    for (Method& method : parse_methods(*cold, MethodKind::Cold)) {
      const bool there = std::any_of(all.begin(), all.end(),
                                     [&](const Method& other) { return other.label == method.label; });
      if (!there) all.push_back(std::move(method));
    }
    return all;
  }

  Reproduction reproduction(const cli::Context& context) const {
    const auto given = [](const std::optional<std::int64_t>& number) {
      return number ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
    };
    Reproduction result;
    result.groups = groups();
    if (noise) result.noise = noise_levels(*noise);
    result.methods = methods();
    result.seeds = parse_seeds(seeds.value_or("30"));
    result.budget = given(budget);
    if (at) result.checkpoints = numbers("--at", *at);
    result.tasks = given(tasks);
    result.points = given(points);
    result.sets = given(sets).value_or(0);
    result.batch = given(batch).value_or(1);
    result.data = data.value_or("");
    result.out = out.value_or(result.out);
    result.jobs = given(jobs).value_or(0);
    result.quiet = quiet;
    result.command = typed(context.arguments);
    return result;
  }
};

}  // namespace

std::string usual_samplers() {
  const auto& all = catalog::samplers();
  const bool there =
      std::any_of(all.begin(), all.end(), [](const auto& sampler) { return sampler.name == "malibo"; });
  return there ? text(kBaselines, ",", kVariants) : kBaselines;
}

void add_malibo(cli::Command& bench) {
  auto options = std::make_shared<MaliboArguments>();
  cli::Command command = bench.subcommand(
      "malibo", "Samplers that know many earlier tasks: the experiments of the MALIBO paper");
  command
      .detail(
          "Ensembles: the target is drawn anew for each seed, and random trials of many other members are "
          "known. Tables: each task is the target once, and random trials of the others are known. Runs are "
          "kept in OUT/GROUP-SIZE/runs.csv: the same command does only what is missing. Beside it tables.md, "
          "regret.svg, time.svg (over the samplers' own processor time) and asks.svg.")
      .option("--problems", options->problems, "LIST",
              text(join(computed_groups(), ", "), "; with --data ", join(tabulated_groups(), ", "), " (all)"))
      .option("--noise", options->noise, "LIST", "of ensembles: a method sees f (1 + NOISE n) (0,0.1,1)")
      .option("--samplers", options->samplers, "LIST", text("(", usual_samplers(), ")"))
      .option("--cold", options->cold, "LIST", "also these, which know of no other task")
      .flag("--without-meta", options->without_meta, "no sampler knows of other tasks: figure 13")
      .option("--seeds", options->seeds, "N", "repetitions: how many (30), or a range (101-130)")
      .option("--budget,-n", options->budget, "N", "evaluations of a run (100; fcnet 500, hpobench_mlp 72)",
              1, kAnyNumber)
      .option("--at", options->at, "LIST", "evaluations that are tabulated")
      .option("--batch", options->batch, "N", "points asked for at a time: 3 in appendix E (1)", 1,
              kAnyNumber)
      .option("--tasks", options->tasks, "N",
              "other tasks of an ensemble (branin and hartmann3 256, the others 64)", 1, kAnyNumber)
      .option("--points", options->points, "N",
              "trials of each other task (forrester and quadratic 32, branin 128, hartmann3 512, fcnet 512, "
              "hpobench_mlp and taskset 128)",
              3, kAnyNumber)
      .option("--sets", options->sets, "N",
              "draw other tasks so often only and let seeds share them: models of them are then fitted N "
              "times; else for each seed",
              1, kAnyNumber)
      .flag("--pictures", options->pictures,
            "draw instead what malibo learns of forrester and quadratic, and its first steps: figures 1, 11, "
            "12 and 14 to 17")
      .option("--data", options->data, "FOLDER", "folder of the tables")
      .option("--out", options->out, "FOLDER", "folder of the results (build/malibo)")
      .option("--jobs,-j", options->jobs, "N", "runs at a time; else one for each processor", 1, kAnyNumber)
      .flag("--quiet,-q", options->quiet, "no line for each run")
      .example("hone bench malibo --problems branin --seeds 100", "figure 6")
      .example("hone bench malibo --data DATA --problems fcnet",
               "figure 3, with published figures beside ours")
      .example("hone bench malibo --data DATA --problems hpobench_mlp,taskset --samplers random,lfbo,hebo",
               "figure 5, with other samplers")
      .example("hone bench malibo --without-meta --noise 0", "figure 13: nothing is known")
      .example("hone bench malibo --problems forrester,quadratic --batch 3", "appendix E")
      .example("hone bench malibo --pictures", "what it learns, step by step")
      .example("hone bench malibo --problems hartmann3 --tasks 32 --points 64 --seeds 5 -n 30", "a small one")
      .action([options](cli::Context& context) {
        if (options->pictures) return draw_pictures(options->out.value_or("build/malibo"), context.out);
        return reproduce(options->reproduction(context), context.out, context.err);
      });
}

}  // namespace hone::quality::malibo
