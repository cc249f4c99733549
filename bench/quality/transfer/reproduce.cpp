// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/reproduce.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "bench/quality/problems.hpp"
#include "bench/quality/report.hpp"
#include "bench/quality/run_file.hpp"
#include "bench/quality/run_missing.hpp"
#include "bench/quality/text_file.hpp"
#include "bench/quality/transfer/own_table.hpp"
#include "bench/quality/transfer/scaling.hpp"
#include "bench/quality/transfer/tables.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::quality::transfer {
namespace {

constexpr int kMisleadingStudies = 6;

class TransferMaker {
 public:
  TransferMaker(const Reproduction& options, std::ostream& out, std::ostream& err)
      : options_(options), out_(out), err_(err) {}

  int make() {
    int failures = 0;
    if (!options_.table.empty()) return compare("own", own_tasks(options_.table, options_.study_file));
    if (!options_.functions.empty()) return mislead();
    for (const std::string& group : options_.groups)
      failures += compare(group, select_problems({group}, options_.data));
    return failures == 0 ? 0 : 1;
  }

 private:
  int compare(const std::string& group, std::vector<Problem> tasks) {
    if (tasks.size() < 2) {
      throw Error(ErrorCode::InvalidArgument, text("'", group, "' has only one task"),
                  "name a whole group, such as adaboost: each task learns from the others");
    }
    const std::string folder = options_.out + "/" + group;
    std::filesystem::create_directories(folder);
    const std::vector<Problem> problems = informed_by_others(std::move(tasks), options_.earlier);
    if (options_.scaling) {
      write(folder + "/scaling", scaling(problems, options_));
      return 0;
    }
    const Schedule schedule{.problems = problems,
                            .methods = options_.methods,
                            .seeds = options_.seeds,
                            .setting = {.budget = options_.budget, .batch = 1}};
    const std::string file = folder + "/runs.csv";
    int failures = run(schedule, file);
    for (const int times : options_.multiples) {
      Schedule longer = schedule;
      longer.methods = parse_methods("random", MethodKind::Cold);
      longer.setting.budget *= times;
      failures += run(longer, file);
    }
    report(group, schedule, read_runs(file), folder);
    return failures;
  }

  // Functions have no range to divide by: their regrets are compared as ratios.
  int mislead() {
    const std::string folder = options_.out + "/misled";
    std::filesystem::create_directories(folder);
    EarlierOptions earlier = options_.earlier;
    if (earlier.studies == 0) earlier.studies = kMisleadingStudies;
    const Schedule schedule{
        .problems = misled(select_problems(options_.functions, ""), options_.misleading, earlier),
        .methods = options_.methods,
        .seeds = options_.seeds,
        .setting = {.budget = options_.budget, .batch = 1}};
    const std::string file = folder + "/runs.csv";
    const int failures = run(schedule, file);
    const std::string table = ratio_table(read_runs(file), query_of(schedule), options_.baseline);
    out_ << table;
    write(folder + "/misled.md", table);
    return failures == 0 ? 0 : 1;
  }

  RegretQuery query_of(const Schedule& schedule) const {
    RegretQuery query{.problems = {},
                      .methods = {},
                      .seeds = options_.seeds,
                      .setting = schedule.setting,
                      .checkpoints = options_.checkpoints};
    for (const Problem& problem : schedule.problems) query.problems.push_back(problem.name);
    for (const Method& method : schedule.methods) query.methods.push_back(method.label);
    return query;
  }

  int run(const Schedule& schedule, const std::string& file) {
    return run_missing(schedule, read_runs(file),
                       {.file = file, .jobs = options_.jobs, .quiet = options_.quiet}, err_);
  }

  void report(const std::string& group, const Schedule& schedule, std::map<RunKey, Run> runs,
              const std::string& folder) {
    TableInput input{.group = group,
                     .query = query_of(schedule),
                     .multiples = options_.multiples,
                     .baseline = options_.baseline,
                     .earlier = options_.earlier,
                     .command = options_.command};
    const std::string tables = markdown_tables(runs, input);
    out_ << tables;
    write(folder + "/transfer.md", tables);
    std::erase_if(runs, [&](const auto& entry) { return entry.first.setting != schedule.setting; });
    const Summary summary = summarize(
        runs,
        {.problems = input.query.problems, .methods = input.query.methods, .baseline = options_.baseline});
    write(folder + "/curves.svg", svg_curves(summary));
    write(folder + "/ranks.svg", svg_ranks(summary));
  }

  void write(const std::string& path, const std::string& content) {
    write_file(path, content);
    out_ << "wrote " << path << std::endl;
  }
  void write(const std::string& path, const ScalingReport& report) {
    out_ << report.markdown;
    write(path + ".md", report.markdown);
    write(path + ".svg", report.svg);
  }

  const Reproduction& options_;
  std::ostream& out_;
  std::ostream& err_;
};

}  // namespace

int reproduce(const Reproduction& options, std::ostream& out, std::ostream& err) {
  return TransferMaker(options, out, err).make();
}

}  // namespace hone::quality::transfer
