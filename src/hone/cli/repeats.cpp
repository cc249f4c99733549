// SPDX-License-Identifier: MIT
#include "hone/cli/repeats.hpp"

#include <algorithm>
#include <ostream>
#include <unordered_set>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/progress.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/loop.hpp"
#include "hone/runner/plan_check.hpp"
#include "hone/storage/storage.hpp"

namespace hone::cli {
namespace {

/// The study as it is run again: all of its budget that concerns single trials, nothing that ends it early.
Study repeat_study(const Study& study, const RepeatOptions& options, std::size_t configurations) {
  Study again = study;
  again.name += "-repeats";
  again.sampler = {"random", {}};
  again.pruner.reset();
  again.enqueue.clear();
  again.seed = mix_seed(study.seed, 0x72657065);  // other seeds than the study's own trials had
  Budget& budget = again.plan.budget;
  budget.trials = static_cast<std::int64_t>(configurations) * options.repeats;
  if (options.parallel) budget.parallel = *options.parallel;
  budget.time.reset();
  budget.target.reset();
  budget.patience.reset();
  budget.max_failures.reset();
  return again;
}

std::vector<Configuration> proposed(const Study& study, std::span<const Trial> trials, int count) {
  Study designed = study;
  designed.sampler = {"sobol", {}};
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
  std::vector<const Trial*> known;
  std::unordered_set<Configuration> seen;
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete && seen.insert(trial.configuration).second)
      known.push_back(&trial);
  }
  std::stable_sort(known.begin(), known.end(), [&](const Trial* a, const Trial* b) {
    return better(study.objectives[objective], a->values[objective], b->values[objective]);
  });
  const auto wanted = static_cast<std::size_t>(count);
  std::vector<Configuration> chosen;
  const std::size_t taken = std::min(wanted, known.size());
  for (std::size_t i = 0; i < taken; ++i) {
    const std::size_t place = taken == 1 ? 0 : i * (known.size() - 1) / (taken - 1);
    chosen.push_back(known[place]->configuration);
  }
  if (chosen.size() == wanted) return chosen;
  for (Configuration& one : proposed(study, trials, static_cast<int>(wanted - chosen.size())))
    chosen.push_back(std::move(one));
  return chosen;
}

RepeatRun run_repeats(Context& context, const Study& study, const std::vector<Configuration>& configurations,
                      const RepeatOptions& options) {
  if (study.plan.command.empty()) {
    throw Error(ErrorCode::InvalidFile, "the study '" + study.name + "' has no command to repeat",
                "add one to the study file, or tell hone repeats: 'hone enqueue' the same settings again");
  }
  const Study again = repeat_study(study, options, configurations.size());
  runner::check_runnable(again);
  const auto storage = storage::open_memory();
  const storage::StudyId id = storage->create_study(again);
  std::vector<Proposal> proposals;
  // Round after round, so that a machine that grows warm or busy disturbs all alike.
  for (int round = 0; round < options.repeats; ++round) {
    for (const Configuration& configuration : configurations) proposals.push_back({configuration});
  }
  storage->enqueue(id, proposals);
  runner::Loop loop(*storage, id, catalog::make_sampler(again), nullptr, {.workdir = options.workdir});
  if (!options.quiet) {
    context.err << "running the command " << counted(static_cast<std::int64_t>(proposals.size()), "time")
                << ": " << counted(static_cast<std::int64_t>(configurations.size()), "configuration")
                << ", each " << counted(options.repeats, "time") << "\n"
                << std::flush;
  }
  runner::StopSignal signal;
  const runner::ScopedSignals signals(signal);
  Progress progress(context.err, context.err_style(), context.environment.error_is_terminal, again,
                    again.plan.budget);
  const runner::LoopResult result = loop.run(&signal, options.quiet ? nullptr : &progress);
  progress.clear();
  return {storage->changes(id, 0).trials, result.reason == runner::StopReason::Interrupted ||
                                              result.reason == runner::StopReason::Terminated};
}

}  // namespace hone::cli
