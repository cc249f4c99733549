// SPDX-License-Identifier: MIT
#include "bench/quality/earlier_tasks.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "hone/catalog/samplers.hpp"

namespace hone::quality {
namespace {

enum Stream : std::uint64_t { kTrialStream = 0x6561726c, kChoiceStream = 0x63686f73 };

/// All but one, or some of them by chance.
std::vector<std::size_t> others_of(std::size_t target, std::size_t tasks, int studies, std::uint64_t seed) {
  std::vector<std::size_t> others(tasks);
  std::iota(others.begin(), others.end(), std::size_t{0});
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(target));
  const auto most = static_cast<std::size_t>(studies);
  if (most == 0 || most >= others.size()) return others;
  Rng rng(mix_seed(seed, target, kChoiceStream));
  for (std::size_t i = 0; i < most; ++i) std::swap(others[i], others[i + rng.below(others.size() - i)]);
  others.resize(most);
  std::sort(others.begin(), others.end());
  return others;
}

}  // namespace

SourceStudy random_study(const Problem& task, int trials, std::uint64_t seed) {
  const Study study{.name = task.name, .space = task.space, .sampler = {"random"}, .seed = seed};
  SourceStudy source{task.name, task.space, study.objectives, {}};
  Rng rng(seed);
  for (Proposal& proposal : catalog::make_sampler(study)->ask({.count = trials, .seed = seed})) {
    Trial trial;
    trial.number = std::ssize(source.trials);
    const double truth = task.value(proposal.configuration);
    const double seen = task.noisy ? task.noisy(proposal.configuration, truth, rng) : truth;
    trial.state = std::isfinite(seen) ? TrialState::Complete : TrialState::Failed;
    if (std::isfinite(seen)) trial.values = {seen};
    trial.configuration = std::move(proposal.configuration);
    source.trials.push_back(std::move(trial));
  }
  return source;
}

std::vector<Problem> informed_by(std::vector<Problem> problems, Archives::Make make, Archives::Choose choose,
                                 int sets) {
  const auto archives =
      std::make_shared<Archives>(std::move(make), std::move(choose), sets);  // by all problems
  for (std::size_t i = 0; i < problems.size(); ++i)
    problems[i].informed = [archives, i](const Study& study) { return archives->sampler(study, i); };
  return problems;
}

std::vector<Problem> informed_by_others(std::vector<Problem> tasks, const EarlierOptions& options) {
  const auto make = [tasks, options](std::uint64_t seed) {
    std::vector<SourceStudy> studies;
    for (std::size_t i = 0; i < tasks.size(); ++i)
      studies.push_back(random_study(tasks[i], options.trials, mix_seed(seed, i, kTrialStream)));
    return studies;
  };
  const auto choose = [count = tasks.size(), options](std::uint64_t seed, std::size_t target) {
    return others_of(target, count, options.studies, seed);
  };
  return informed_by(std::move(tasks), make, choose, options.sets);
}

}  // namespace hone::quality
