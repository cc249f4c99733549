// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/quality/method.hpp"
#include "bench/quality/peer.hpp"
#include "bench/quality/run.hpp"

namespace hone::quality {

/// Everything that shall be run: each method on each problem with each seed.
struct Schedule {
  std::vector<Problem> problems = {};
  std::vector<Method> methods = {};
  std::vector<std::uint64_t> seeds = {};
  RunSetting setting = {};
  PeerPlace peers = {};
};

/// One run that is to be done.
struct Task {
  const Problem* problem;
  const Method* method;
  RunKey key;
};

/// The runs that are not done yet, all methods and problems of the first seed first, so that an interrupted
/// bench can be compared. Peers are left out where they cannot take part (see start_peer()).
std::vector<Task> open_tasks(const Schedule& schedule, const std::map<RunKey, Run>& done);

/// True when the method can run on the problem.
bool can_run(const Method& method, const Problem& problem);

/// Runs one task from its beginning. Throws what the method throws.
Run run_task(const Task& task, const PeerPlace& peers);

/// What became of a task. Called from one thread at a time.
struct TaskObserver {
  std::function<void(const Task&, const Run&)> finished;
  std::function<void(const Task&, const std::string& problem)> failed;
};

/// Runs tasks on several threads; a method that throws costs its own run only. Results do not depend on the
/// number of threads.
void run_tasks(const std::vector<Task>& tasks, const PeerPlace& peers, int threads,
               const TaskObserver& observer);

}  // namespace hone::quality
