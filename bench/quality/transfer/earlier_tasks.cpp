// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/earlier_tasks.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>

#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/runner/knowledge.hpp"

namespace hone::quality::transfer {
namespace {

enum Stream : std::uint64_t { kTrialStream = 0x6561726c, kChoiceStream = 0x63686f73 };

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

/// Keeps earlier studies and the models that were fitted to them, for any seed; made when first asked for.
class Archives {
 public:
  /// All earlier studies that a seed has; which of them a target may use.
  using Make = std::function<std::vector<SourceStudy>(std::uint64_t seed)>;
  using Choose = std::function<std::vector<std::size_t>(std::uint64_t seed, std::size_t target)>;
  Archives(Make make, Choose choose) : make_(std::move(make)), choose_(std::move(choose)) {}

  std::unique_ptr<Sampler> sampler(const Study& study, std::size_t target) {
    Archive& archive = archive_of(study.seed);
    runner::Knowledge knowledge = runner::gather_knowledge(*archive.store, study);
    for (const std::size_t i : choose_(study.seed, target)) knowledge.sources.push_back(archive.studies[i]);
    return catalog::make_sampler(*archive.store, knowledge.input(study));
  }

 private:
  struct Archive {
    std::vector<SourceStudy> studies = {};
    std::unique_ptr<storage::Storage> store = catalog::open_storage("memory:");  // keeps fitted models
  };

  Archive& archive_of(std::uint64_t seed) {
    const std::lock_guard guard(mutex_);
    Archive& archive = archives_[seed];
    if (archive.studies.empty()) archive.studies = make_(seed);
    return archive;
  }

  Make make_;
  Choose choose_;
  std::mutex mutex_;
  std::map<std::uint64_t, Archive> archives_;
};

std::vector<Problem> informed_by(std::vector<Problem> problems, Archives::Make make,
                                 Archives::Choose choose) {
  const auto archives = std::make_shared<Archives>(std::move(make), std::move(choose));  // by all problems
  for (std::size_t i = 0; i < problems.size(); ++i)
    problems[i].informed = [archives, i](const Study& study) { return archives->sampler(study, i); };
  return problems;
}

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

void distort(SourceStudy& study, Misleading kind, std::uint64_t seed) {
  Rng rng(seed);
  for (std::size_t i = study.trials.size(); i > 1; --i) {
    if (kind == Misleading::Shuffled)
      std::swap(study.trials[i - 1].values, study.trials[rng.below(i)].values);
  }
  for (Trial& trial : study.trials) {
    if (trial.state != TrialState::Complete) continue;
    if (kind == Misleading::Inverted) trial.values.front() *= -1.0;
    if (kind == Misleading::Constant) trial.values.front() = 1.0;
  }
}

}  // namespace

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
  return informed_by(std::move(tasks), make, choose);
}

std::vector<Problem> misled(std::vector<Problem> problems, Misleading kind, const EarlierOptions& options) {
  const auto each = static_cast<std::size_t>(options.studies);
  const auto make = [problems, kind, options, each](std::uint64_t seed) {
    std::vector<SourceStudy> studies;
    for (std::size_t i = 0; i < problems.size(); ++i) {
      for (std::size_t k = 0; k < each; ++k) {
        const std::uint64_t own = mix_seed(seed, i * each + k, kTrialStream);
        studies.push_back(random_study(problems[i], options.trials, own));
        studies.back().name += text("-", k);
        distort(studies.back(), kind == Misleading::All ? static_cast<Misleading>(k % 3) : kind, own);
      }
    }
    return studies;
  };
  const auto choose = [each](std::uint64_t, std::size_t target) {
    std::vector<std::size_t> own(each);
    std::iota(own.begin(), own.end(), target * each);
    return own;
  };
  return informed_by(std::move(problems), make, choose);
}

}  // namespace hone::quality::transfer
