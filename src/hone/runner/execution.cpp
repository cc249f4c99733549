// SPDX-License-Identifier: MIT
#include "hone/runner/execution.hpp"

#include "hone/runner/command.hpp"
#include "hone/runner/trial_tag.hpp"
#include "hone/runner/worker_crew.hpp"

namespace hone::runner {
namespace {

/// A process for each trial.
class CommandExecution final : public Execution {
 public:
  explicit CommandExecution(const Invocation& invocation) : process_(invocation) {}

  std::optional<Exit> poll() override { return process_.poll(); }
  void terminate() override { process_.terminate(); }
  void kill() override { process_.kill(); }
  void watch(std::vector<pollfd>& fds) const override { fds.push_back({process_.fd(), POLLIN, 0}); }
  Result result(const ResultReader& reader, const TrialFiles& files,
                const Descriptor& folder) const override {
    return reader.read(files, &folder);
  }

 private:
  Process process_;
};

class CommandExecutor final : public Executor {
 public:
  explicit CommandExecutor(const Study& study) : study_(study) {}

  std::unique_ptr<Execution> start(const Trial& trial, const TrialFiles& files, const Descriptor& /*folder*/,
                                   int slot) override {
    return std::make_unique<CommandExecution>(make_invocation(study_, trial, files, slot));
  }

 private:
  const Study& study_;
};

}  // namespace

std::unique_ptr<Executor> make_executor(const Study& study, double grace) {
  kill_left_behind();
  if (study.plan.mode == RunMode::Worker) return std::make_unique<WorkerCrew>(study, grace);
  return std::make_unique<CommandExecutor>(study);
}

}  // namespace hone::runner
