// SPDX-License-Identifier: MIT
#include "hone/runner/try_out.hpp"

#include <memory>
#include <utility>

#include "hone/runner/command.hpp"
#include "hone/runner/loop.hpp"
#include "hone/runner/trial_files.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {
namespace {

/// The one trial waits in the queue already.
class ProposesNothing final : public Sampler {
 public:
  void tell(std::span<const Trial>) override {}
  std::vector<Proposal> ask(const AskRequest&) const override { return {}; }
};

Study for_one_trial(Study study, const Configuration& configuration) {
  Budget& budget = study.plan.budget;
  budget = {.trials = 1, .trial_timeout = budget.trial_timeout, .grace = budget.grace, .give_up_after = 0};
  study.enqueue = {configuration};
  study.start_default = false;
  study.pruner.reset();
  return study;
}

}  // namespace

Tryout try_out(const Study& study, const Configuration& configuration, const std::string& workdir,
               StopSignal* signal) {
  const auto storage = storage::open_memory();
  const storage::StudyId id = storage->create_study(for_one_trial(study, configuration));
  Loop loop(*storage, id, std::make_unique<ProposesNothing>(), nullptr, {.workdir = workdir});
  loop.run(signal);
  Tryout result{.trial = storage->trial(id, 0).value(), .directory = study.plan.directory};
  const TrialFiles files = trial_files(workdir, study_folder(*storage, id), {.number = 0, .fence = 1});
  result.command = command_line(study, result.trial, files);
  result.folder = files.folder;
  return result;
}

}  // namespace hone::runner
