// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include "hone/core/aim.hpp"
#include "hone/core/study.hpp"

namespace hone {
namespace {

/// A trial that may be on the front. Smaller losses are better.
struct Contender {
  std::vector<double> losses;
  const Trial* trial;
};

bool dominates(const Contender& a, const Contender& b) {
  bool somewhere_better = false;
  for (std::size_t i = 0; i < a.losses.size(); ++i) {
    if (b.losses[i] < a.losses[i]) return false;
    somewhere_better = somewhere_better || a.losses[i] < b.losses[i];
  }
  return somewhere_better;
}

/// Of up to three losses, by a sweep along the first: among those before, the best third loss for any second
/// one is a staircase, which a map holds. n log n; Kung, Luccio and Preparata (1975).
class FrontSweep {
 public:
  /// False when one of those before dominates it. They come in lexicographic order.
  bool take(const Contender& next) {
    const std::array<double, 3> losses = {next.losses[0], at(next, 1), at(next, 2)};
    const auto beyond = steps_.upper_bound(losses[1]);
    if (beyond != steps_.begin()) {
      const auto& [second, step] = *std::prev(beyond);
      const bool same = second == losses[1] && step.third == losses[2];
      if (same) return step.first == losses[0];
      if (step.third <= losses[2]) return false;
    }
    auto worse = steps_.lower_bound(losses[1]);
    while (worse != steps_.end() && worse->second.third >= losses[2]) worse = steps_.erase(worse);
    steps_[losses[1]] = {losses[0], losses[2]};
    return true;
  }

 private:
  struct Step {
    double first;
    double third;
  };
  static double at(const Contender& one, std::size_t i) {
    return i < one.losses.size() ? one.losses[i] : 0.0;
  }

  std::map<double, Step> steps_;  // by the second loss
};

/// Who dominates comes before whom he dominates, in lexicographic order.
void keep_front(std::vector<Contender>& contenders) {
  std::stable_sort(contenders.begin(), contenders.end(),
                   [](const Contender& a, const Contender& b) { return a.losses < b.losses; });
  if (contenders.empty()) return;
  if (contenders.front().losses.size() <= 3) {
    FrontSweep stairs;
    std::erase_if(contenders, [&](const Contender& one) { return !stairs.take(one); });
    return;
  }
  std::vector<Contender> front;
  for (Contender& one : contenders) {
    const bool beaten = std::any_of(front.begin(), front.end(),
                                    [&](const Contender& other) { return dominates(other, one); });
    if (!beaten) front.push_back(std::move(one));
  }
  contenders = std::move(front);
}

}  // namespace

std::vector<const Trial*> pareto_trials(std::span<const Trial> trials,
                                        std::span<const Objective> objectives) {
  std::vector<Contender> contenders;
  for (const Trial& trial : trials) {
    if (!may_be_best(trial)) continue;
    Contender& one = contenders.emplace_back(Contender{{}, &trial});
    for (std::size_t i = 0; i < objectives.size(); ++i)
      one.losses.push_back(as_loss(objectives[i], trial.values[i]));
  }
  keep_front(contenders);
  std::vector<const Trial*> front;
  for (const Contender& one : contenders) front.push_back(one.trial);
  std::sort(front.begin(), front.end());  // by their places among the trials
  return front;
}

}  // namespace hone
