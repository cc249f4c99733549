// SPDX-License-Identifier: MIT
#include "bench/quality/run_missing.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>
#include <thread>

#include "bench/quality/run_file.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"

namespace hone::quality {
namespace {

/// Counts, writes and tells of runs as they end.
class RunProgress {
 public:
  RunProgress(std::size_t total, RunFile& file, bool quiet, std::ostream& err)
      : total_(total), file_(file), quiet_(quiet), err_(err) {}

  TaskObserver observer() {
    return {.finished = [this](const Task& task, const Run& run) { finished(task, run); },
            .failed = [this](const Task& task, const std::string& problem) { failed(task, problem); }};
  }
  int failures() const { return failures_; }

 private:
  static std::string describe(const Task& task) {
    return text(task.key.problem, ", ", task.key.method, ", seed ", task.key.seed);
  }
  void finished(const Task& task, const Run& run) {
    file_.append(run);
    ++ended_;
    if (quiet_) return;
    double seconds = 0.0;
    for (const double s : run.ask_seconds) seconds += s;
    char figures[64];
    std::snprintf(figures, sizeof figures, "%.6g in %.3g s", value_at(run, run.key.setting.budget), seconds);
    err_ << "[" << ended_ << "/" << total_ << "] " << describe(task) << ": " << figures << std::endl;
  }
  void failed(const Task& task, const std::string& problem) {
    ++ended_;
    ++failures_;
    err_ << "[" << ended_ << "/" << total_ << "] " << describe(task) << " failed: " << problem << std::endl;
  }

  std::size_t total_;
  RunFile& file_;
  bool quiet_;
  std::ostream& err_;
  int ended_ = 0;
  int failures_ = 0;
};

}  // namespace

int run_missing(const Schedule& schedule, const std::map<RunKey, Run>& done, const RunPlace& place,
                std::ostream& err) {
  RunFile file(place.file);
  const std::vector<Task> tasks = open_tasks(schedule, done);
  const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  RunProgress progress(tasks.size(), file, place.quiet, err);
  run_tasks(tasks, schedule.peers, place.jobs > 0 ? place.jobs : processors, progress.observer());
  if (progress.failures() > 0) {
    err << progress.failures() << " runs failed; the same command tries them again\n";
  }
  return progress.failures();
}

void check_methods(const Schedule& schedule) {
  for (const Method& method : schedule.methods) {
    if (method.kind == MethodKind::Peer) {
      peer_command(method.choice.name, schedule.peers);
    } else {
      const RunKey key{schedule.problems.front().name, method.label, 1, schedule.setting};
      catalog::make_sampler(study_of(schedule.problems.front(), method.choice, key));
    }
  }
}

}  // namespace hone::quality
