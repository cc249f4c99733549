// SPDX-License-Identifier: MIT
#include "bench/quality/malibo/reproduce.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "bench/quality/earlier_tasks.hpp"
#include "bench/quality/malibo/ensemble_problem.hpp"
#include "bench/quality/malibo/figures.hpp"
#include "bench/quality/malibo/tables.hpp"
#include "bench/quality/problems.hpp"
#include "bench/quality/run_file.hpp"
#include "bench/quality/run_missing.hpp"
#include "bench/quality/text_file.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/plot/svg.hpp"

namespace hone::quality::malibo {
namespace {

/// How a group is run unless it is said otherwise.
struct Protocol {
  std::string group;
  int budget;
  std::vector<int> checkpoints;
  int points;  ///< of each earlier task; an ensemble says itself
};

const std::vector<int> kEnsembleSteps = {1, 2, 5, 10, 20, 50, 100};

const std::vector<Protocol>& table_protocols() {
  static const std::vector<Protocol> kProtocols = {{"fcnet", 500, {1, 10, 50, 100, 200, 300, 400, 500}, 512},
                                                   {"hpobench_mlp", 72, {1, 5, 10, 20, 40, 72}, 128},
                                                   {"taskset", 100, {1, 2, 5, 10, 20, 50, 100}, 128}};
  return kProtocols;
}

Protocol protocol_of(const std::string& group) {
  if (const Ensemble* ensemble = find_ensemble(group)) return {group, 100, kEnsembleSteps, ensemble->points};
  for (const Protocol& protocol : table_protocols()) {
    if (protocol.group == group) return protocol;
  }
  std::vector<std::string> names = computed_groups();
  names.insert(names.end(), tabulated_groups().begin(), tabulated_groups().end());
  throw Error(ErrorCode::NotFound, text("there are no problems '", group, "'", did_you_mean(group, names)),
              "use some of " + join(names, ", "));
}

/// The problems of a group, what methods know before they start, and a name that says how much that is.
struct Prepared {
  std::string name;
  std::string known;
  std::vector<Problem> problems;
};

class MaliboMaker {
 public:
  MaliboMaker(const Reproduction& options, std::ostream& out, std::ostream& err)
      : options_(options), out_(out), err_(err) {}

  int make() {
    for (const std::string& group : options_.groups) protocol_of(group);  // mistakes first
    int failures = 0;
    for (const std::string& group : options_.groups) failures += compare(protocol_of(group));
    return failures == 0 ? 0 : 1;
  }

 private:
  int compare(const Protocol& protocol) {
    const Prepared prepared = prepare(protocol);
    const std::string folder = options_.out + "/" + prepared.name;
    std::filesystem::create_directories(folder);
    const Schedule schedule{
        .problems = prepared.problems,
        .methods = options_.methods,
        .seeds = options_.seeds,
        .setting = {.budget = options_.budget.value_or(protocol.budget), .batch = options_.batch}};
    check_methods(schedule);
    const std::string file = folder + "/runs.csv";
    const int failures = run_missing(schedule, read_runs(file),
                                     {.file = file, .jobs = options_.jobs, .quiet = options_.quiet}, err_);
    report(protocol, prepared, schedule, folder);
    return failures;
  }

  Prepared prepare(const Protocol& protocol) const {
    const int points = options_.points.value_or(protocol.points);
    const std::string sets = options_.sets > 0 ? text("-", options_.sets, "sets") : "";
    const Ensemble* ensemble = find_ensemble(protocol.group);
    if (ensemble == nullptr) {
      return {text(protocol.group, "-", points, sets),
              text(points, " random trials of every other task are known before."),
              informed_by_others(select_problems({protocol.group}, options_.data),
                                 {.trials = points, .sets = options_.sets})};
    }
    const int tasks = options_.tasks.value_or(ensemble->tasks);
    Prepared prepared{text(protocol.group, "-", tasks, "x", points, sets),
                      text(points, " random trials of ", tasks, " other tasks are known before."),
                      {}};
    for (const double noise : options_.noise) {
      prepared.problems.push_back(
          ensemble_problem(*ensemble, noise, {.tasks = tasks, .points = points, .sets = options_.sets}));
    }
    return prepared;
  }

  void report(const Protocol& protocol, const Prepared& prepared, const Schedule& schedule,
              const std::string& folder) {
    const std::map<RunKey, Run> runs = read_runs(folder + "/runs.csv");
    const bool tabulated = find_ensemble(protocol.group) == nullptr;
    const RegretQuery query = query_of(protocol, schedule, tabulated);
    const std::string tables =
        markdown_tables(runs, {.group = prepared.name,
                               .query = query,
                               .known = all_cold() ? "Nothing of other tasks is known." : prepared.known,
                               .comparable = tabulated,
                               .published = protocol.group == "fcnet",
                               .command = options_.command});
    out_ << tables;
    // Batches and methods without knowledge share the folder: each keeps files of its own.
    const std::string suffix = options_.batch > 1 ? text("-batch", options_.batch) : "";
    const std::string cold = all_cold() ? "-without-meta" : "";
    const auto path = [&](const char* name, const char* ending) {
      return folder + "/" + name + cold + suffix + ending;
    };
    write(path("tables", ".md"), tables);
    const std::string& name = prepared.name;
    write(path("regret", ".svg"), plot::to_svg(regret_figure(runs, query, name + ": regret")));
    write(path("time", ".svg"),
          plot::to_svg(time_figure(runs, query, name + ": regret over the methods' own time")));
    write(path("asks", ".svg"), plot::to_svg(ask_figure(runs, query, name + ": what a proposal costs")));
  }

  RegretQuery query_of(const Protocol& protocol, const Schedule& schedule, bool tabulated) const {
    RegretQuery query{
        .problems = {},
        .methods = {},
        .seeds = options_.seeds,
        .setting = schedule.setting,
        .checkpoints = options_.checkpoints.empty() ? protocol.checkpoints : options_.checkpoints,
        .measure = tabulated ? normalised_regret : plain_regret};
    // A budget of one's own is tabulated too.
    std::erase_if(query.checkpoints, [&](int step) { return step > schedule.setting.budget; });
    if (options_.checkpoints.empty() && query.checkpoints.back() != schedule.setting.budget)
      query.checkpoints.push_back(schedule.setting.budget);
    for (const Problem& problem : schedule.problems) query.problems.push_back(problem.name);
    for (const Method& method : schedule.methods) query.methods.push_back(method.label);
    return query;
  }

  bool all_cold() const {
    return std::all_of(options_.methods.begin(), options_.methods.end(),
                       [](const Method& method) { return method.kind == MethodKind::Cold; });
  }

  void write(const std::string& path, const std::string& content) {
    write_file(path, content);
    out_ << "wrote " << path << std::endl;
  }

  const Reproduction& options_;
  std::ostream& out_;
  std::ostream& err_;
};

}  // namespace

const std::vector<std::string>& computed_groups() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Ensemble& ensemble : ensembles()) names.push_back(ensemble.name);
    return names;
  }();
  return kNames;
}

const std::vector<std::string>& tabulated_groups() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Protocol& protocol : table_protocols()) names.push_back(protocol.group);
    return names;
  }();
  return kNames;
}

int reproduce(const Reproduction& options, std::ostream& out, std::ostream& err) {
  return MaliboMaker(options, out, err).make();
}

}  // namespace hone::quality::malibo
