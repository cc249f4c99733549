// SPDX-License-Identifier: MIT
#include "hone/runner/worker_crew.hpp"

#include <unistd.h>

#include <utility>

#include "hone/runner/command.hpp"
#include "hone/runner/worker_execution.hpp"

namespace hone::runner {
namespace {

constexpr double kHastyGrace = 1.0;  // seconds from SIGTERM to SIGKILL when the tuner was told to end
constexpr useconds_t kLook = 2000;   // microseconds between looks at workers that should go
constexpr std::size_t kDropped = std::size_t{1} << 20;

// Nobody wants what it prints any more, but it may not be able to end before it has printed it.
bool is_gone(WorkerProcess& worker) {
  worker.read_output(kDropped);
  worker.lines().take_rest();
  worker.read_error(kDropped);
  return worker.poll().has_value();
}

}  // namespace

std::unique_ptr<Execution> WorkerCrew::start(const Trial& trial, const TrialFiles& files,
                                             const Descriptor& folder, int slot) {
  return std::make_unique<WorkerExecution>(*this, trial, files, folder, slot);
}

std::unique_ptr<WorkerProcess> WorkerCrew::hire(int slot) const {
  return std::make_unique<WorkerProcess>(make_worker_invocation(study_, slot));
}

WorkerCrew::Idle WorkerCrew::take(int slot) {
  auto node = idle_.extract(slot);
  return node.empty() ? Idle{} : std::move(node.mapped());
}

void WorkerCrew::keep(int slot, std::unique_ptr<WorkerProcess> worker) {
  const auto limit = study_.plan.worker.restart_every;
  if (limit && worker->trials() >= *limit) worker->close_input();
  idle_[slot] = {std::move(worker), std::chrono::steady_clock::now()};
}

void WorkerCrew::dismiss(const std::function<Haste()>& haste) {
  for (auto& [slot, idle] : idle_) idle.worker->close_input();
  const Moment begun = std::chrono::steady_clock::now();
  std::optional<Moment> told;
  while (!idle_.empty() && haste() != Haste::Great) {
    std::erase_if(idle_, [](auto& entry) { return is_gone(*entry.second.worker); });
    const Moment now = std::chrono::steady_clock::now();
    const bool hasty = haste() == Haste::Some;
    if (!told && (hasty || now > after(begun, grace_))) {
      told = now;
      for (auto& [slot, idle] : idle_) idle.worker->terminate();
    }
    if (told && now > after(*told, hasty ? kHastyGrace : grace_)) break;
    if (!idle_.empty()) ::usleep(kLook);
  }
  idle_.clear();  // kills the rest
}

}  // namespace hone::runner
