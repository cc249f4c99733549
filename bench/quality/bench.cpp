// SPDX-License-Identifier: MIT
#include "bench/quality/bench.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <ostream>

#include "bench/quality/functions.hpp"
#include "bench/quality/problems.hpp"
#include "bench/quality/report.hpp"
#include "bench/quality/run_file.hpp"
#include "bench/quality/run_missing.hpp"
#include "bench/quality/schedule.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"

namespace hone::quality {
namespace {

std::string run_path(const std::string& folder) { return folder + "/runs.csv"; }

void check_setting(const BenchRun& options) {
  const auto require = [](bool good, const char* problem, const char* remedy) {
    if (!good) throw Error(ErrorCode::InvalidArgument, problem, remedy);
  };
  require(!options.problems.empty(), "there are no problems", "name some with --functions or --tables");
  require(!options.methods.empty(), "there are no methods", "name some with --samplers or --peer");
  require(!options.seeds.empty(), "there are no seeds", "give --seeds 5");
  require(options.setting.budget > 0, "the budget is not positive", "give --budget 128");
  require(options.setting.batch > 0, "the batch is not positive", "give --batch 8");
  require(options.setting.start >= 0 && options.setting.start <= options.setting.budget,
          "the common start does not fit into the budget", "give --start between 0 and the budget");
}

Schedule schedule_of(const BenchRun& options) {
  check_setting(options);
  Schedule schedule{.problems = select_problems(options.problems, options.data, options.tasks),
                    .methods = options.methods,
                    .seeds = options.seeds,
                    .setting = options.setting,
                    .peers = options.peers};
  check_methods(schedule);
  return schedule;
}

/// The runs in the folder, without those to be done again.
std::map<RunKey, Run> done_runs(const BenchRun& options) {
  std::map<RunKey, Run> done = read_runs(run_path(options.out));
  std::erase_if(done, [&](const auto& entry) {
    return std::find(options.redo.begin(), options.redo.end(), entry.first.method) != options.redo.end();
  });
  return done;
}

void print_summary(const Summary& summary, const std::string& folder, std::ostream& out) {
  char line[160];
  const bool scored = summary.final().normalized.front().has_value();
  std::snprintf(line, sizeof line, "%-28s %9s %13s %7s %6s %5s %11s%s", "method", "mean rank", "log10 regret",
                "better", "worse", "open", "ms per ask", scored ? "   score" : "");
  out << line << "\n";
  for (std::size_t m = 0; m < summary.methods.size(); ++m) {
    const Score& score = summary.scores[m];
    std::snprintf(line, sizeof line, "%-28s %9.2f %13.3f %7d %6d %5d %11.3g", summary.methods[m].c_str(),
                  summary.final().mean_rank[m], summary.final().log_regret[m], score.better, score.worse,
                  score.open, 1000.0 * summary.ask_seconds[m]);
    out << line;
    if (scored) {
      std::snprintf(line, sizeof line, " %7.2f", 100.0 * (1.0 - summary.final().normalized[m].value()));
      out << line;
    }
    out << "\n";
  }
  out << summary.problems.size() << " problems; better and worse than " << summary.methods[summary.baseline]
      << " at 5 % by paired tests. Tables and plots: " << folder << "/report.md\n";
  for (const std::string& problem : summary.left_out) out << "left out " << problem << "\n";
}

int report_runs(const std::map<RunKey, Run>& runs, SummaryOptions chosen, const ReportOptions& options,
                const std::string& folder, std::ostream& out) {
  chosen.baseline = options.baseline;
  chosen.checkpoints = options.at;
  chosen.floor = options.floor;
  const Summary summary = summarize(runs, chosen);
  std::filesystem::create_directories(folder);
  write_reports(summary, folder, options.command);
  print_summary(summary, folder, out);
  return 0;
}

/// The names of problems that are wanted, among those that were run. Tables need not be there for that.
std::vector<std::string> problem_names(const std::vector<std::string>& wanted,
                                       const std::map<RunKey, Run>& runs) {
  std::vector<std::string> names;
  for (const std::string& name : wanted) {
    const std::string group = split(name, '/').front();
    if (!needs_data(group)) {
      for (const Problem& problem : select_problems({name}, "")) names.push_back(problem.name);
      continue;
    }
    for (const auto& [key, run] : runs) {
      const bool fits = key.problem == name || (group == name && key.problem.starts_with(group + "/"));
      if (fits && std::find(names.begin(), names.end(), key.problem) == names.end())
        names.push_back(key.problem);
    }
  }
  return names;
}

}  // namespace

int bench_run(const BenchRun& options, std::ostream& out, std::ostream& err) {
  const Schedule schedule = schedule_of(options);
  std::error_code problem;
  std::filesystem::create_directories(options.out, problem);
  const std::map<RunKey, Run> done = done_runs(options);
  const RunPlace place{.file = run_path(options.out), .jobs = options.jobs, .quiet = options.quiet};
  const int failures = run_missing(schedule, done, place, err);

  std::map<RunKey, Run> runs = read_runs(run_path(options.out));
  std::erase_if(runs, [&](const auto& entry) { return entry.first.setting != schedule.setting; });
  SummaryOptions chosen;
  for (const Problem& p : schedule.problems) chosen.problems.push_back(p.name);
  for (const Method& m : schedule.methods) chosen.methods.push_back(m.label);
  report_runs(runs, std::move(chosen), options.report, options.out, out);
  return failures == 0 ? 0 : 1;
}

int bench_report(const BenchReport& options, std::ostream& out) {
  std::map<RunKey, Run> runs;
  for (const std::string& path : options.files) {
    if (!std::filesystem::exists(path)) {
      throw Error(ErrorCode::NotFound, "there is no file " + path, "name run files with --runs");
    }
    for (auto& [key, run] : read_runs(path)) runs.insert_or_assign(key, run);
  }
  std::erase_if(runs, [&](const auto& entry) {
    const RunSetting& setting = entry.first.setting;
    return setting.budget != options.budget.value_or(setting.budget) ||
           setting.batch != options.batch.value_or(setting.batch) ||
           setting.start != options.start.value_or(setting.start);
  });
  const SummaryOptions chosen{.problems = problem_names(options.problems, runs), .methods = options.methods};
  return report_runs(runs, chosen, options.report, options.out, out);
}

int bench_list(std::ostream& out) {
  out << "Sets of problems:\n";
  for (const ProblemSet& set : problem_sets()) out << "  " << set.name << ": " << set.summary << "\n";
  out << "Functions:\n";
  for (const Problem& problem : functions()) {
    out << "  " << problem.name << " (" << problem.group << ", " << problem.space.size()
        << " parameters, minimum " << number_text(problem.minimum) << ")\n";
  }
  out << "Samplers:\n";
  for (const auto& sampler : catalog::samplers())
    out << "  " << sampler.name << ": " << sampler.summary << "\n";
  out << "Peers (tools/bench-peers installs them):\n";
  for (const PeerInfo& peer : peers()) out << "  " << peer.name << ": " << peer.summary << "\n";
  return 0;
}

std::vector<std::uint64_t> parse_seeds(std::string_view given) {
  const std::size_t dash = given.find('-');
  const auto first =
      dash == std::string_view::npos ? std::optional<long long>(1) : parse_integer(given.substr(0, dash));
  const auto last = parse_integer(dash == std::string_view::npos ? given : given.substr(dash + 1));
  constexpr long long kMost = 100000;
  if (!first || !last || *first < 0 || *last < *first || *last - *first >= kMost) {
    throw Error(ErrorCode::InvalidArgument, text("'", given, "' does not say which seeds"),
                "write how many (5), or a range (3-7)");
  }
  std::vector<std::uint64_t> seeds;
  for (long long seed = *first; seed <= *last; ++seed) seeds.push_back(static_cast<std::uint64_t>(seed));
  return seeds;
}

}  // namespace hone::quality
