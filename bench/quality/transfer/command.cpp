// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/command.hpp"

#include <limits>
#include <memory>

#include "bench/quality/arguments.hpp"
#include "bench/quality/bench.hpp"
#include "bench/quality/transfer/reproduce.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/command.hpp"
#include "hone/cli/context.hpp"

namespace hone::quality::transfer {
namespace {

constexpr std::int64_t kMany = std::numeric_limits<int>::max();
constexpr const char* kMethods = "hebo,rgpe,rmogp,taf,tst,cfnei,ablr,wac,smfo";
constexpr const char* kCold = "hebo,gp{variant=map},random";
constexpr const char* kBoxed = "random,gp{variant=map}";
constexpr const char* kAblation =
    "rmogp,rmogp{drop=never},rmogp{alpha=0.1},rmogp{alpha=0.5},rmogp{alpha=1},rmogp{alpha=5},"
    "rmogp{samples=100},rmogp{samples=1000},rmogp{samples=100000}";

const std::optional<std::string> kFunctions =
    "branin,hart3,hart6,levy,rosen,shekel,camel6,zakharov,ackley10,octopus";

Misleading misleading_of(const std::string& word) {
  const std::vector<std::pair<std::string, Misleading>> kWords = {{"inverted", Misleading::Inverted},
                                                                  {"shuffled", Misleading::Shuffled},
                                                                  {"constant", Misleading::Constant},
                                                                  {"all", Misleading::All}};
  for (const auto& [name, kind] : kWords) {
    if (name == word) return kind;
  }
  throw Error(ErrorCode::InvalidArgument, text("earlier studies cannot be '", word, "'"),
              "say inverted, shuffled, constant or all");
}

struct Options {
  std::optional<std::string> tables;
  std::optional<std::string> table;
  std::optional<std::string> misled;
  std::optional<std::string> functions;
  std::optional<std::string> space;
  std::optional<std::string> samplers;
  std::optional<std::string> cold;
  std::optional<std::string> boxed;
  std::optional<std::string> seeds;
  std::optional<std::string> at;
  std::optional<std::string> times;
  std::optional<std::string> baseline;
  std::optional<std::string> data;
  std::optional<std::string> out;
  std::optional<std::int64_t> budget;
  std::optional<std::int64_t> trials;
  std::optional<std::int64_t> studies;
  std::optional<std::int64_t> jobs;
  bool ablation = false;
  bool scaling = false;
  bool quiet = false;

  std::vector<Method> methods() const {
    std::vector<Method> all;
    const bool alone = ablation || scaling;
    const auto add = [&](const std::optional<std::string>& given, const char* usual, MethodKind kind) {
      const std::string list = given.value_or(usual);
      if (trim(list).empty()) return;
      for (Method& method : parse_methods(list, kind)) all.push_back(std::move(method));
    };
    add(samplers, ablation ? kAblation : kMethods, MethodKind::Sampler);
    add(boxed, alone ? "" : kBoxed, MethodKind::Boxed);
    add(cold, alone ? "" : kCold, MethodKind::Cold);
    return all;
  }

  Reproduction reproduction(const cli::Context& context) const {
    const auto number = [](const std::optional<std::int64_t>& given, int otherwise) {
      return given ? static_cast<int>(*given) : otherwise;
    };
    Reproduction result;
    if (tables) result.groups = words(tables);
    result.table = table.value_or("");
    result.study_file = space.value_or("");
    if (result.table.empty() != result.study_file.empty()) {
      throw Error(ErrorCode::InvalidArgument, "--table and --space go together",
                  "give the rows with --table, and a study file that describes them with --space");
    }
    if (misled || functions) {
      result.functions = functions ? words(functions) : words(kFunctions);
      result.misleading = misleading_of(misled.value_or("all"));
    }
    result.methods = methods();
    result.seeds = parse_seeds(seeds.value_or(scaling ? "10" : "15"));
    result.budget = number(budget, result.budget);
    result.checkpoints = at ? numbers("--at", *at) : evenly(result.budget);
    if (times) result.multiples = numbers("--times", *times);
    result.earlier.trials = number(trials, result.earlier.trials);
    result.earlier.studies = number(studies, result.earlier.studies);
    result.data = data.value_or("");
    result.out = out.value_or(result.out);
    result.baseline = baseline.value_or("");
    result.jobs = number(jobs, 0);
    result.quiet = quiet;
    result.scaling = scaling;
    result.command = typed(context.arguments);
    return result;
  }

