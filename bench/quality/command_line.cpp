// SPDX-License-Identifier: MIT
#include "bench/quality/command_line.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "bench/quality/arguments.hpp"
#include "bench/quality/bench.hpp"
#include "bench/quality/fidelity/command.hpp"
#include "bench/quality/malibo/command.hpp"
#include "bench/quality/multi/command.hpp"
#include "bench/quality/objectives_speed.hpp"
#include "bench/quality/preferences/command.hpp"
#include "bench/quality/repeats.hpp"
#include "bench/quality/sequd/command.hpp"
#include "bench/quality/speed.hpp"
#include "bench/quality/tables.hpp"
#include "bench/quality/transfer/command.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/command.hpp"
#include "hone/cli/context.hpp"

namespace hone::quality {
namespace {

constexpr std::int64_t kMany = std::numeric_limits<int>::max();

std::optional<int> small(const std::optional<std::int64_t>& number) {
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

/// Options that run and report share, as they are written.
struct Shared {
  std::optional<std::string> functions;
  std::optional<std::string> tables;
  std::optional<std::string> tasks;
  std::optional<std::string> samplers;
  std::vector<std::string> peers;
  std::optional<std::string> baseline;
  std::optional<std::string> at;
  std::optional<double> floor;
  std::optional<std::int64_t> budget;
  std::optional<std::int64_t> batch;
  std::optional<std::int64_t> start;
  std::optional<std::string> out;

  void add_to(cli::Command& command) {
    command.option("--functions", functions, "LIST", "test functions and sets of them, with commas between")
        .option("--tables", tables, "LIST", "problems from tables, such as fcnet or adaboost/A9A")
        .option("--tasks", tasks, "LIST",
                "real tuning tasks: bayesmark, or one such as bayesmark/RF_wine_nll")
        .option("--samplers", samplers, "LIST",
                "samplers, as NAME or NAME{option=value,...}, with commas between")
        .list("--peer", peers, "NAME",
              "another system, such as hebo or optuna-tpe; may be given several times")
        .option("--baseline", baseline, "METHOD",
                "whom the others are compared with, such as random or peer:hebo; else the first method")
        .option("--at", at, "LIST", "evaluations at which results are also tabulated: 32,64")
        .option("--floor", floor, "X", "smaller regrets count as this in logarithms (1e-8)")
        .option("--out", out, "FOLDER", "folder of runs.csv and the reports (build/quality)");
  }
  std::vector<std::string> problems() const {
    std::vector<std::string> names;
    for (const auto* list : {&functions, &tables, &tasks}) {
      for (std::string& name : words(*list)) names.push_back(std::move(name));
    }
    return names;
  }
  std::vector<Method> methods() const {
    std::vector<Method> result;
    if (samplers) result = parse_methods(*samplers, MethodKind::Sampler);
    for (const std::string& peer : peers) {
      for (Method& method : parse_methods(peer, MethodKind::Peer)) result.push_back(std::move(method));
    }
    return result;
  }
  ReportOptions report_options(const cli::Context& context) const {
    ReportOptions options{.baseline = baseline.value_or(""), .command = typed(context.arguments)};
    if (floor) options.floor = *floor;
    if (at) options.at = numbers("--at", *at);
    return options;
  }
};

struct RunOptions : Shared {
  std::optional<std::string> seeds;
  std::optional<std::string> data;
  std::optional<std::int64_t> jobs;
  std::optional<std::string> python;
  std::optional<std::string> sources;
  std::optional<std::string> known;
  std::vector<std::string> redo;
  bool quiet = false;

  BenchRun bench(const cli::Context& context) const {
    BenchRun run{.problems = problems(), .methods = methods(), .seeds = parse_seeds(seeds.value_or("5"))};
    run.setting.budget = small(budget).value_or(run.setting.budget);
    run.setting.batch = small(batch).value_or(run.setting.batch);
    run.setting.start = small(start).value_or(run.setting.start);
    if (out) run.out = *out;
    run.data = data.value_or("");
    run.jobs = small(jobs).value_or(0);
    run.peers.python = run.tasks.python = python.value_or(run.peers.python);
    if (sources) {
      run.peers.folder = *sources + "/" + run.peers.folder;
      run.tasks.script = *sources + "/" + run.tasks.script;
    }
    run.tasks.known = known.value_or(run.out + "/known.txt");
    run.redo = redo;
    run.quiet = quiet;
    run.report = report_options(context);
    return run;
  }
};

void add_run(cli::Command& bench) {
  auto options = std::make_shared<RunOptions>();
  cli::Command command = bench.subcommand("run", "Run what is missing, and report");
  options->add_to(command);
  command.option("--seeds", options->seeds, "N", "how many (5), or a range (3-7)")
      .option("--budget,-n", options->budget, "N", "evaluations of a run (128)", 1, kMany)
      .option("--batch", options->batch, "N", "points asked for at a time (8)", 1, kMany)
      .option("--start", options->start, "N", "first points that all methods share (0)", 0, kMany)
      .option("--data", options->data, "FOLDER", "folder of the tables and of bayesmark")
      .option("--jobs,-j", options->jobs, "N", "runs at a time; else one for each processor", 1, kMany)
      .option("--python", options->python, "FILE", "interpreter of peers and tasks (.venv-peers/bin/python)")
      .option("--sources", options->sources, "FOLDER",
              "folder of hone's sources, which has the adapters of peers and tasks; else this one")
      .option("--known", options->known, "FILE",
              "keeps losses of tasks that do not depend on chance (OUT/known.txt)")
      .list("--redo", options->redo, "METHOD", "do its runs again; may be given several times")
      .flag("--quiet,-q", options->quiet, "no line for each run")
      .example("hone bench run --functions branin,hart6 --samplers random,sobol", "five seeds each")
      .example("hone bench run --functions sequd34 --samplers 'random,sobol{scramble=false}' --seeds 20", "")
      .example("hone bench run --functions peers12 --peer hebo --start 8",
               "another system; see make bench-peers")
      .example("hone bench run --tables fcnet --data DATA --samplers random --at 32,64", "")
      .example("hone bench run --tasks bayesmark --data DATA --samplers random --seeds 2",
               "real tuning tasks")
      .action([options](cli::Context& context) {
        return bench_run(options->bench(context), context.out, context.err);
      });
}

struct SpeedOptions {
  std::optional<std::string> sampler;
  std::optional<std::string> peer;
  std::optional<std::string> sizes;
  std::optional<std::string> python;
  std::optional<std::int64_t> repeats;
  std::optional<std::int64_t> objectives;

  BenchObjectivesSpeed several() const {
    BenchObjectivesSpeed speed;
    speed.sampler = sampler.value_or(speed.sampler);
    speed.repeats = small(repeats).value_or(speed.repeats);
    speed.objectives = small(objectives).value_or(speed.objectives);
    if (sizes) speed.sizes = numbers("--sizes", *sizes);
    return speed;
  }
  BenchSpeed bench() const {
    BenchSpeed speed;
    speed.sampler = sampler.value_or(speed.sampler);
    speed.peer = peer.value_or("");
    speed.repeats = small(repeats).value_or(speed.repeats);
    speed.peers.python = python.value_or(speed.peers.python);
    if (sizes) speed.sizes = numbers("--sizes", *sizes);
    return speed;
  }
};

void add_speed(cli::Command& bench) {
  auto options = std::make_shared<SpeedOptions>();
  cli::Command command =
      bench.subcommand("speed", "What one ask costs after n trials, beside another system");
  command.option("--sampler", options->sampler, "NAME", "whose asks are timed (hebo)")
      .option("--peer", options->peer, "NAME", "another system, up to 400 trials; see make bench-peers")
      .option("--sizes", options->sizes, "LIST", "numbers of trials (50,100,200,400,1000,2000)")
      .option("--repeats", options->repeats, "N", "studies of each size (5)", 1, 100)
      .option("--objectives", options->objectives, "N",
              "instead: an ask of 4 with 2 to N objectives, beside one", 2, 4)
      .option("--python", options->python, "FILE", "interpreter of peers (.venv-peers/bin/python)")
      .example("hone bench speed --peer hebo", "the table of docs/results/speed.md")
      .example("hone bench speed --objectives 3 --sampler gp", "what further objectives cost")
      .action([options](cli::Context& context) {
        if (options->objectives) return bench_objectives_speed(options->several(), context.out);
        return bench_speed(options->bench(), context.out);
      });
}

struct RepeatsOptions {
  std::optional<std::string> samplers;
  std::optional<std::string> seeds;
  std::optional<std::string> effects;
  std::optional<double> noise;
  std::optional<std::int64_t> trials;

  BenchRepeats bench() const {
    BenchRepeats result;
    result.methods = parse_methods(samplers.value_or("hebo,gp,rf,tpe,lfbo"), MethodKind::Sampler);
    result.seeds = parse_seeds(seeds.value_or("12"));
    result.noise = noise.value_or(result.noise);
    result.trials = small(trials).value_or(result.trials);
    if (!effects) return result;
    result.effects.clear();
    for (const std::string& word : words(effects)) {
      const auto effect = parse_number(word);
      if (!effect || !(*effect > 0.0) || result.effects.size() == 12)
        throw Error(ErrorCode::InvalidArgument, text("'", word, "' is no effect of a boolean"),
                    "give up to 12 numbers above 0: --effects 1,0.6,0.4");
      result.effects.push_back(*effect);
    }
    return result;
  }
};

void add_repeats(cli::Command& bench) {
  auto options = std::make_shared<RepeatsOptions>();
  cli::Command command =
      bench.subcommand("repeats", "Few configurations with noise: how often the best is tried again");
  command
      .option("--samplers", options->samplers, "LIST",
              "as NAME or NAME{option=value,...} (hebo,gp,rf,tpe,lfbo)")
      .option("--seeds", options->seeds, "N", "how many (12), or a range (3-7)")
      .option("--effects", options->effects, "LIST", "of each boolean on the value (1,1,1)")
      .option("--noise", options->noise, "X", "standard deviation of a value (2)")
      .option("--trials", options->trials, "N", "beyond one of each configuration (100)", 1, kMany)
      .example("hone bench repeats --seeds 60", "the table of docs/results/noise.md")
      .action([options](cli::Context& context) { return bench_repeats(options->bench(), context.out); });
}

struct MergeOptions : Shared {
  std::vector<std::string> runs;

  BenchReport bench(const cli::Context& context) const {
    BenchReport report{.files = runs,
                       .problems = problems(),
                       .budget = small(budget),
                       .batch = small(batch),
                       .start = small(start)};
    if (out) report.out = *out;
    if (report.files.empty()) report.files = {report.out + "/runs.csv"};
    for (const Method& method : methods()) report.methods.push_back(method.label);
    report.report = report_options(context);
    return report;
  }
};

void add_report(cli::Command& bench) {
  auto options = std::make_shared<MergeOptions>();
  cli::Command command = bench.subcommand("report", "Put finished runs together, from one or more files");
  options->add_to(command);
  command.list("--runs", options->runs, "FILE", "a run file; may be given several times; else OUT/runs.csv")
      .option("--budget,-n", options->budget, "N", "only runs of so many evaluations", 1, kMany)
      .option("--batch", options->batch, "N", "only runs with this batch", 1, kMany)
      .option("--start", options->start, "N", "only runs with so many common first points", 0, kMany)
      .example("hone bench report", "build/quality/runs.csv again")
      .example(
          "hone bench report --runs build/quality/runs.csv --runs docs/results/peers/hebo.csv --out "
          "build/both",
          "")
      .action(
          [options](cli::Context& context) { return bench_report(options->bench(context), context.out); });
}

void add_list(cli::Command& bench) {
  bench.subcommand("list", "Show the problems, samplers and peers")
      .example("hone bench list", "")
      .action([](cli::Context& context) { return bench_list(context.out); });
}

struct CheckOptions {
  std::optional<std::string> data;
  std::optional<std::string> python;
};

int check(const CheckOptions& options, cli::Context& context) {
  if (!options.data) {
    throw Error(ErrorCode::InvalidArgument, "there is nothing to check",
                "give the folder of the data with --data");
  }
  TaskPlace tasks;
  if (options.python) tasks.python = *options.python;
  const bool tables = check_tables(*options.data, context.out);
  return check_bayesmark(*options.data, tasks, context.out) && tables ? 0 : 1;
}

void add_check(cli::Command& bench) {
  auto options = std::make_shared<CheckOptions>();
  bench.subcommand("check", "Compute figures that others published for the data again")
      .option("--data", options->data, "FOLDER", "folder of the tables and of bayesmark")
      .option("--python", options->python, "FILE", "interpreter of tasks (.venv-peers/bin/python)")
      .example("hone bench check --data DATA", "")
      .action([options](cli::Context& context) { return check(*options, context); });
}

}  // namespace

void add_bench(cli::Command& root) {
  cli::Command bench = root.subcommand("bench", "Compare samplers on problems whose optimum is known");
  bench.detail("Runs are kept one by one in OUT/runs.csv: the same command does only what is missing.")
      .example("hone bench list", "what there is")
      .example("hone bench run --functions sequd34 --samplers random,sobol --seeds 20",
               "regrets, ranks, tests, plots")
      .example("hone bench run --functions peers12 --peer hebo --start 8",
               "another system, after make bench-peers")
      .example("hone bench report --out build/quality", "the same tables again")
      .example("hone bench sequd --parts designs,search", "figures of the SeqUD paper again");
  add_run(bench);
  add_speed(bench);
  add_repeats(bench);
  add_report(bench);
  add_list(bench);
  add_check(bench);
  fidelity::add_fidelity(bench);
  multi::add_multi(bench);
  preferences::add_preferences(bench);
  sequd::add_sequd(bench);
  transfer::add_transfer(bench);
  malibo::add_malibo(bench);
  bench.group("More");  // last: commands take over the group that their parent has
}

}  // namespace hone::quality
