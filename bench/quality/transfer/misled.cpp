// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/misled.hpp"

#include <numeric>

#include "hone/base/text.hpp"

namespace hone::quality::transfer {
namespace {

constexpr std::uint64_t kMisledStream = 0x6561726c;

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

std::vector<Problem> misled(std::vector<Problem> problems, Misleading kind, const EarlierOptions& options) {
  const auto each = static_cast<std::size_t>(options.studies);
  const auto make = [problems, kind, options, each](std::uint64_t seed) {
    std::vector<SourceStudy> studies;
    for (std::size_t i = 0; i < problems.size(); ++i) {
      for (std::size_t k = 0; k < each; ++k) {
        const std::uint64_t own = mix_seed(seed, i * each + k, kMisledStream);
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