  static std::vector<int> evenly(int budget) {
    std::vector<int> at;
    for (int i = 1; i <= 5; ++i) at.push_back(std::max(1, budget * i / 5));
    return at;
  }
};

}  // namespace

void add_transfer(cli::Command& bench) {
  auto options = std::make_shared<Options>();
  cli::Command command =
      bench.subcommand("transfer", "What methods gain from earlier studies, leaving one task out at a time");
  command
      .detail(
          "Each task of a group is the target once, and random trials of the others are its earlier studies. "
          "Runs are kept in OUT/GROUP/runs.csv: the same command does only what is missing.")
      .option("--tables", options->tables, "LIST",
              "groups: adaboost, fcnet, hpobench_mlp, taskset (adaboost)")
      .option("--table", options->table, "FILE", "a CSV file of your own, with a column `task`; with --space")
      .option("--space", options->space, "FILE",
              "a study file with the parameters and the objective of --table")
      .option("--misled", options->misled, "KIND",
              "functions whose earlier studies are inverted, shuffled, constant, or some of each (all)")
      .option("--functions", options->functions, "LIST", text("of --misled (", *kFunctions, ")"))
      .option("--samplers", options->samplers, "LIST", text("with earlier studies (", kMethods, ")"))
      .option("--cold", options->cold, "LIST", text("without them (", kCold, "); '' for none"))
      .option("--boxed", options->boxed, "LIST", text("with prune_space: box (", kBoxed, "); '' for none"))
      .option("--baseline", options->baseline, "METHOD",
              "whom the others are compared with, such as cold:hebo; else the first")
      .option("--seeds", options->seeds, "N", "repetitions: how many (15), or a range (101-115)")
      .option("--budget,-n", options->budget, "N", "evaluations of a run (50)", 1, kMany)
      .option("--at", options->at, "LIST", "evaluations that are tabulated (10,20,30,40,50)")
      .option("--times", options->times, "LIST",
              "rows for random search with so many times the evaluations: 2,4,10")
      .option("--trials", options->trials, "N", "of each earlier study (50)", 3, kMany)
      .option("--studies", options->studies, "N", "at most so many earlier studies; else all", 1, kMany)
      .flag("--ablation", options->ablation, "rmogp with other numbers of samples, alpha, and without drops")
      .flag("--scaling", options->scaling, "what an ask costs with more and more earlier studies, instead")
      .option("--data", options->data, "FOLDER", "folder of the tables")
      .option("--out", options->out, "FOLDER", "folder of the results (build/transfer)")
      .option("--jobs,-j", options->jobs, "N", "runs at a time; else one for each processor", 1, kMany)
      .flag("--quiet,-q", options->quiet, "no line for each run")
      .example("hone bench transfer --data DATA", "table 9 of the RGPE paper, left")
      .example(
          "hone bench transfer --data DATA --tables fcnet,hpobench_mlp,taskset -n 100 --at 5,10,20,50,100 "
          "--samplers hebo --cold hebo --boxed ''",
          "the default, warm and cold")
      .example("hone bench transfer --data DATA --ablation", "table 10")
      .example("hone bench transfer --data DATA --scaling --samplers rgpe,hebo", "appendix C.1")
      .example(
          "hone bench transfer --misled inverted --samplers hebo --cold hebo --boxed '' --baseline cold:hebo "
          "--seeds 20",
          "what wrong sources cost")
      .example("hone bench transfer --table runs.csv --space svm.yaml --samplers hebo --cold hebo",
               "your own")
      .action([options](cli::Context& context) {
        return reproduce(options->reproduction(context), context.out, context.err);
      });
}

}  // namespace hone::quality::transfer
