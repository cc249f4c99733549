// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <algorithm>

#include "bench/quality/bench.hpp"
#include "bench/quality/tables.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::quality {
namespace {

std::vector<std::string> words(const std::string& list) {
  std::vector<std::string> result;
  for (const std::string& word : split(list, ',')) {
    if (!trim(word).empty()) result.emplace_back(trim(word));
  }
  return result;
}

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

/// Options that run and report share, as they are written.
struct Shared {
  std::string functions;
  std::string tables;
  std::string tasks;
  std::string samplers;
  std::vector<std::string> peers;
  std::string at;
  ReportOptions report;

  void add_to(CLI::App& app) {
    app.add_option("--functions", functions, "test functions and sets of them, with commas between");
    app.add_option("--tables", tables, "problems from tables, such as fcnet or adaboost/A9A; needs --data");
    app.add_option("--tasks", tasks,
                   "real tuning tasks: bayesmark, or one such as bayesmark/RF_wine_nll; needs --data");
    app.add_option("--samplers", samplers,
                   "samplers, as NAME or NAME{option=value,...}, with commas between");
    app.add_option("--peer", peers, "another system, such as hebo or optuna-tpe; may be given several times");
    app.add_option("--baseline", report.baseline, "the method that others are compared with; else the first");
    app.add_option("--at", at, "evaluations at which results are also tabulated: 32,64");
    app.add_option("--floor", report.floor, "smaller regrets count as this in logarithms")
        ->capture_default_str();
  }
  std::vector<std::string> problems() const {
    std::vector<std::string> names = words(functions);
    append(names, words(tables));
    append(names, words(tasks));
    return names;
  }
  std::vector<Method> methods() const {
    std::vector<Method> result;
    if (!samplers.empty()) result = parse_methods(samplers, MethodKind::Sampler);
    for (const std::string& peer : peers) {
      for (Method& method : parse_methods(peer, MethodKind::Peer)) result.push_back(std::move(method));
    }
    return result;
  }
  ReportOptions report_options(const std::vector<std::string>& arguments) const {
    ReportOptions options = report;
    options.command = "hone bench " + join(arguments, " ");
    for (const std::string& word : words(at)) {
      const auto number = parse_integer(word);
      if (!number || *number < 1) {
        throw Error(ErrorCode::InvalidArgument, text("--at: '", word, "' is not a number of evaluations"),
                    "write for example --at 32,64");
      }
      options.at.push_back(static_cast<int>(*number));
    }
    return options;
  }
};

/// The whole command line: targets of all options, and what to do with them.
class BenchCommandLine {
 public:
  BenchCommandLine() {
    app_.require_subcommand(1);
    add_run();
    add_report();
    app_.add_subcommand("list", "show the problems, samplers and peers");
    CLI::App& check = *app_.add_subcommand("check", "compute known figures of the data again");
    check.add_option("--data", check_data_, "folder of the tables and of bayesmark")->required();
    check.add_option("--python", check_tasks_.python, "the interpreter of tasks")->capture_default_str();
  }

  int carry_out(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
      app_.parse(reversed);
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0) return app_.exit(error, out, err);  // help was asked for
      throw Error(ErrorCode::InvalidArgument, error.what(), "see bench --help, or bench run --help");
    }
    if (app_.got_subcommand("list")) return bench_list(out);
    if (app_.got_subcommand("check")) return check(out);
    return app_.got_subcommand("run") ? run(arguments, out, err) : report(arguments, out);
  }

 private:
  void add_run() {
    CLI::App& app = *app_.add_subcommand("run", "run what is missing, and report");
    run_shared_.add_to(app);
    app.add_option("--seeds", seeds_, "how many (5), or a range (3-7)")->capture_default_str();
    app.add_option("--budget", run_.setting.budget, "evaluations of a run")->capture_default_str();
    app.add_option("--batch", run_.setting.batch, "points asked for at a time")->capture_default_str();
    app.add_option("--start", run_.setting.start, "first points that all methods share")
        ->capture_default_str();
    app.add_option("--out", run_.out, "folder of runs.csv and the reports")->capture_default_str();
    app.add_option("--data", run_.data, "folder of the tables and of bayesmark");
    app.add_option("--jobs,-j", run_.jobs, "runs at a time; else one for each processor");
    app.add_option("--python", run_.peers.python, "the interpreter of peers and tasks")
        ->capture_default_str();
    app.add_option("--peers-folder", run_.peers.folder, "folder of their adapters")->capture_default_str();
    app.add_option("--redo", run_.redo, "do the runs of this method again; may be given several times");
    app.add_flag("--quiet,-q", run_.quiet, "no line for each run");
  }
  void add_report() {
    CLI::App& app = *app_.add_subcommand("report", "put finished runs together, from one or more files");
    report_shared_.add_to(app);
    app.add_option("--runs", report_.files, "a run file; may be given several times; else OUT/runs.csv");
    app.add_option("--out", report_.out, "folder of the reports")->capture_default_str();
    app.add_option("--budget", report_.budget, "only runs of so many evaluations");
    app.add_option("--batch", report_.batch, "only runs with this batch");
    app.add_option("--start", report_.start, "only runs with so many common first points");
  }
  int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    run_.problems = run_shared_.problems();
    run_.methods = run_shared_.methods();
    run_.seeds = parse_seeds(seeds_);
    run_.tasks.python = run_.peers.python;
    run_.report = run_shared_.report_options(arguments);
    return bench_run(run_, out, err);
  }
  int check(std::ostream& out) {
    const bool tables = check_tables(check_data_, out);
    return check_bayesmark(check_data_, check_tasks_, out) && tables ? 0 : 1;
  }
  int report(const std::vector<std::string>& arguments, std::ostream& out) {
    report_.problems = report_shared_.problems();
    for (const Method& method : report_shared_.methods()) report_.methods.push_back(method.label);
    if (report_.files.empty()) report_.files = {report_.out + "/runs.csv"};
    report_.report = report_shared_.report_options(arguments);
    return bench_report(report_, out);
  }

  CLI::App app_{"How well samplers optimise, over many problems and seeds", "bench"};
  Shared run_shared_;
  Shared report_shared_;
  BenchRun run_;
  BenchReport report_;
  std::string seeds_ = "5";
  std::string check_data_;
  TaskPlace check_tasks_;
};

}  // namespace

int run_bench(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  return BenchCommandLine().carry_out(arguments, out, err);
}

}  // namespace hone::quality
