// SPDX-License-Identifier: MIT
#include "bench/quality/schedule.hpp"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

namespace hone::quality {

bool can_run(const Method& method, const Problem& problem) {
  return method.kind != MethodKind::Peer ||
         (problem.space.candidates().empty() && problem.space.constraints().empty());
}

std::vector<Task> open_tasks(const Schedule& schedule, const std::map<RunKey, Run>& done) {
  std::vector<Task> tasks;
  for (const std::uint64_t seed : schedule.seeds) {
    for (const Problem& problem : schedule.problems) {
      for (const Method& method : schedule.methods) {
        RunKey key{problem.name, method.label, seed, schedule.setting};
        if (done.contains(key) || !can_run(method, problem)) continue;
        tasks.push_back({&problem, &method, std::move(key)});
      }
    }
  }
  return tasks;
}

Run run_task(const Task& task, const PeerPlace& peers) {
  std::optional<Problem> drawn;
  if (task.problem->drawn) drawn = task.problem->drawn(task.key.seed);
  const Problem& problem = drawn ? *drawn : *task.problem;
  Study study = study_of(problem, task.method->choice, task.key);
  if (task.method->kind == MethodKind::Boxed) study.prune_space = SpacePruning::Box;
  const bool informed = task.method->kind != MethodKind::Cold && problem.informed;
  const auto contestant = task.method->kind == MethodKind::Peer
                              ? start_peer(peer_command(task.method->choice.name, peers), study)
                              : make_sampler_contestant(study, informed ? problem.informed(study) : nullptr);
  return execute(problem, *contestant, task.key);
}

void run_tasks(const std::vector<Task>& tasks, const PeerPlace& peers, int threads,
               const TaskObserver& observer) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t i = next++; i < tasks.size(); i = next++) {
      try {
        const Run run = run_task(tasks[i], peers);
        const std::lock_guard guard(mutex);
        observer.finished(tasks[i], run);
      } catch (const std::exception& error) {
        const std::lock_guard guard(mutex);
        observer.failed(tasks[i], error.what());
      }
    }
  };
  std::vector<std::jthread> workers;
  for (int i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
}

}  // namespace hone::quality
