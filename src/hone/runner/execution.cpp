// SPDX-License-Identifier: MIT
#include "hone/runner/execution.hpp"

#include "hone/base/text.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/output_text.hpp"
#include "hone/runner/trial_tag.hpp"
#include "hone/runner/worker_crew.hpp"

namespace hone::runner {
namespace {

constexpr std::size_t kLookedAt = 8192;

bool is_blank(const std::string& path, const Descriptor& folder) {
  const Tail tail = read_tail(path, kLookedAt, &folder);
  return tail.problem.empty() && tail.size <= static_cast<std::int64_t>(kLookedAt) && trim(tail.text).empty();
}

// Programs that log to standard error print their result there, too, when nobody thinks of it.
bool is_on_standard_error(const ResultReader& reader, const TrialFiles& files, const Descriptor& folder) {
  if (!is_blank(files.result, folder) || !is_blank(files.output, folder)) return false;
  const Tail errors = read_tail(files.error, kLookedAt, &folder);
  return reader.read_text({}, errors.text, files.id).state == TrialState::Complete;
}

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
    Result read = reader.read(files, &folder);
    if (read.state == TrialState::Failed && is_on_standard_error(reader, files, folder))
      read.error =
          "the command printed nothing on standard output, where its result is read; print there what it "
          "printed on standard error";
    return read;
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
