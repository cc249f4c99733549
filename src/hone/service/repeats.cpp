// SPDX-License-Identifier: MIT
#include "hone/service/repeats.hpp"

#include <algorithm>

#include "hone/analysis/diagnosis.hpp"
#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/runner/loop.hpp"
#include "hone/runner/plan_check.hpp"
#include "hone/storage/storage.hpp"

namespace hone::service {
namespace {

/// The study as it is run again: all of its budget that concerns single trials, nothing that ends it early.
Study repeat_study(const Study& study, std::size_t trials, std::optional<int> parallel) {
  Study again = study;
  again.name += "-repeats";
  again.sampler = catalog::plain_sampler();
  again.pruner.reset();
  again.enqueue.clear();
  again.start_default = false;
  again.plan.stop = {};
  again.seed = mix_seed(study.seed, 0x72657065);  // other seeds than the study's own trials had
  Budget& budget = again.plan.budget;
  budget.trials = static_cast<std::int64_t>(trials);
  if (parallel) budget.parallel = *parallel;
  budget.time.reset();
  budget.cost.reset();
  budget.target.reset();
  budget.patience.reset();
  budget.max_failures.reset();
  return again;
}

std::vector<Configuration> proposed(const Study& study, std::span<const Trial> trials, int count) {
  Study designed = study;
  designed.sampler = catalog::even_sampler();
  const auto sampler = catalog::make_sampler(designed);
  std::vector<Trial> finished;
  std::copy_if(trials.begin(), trials.end(), std::back_inserter(finished),
               [](const Trial& trial) { return is_finished(trial.state); });
  sampler->tell(finished);
  std::vector<Configuration> result;
  for (Proposal& proposal : sampler->ask({.count = count, .seed = study.seed}))
    result.push_back(std::move(proposal.configuration));
  return result;
}

}  // namespace

std::vector<Configuration> choose_configurations(const Study& study, std::span<const Trial> trials,
                                                 std::size_t objective, int count) {
  std::vector<Configuration> chosen = analysis::spread_configurations(study, trials, objective, count);
  const int missing = count - static_cast<int>(chosen.size());
  if (missing == 0) return chosen;
  for (Configuration& one : proposed(study, trials, missing)) chosen.push_back(std::move(one));
  return chosen;
}

RepeatPlan plan_repeats(const Study& study, const std::vector<Configuration>& configurations, int repeats,
                        std::optional<int> parallel) {
  if (study.plan.command.empty()) {
    throw Error(ErrorCode::InvalidFile, "the study '" + study.name + "' has no command to repeat",
                "add one to the study file, or tell hone repeats: 'hone enqueue' the same settings again");
  }
  RepeatPlan planned{
      .study = repeat_study(study, configurations.size() * static_cast<std::size_t>(repeats), parallel)};
  runner::check_runnable(planned.study);
  // Round after round, so that a machine that grows warm or busy disturbs all alike.
  for (int round = 0; round < repeats; ++round) {
    for (const Configuration& configuration : configurations) planned.proposals.push_back({configuration});
  }
  return planned;
}

RepeatRun run_repeats(const RepeatPlan& repeats, const std::string& workdir, runner::StopSignal* signal,
                      runner::LoopObserver* observer) {
  const auto storage = storage::open_memory();
  const storage::StudyId id = storage->create_study(repeats.study);
  storage->enqueue(id, repeats.proposals);
  runner::Loop loop(*storage, id, catalog::make_sampler(repeats.study), nullptr, {.workdir = workdir});
  const runner::LoopResult result = loop.run(signal, observer);
  return {storage->changes(id, 0).trials, result.reason == runner::StopReason::Interrupted ||
                                              result.reason == runner::StopReason::Terminated};
}

}  // namespace hone::service
