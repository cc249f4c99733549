// SPDX-License-Identifier: MIT
#include "bench/quality/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/catalog/samplers.hpp"

namespace hone::quality {
namespace {

constexpr std::uint64_t kNoiseStream = 0x6e6f697365;

/// Evaluates points and keeps the incumbent.
class Evaluator {
 public:
  Evaluator(const Problem& problem, Run& run) : problem_(problem), run_(run) {}

  /// What the method is told; nothing when the evaluation fails.
  std::optional<double> evaluate(const Configuration& point) {
    Rng rng(mix_seed(run_.key.seed, static_cast<std::uint64_t>(run_.evaluations), kNoiseStream));
    ++run_.evaluations;
    const double truth = problem_.measured ? problem_.measured(point, rng) : problem_.value(point);
    const double seen = problem_.noisy ? problem_.noisy(point, truth, rng) : truth;
    if (!std::isfinite(truth) || !std::isfinite(seen)) {
      ++run_.failures;
      return std::nullopt;
    }
    const double judged = problem_.best_chosen_counts ? truth : seen;
    if (judged < best_) {
      best_ = judged;
      run_.curve.push_back({run_.evaluations, truth});
    }
    return seen;
  }

 private:
  const Problem& problem_;
  Run& run_;
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

double value_at(const Run& run, int evaluation) {
  const auto after = std::upper_bound(run.curve.begin(), run.curve.end(), evaluation,
                                      [](int n, const Improvement& i) { return n < i.evaluation; });
  return after == run.curve.begin() ? std::numeric_limits<double>::infinity() : std::prev(after)->value;
}

Study study_of(const Problem& problem, const Choice& method, const RunKey& key) {
  return {.name = problem.name,
          .space = problem.space,
          .sampler = method,
          .seed = key.seed,
          .horizon = key.setting.budget};
}

std::vector<Configuration> shared_start(const Problem& problem, const RunKey& key) {
  std::vector<Configuration> points;
  if (key.setting.start == 0) return points;
  const auto sampler = catalog::make_sampler(study_of(problem, {"sobol"}, key));
  for (Proposal& proposal : sampler->ask({.count = key.setting.start, .seed = mix_seed(key.seed, 0)})) {
    points.push_back(std::move(proposal.configuration));
  }
  return points;
}

Run execute(const Problem& problem, Contestant& contestant, const RunKey& key) {
  Run run{.key = key, .version = contestant.version(), .minimum = problem.minimum, .poor = problem.poor};
  Evaluator evaluator(problem, run);
  if (const auto start = shared_start(problem, key); !start.empty()) contestant.enqueue(start);
  double before = 0.0;
  while (run.evaluations < key.setting.budget) {
    const auto points = contestant.ask(std::min(key.setting.batch, key.setting.budget - run.evaluations));
    run.ask_seconds.push_back(contestant.seconds() - before);
    before = contestant.seconds();
    if (points.empty()) break;
    std::vector<std::optional<double>> values;
    for (const Configuration& point : points) values.push_back(evaluator.evaluate(point));
    contestant.tell(values);
  }
  return run;
}

}  // namespace hone::quality
