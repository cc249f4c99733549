// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include "hone/base/rng.hpp"
#include "hone/learners/boosted_trees.hpp"
#include "hone/learners/random_forest.hpp"

namespace hone::learners {
namespace {

struct Sample {
  model::Points points;
  Labels labels;
};

// Ten columns as bench/peers/xgboost_fit.py has them: a third of the rows is good.
Sample sample(Eigen::Index n) {
  Rng rng(1);
  Sample made{{Eigen::MatrixXd(n, 10), {}}, {}};
  for (double& x : made.points.x.reshaped()) x = rng.uniform();
  const Eigen::VectorXd y = (made.points.x.array() - 0.3).square().rowwise().sum();
  made.labels = label_values(y, 1.0 / 3.0, Utility::Improvement);
  return made;
}

// A likelihood-free sampler fits anew at every ask: 500 rows are a usual study, 10,000 a very long one.
void Boosting(benchmark::State& state) {
  const Sample given = sample(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(
        BoostedTrees::fit(model::unit_cube(10), given.points, given.labels, {}, BoostingOptions()));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(Boosting)->Arg(100)->Arg(500)->Arg(10000)->Unit(benchmark::kMillisecond);

void Forest(benchmark::State& state) {
  const Sample given = sample(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(
        RandomForest::fit(model::unit_cube(10), given.points, given.labels, ForestOptions(), 1));
}
BENCHMARK(Forest)->Arg(100)->Arg(500)->Arg(10000)->Unit(benchmark::kMillisecond);

// A search scores some thousand candidates.
void BoostedScores(benchmark::State& state) {
  const Sample given = sample(500);
  const auto model =
      BoostedTrees::fit(model::unit_cube(10), given.points, given.labels, {}, BoostingOptions());
  const Sample asked = sample(1000);
  for (auto _ : state) benchmark::DoNotOptimize(model.correction(asked.points));
}
BENCHMARK(BoostedScores)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hone::learners

BENCHMARK_MAIN();
