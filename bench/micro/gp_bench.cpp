// SPDX-License-Identifier: MIT
// What a suggestion costs on the model's side, at the sizes of a study: n observations in d dimensions.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>

#include "hone/base/rng.hpp"
#include "hone/gp/fit.hpp"
#include "hone/gp/log_posterior.hpp"
#include "hone/gp/scaling.hpp"

namespace hone::gp {
namespace {

using Eigen::Index;

// A smooth function with several valleys, seen at random points and then mostly around the best one, as a
// study does.
model::Dataset study(Index n, Index d) {
  Rng rng(1);
  Eigen::MatrixXd x(n, d);
  Eigen::VectorXd y(n);
  Index best = 0;
  for (Index i = 0; i < n; ++i) {
    const bool near = i > n / 3 && rng.chance(0.7);
    for (Index j = 0; j < d; ++j) {
      x(i, j) = near ? std::clamp(x(best, j) + 0.15 * rng.normal(), 0.0, 1.0) : rng.uniform();
    }
    y[i] = 0.01 * rng.normal();
    for (Index j = 0; j < d; ++j) {
      const double k = static_cast<double>(j);
      y[i] += std::sin(3.0 * (1.0 + 0.3 * k) * x(i, j) + k) + (x(i, j) - 0.4) * (x(i, j) - 0.4);
    }
    if (y[i] < y[best]) best = i;
  }
  return {x, y};
}

model::Points candidates(Index count, Index d) {
  Rng rng(2);
  model::Points points{Eigen::MatrixXd(count, d), {}};
  for (double& value : points.x.reshaped()) value = rng.uniform();
  return points;
}

// The inner loop of every fit: one factorisation, one inverse, all derivatives.
void LikelihoodAndGradient(benchmark::State& state) {
  const model::Dataset data = study(state.range(0), state.range(1));
  const Spec spec;
  const Layout layout(spec.kernel, data.columns(), spec.warp);
  const Inputs inputs(layout, data.columns(), data.points());
  const Eigen::VectorXd y = Scaling(data.y()).standardise(data.y());
  LogPosterior posterior(layout, inputs, y, {});
  std::vector<double> theta(static_cast<std::size_t>(layout.size), -0.5);
  theta[static_cast<std::size_t>(layout.noise)] = -5.0;
  std::vector<double> gradient(theta.size());
  if (!std::isfinite(posterior.evaluate(theta, MeanRule::Solved, gradient))) std::abort();
  for (auto _ : state) benchmark::DoNotOptimize(posterior.evaluate(theta, MeanRule::Solved, gradient));
}

// Nothing known but the data.
void FitCold(benchmark::State& state) {
  const model::Dataset data = study(state.range(0), state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(fit(data, {}, 1));
}

// A running study: the last fit is known, and a batch of eight results has come in since.
void FitWarm(benchmark::State& state) {
  const model::Dataset data = study(state.range(0), state.range(1));
  std::vector<int> earlier(static_cast<std::size_t>(data.size() - 8));
  for (std::size_t i = 0; i < earlier.size(); ++i) earlier[i] = static_cast<int>(i);
  const std::vector<double> theta = learn(data.subset(earlier), {}, 1).theta;
  for (auto _ : state) benchmark::DoNotOptimize(fit(data, {}, 1, theta));
}

// Evolution asks for a hundred at a time, a hundred times.
void PredictHundred(benchmark::State& state) {
  const Gp gp = fit(study(state.range(0), state.range(1)), {}, 1);
  const model::Points points = candidates(100, state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(gp.predict(points));
}

void ScreenHundred(benchmark::State& state) {
  const Gp gp = fit(study(state.range(0), state.range(1)), {}, 1);
  const model::Points points = candidates(100, state.range(1));
  const model::Prediction exact = gp.predict(points);
  const model::Prediction fast = gp.screen(points);
  const double error = (exact.variance.cwiseSqrt() - fast.variance.cwiseSqrt()).cwiseAbs().maxCoeff();
  if (error > 1e-2 * std::sqrt(exact.variance.maxCoeff())) std::abort();
  for (auto _ : state) benchmark::DoNotOptimize(gp.screen(points));
}

// Local refinement needs derivatives, of fewer points.
void PredictTenWithGradient(benchmark::State& state) {
  const Gp gp = fit(study(state.range(0), state.range(1)), {}, 1);
  const model::Points points = candidates(10, state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(gp.predict_with_gradient(points));
}

// Eight trials are running while the ninth is proposed.
void BelieveInEight(benchmark::State& state) {
  const Gp gp = fit(study(state.range(0), state.range(1)), {}, 1);
  const model::Points points = candidates(8, state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(gp.believe(points));
}

// Fit, and everything that the search asks of the model.
void SuggestionCold(benchmark::State& state) {
  const model::Dataset data = study(state.range(0), state.range(1));
  const model::Points points = candidates(100, state.range(1));
  for (auto _ : state) {
    const Gp gp = fit(data, {}, 1);
    for (int batch = 0; batch < 100; ++batch) benchmark::DoNotOptimize(gp.screen(points));
  }
}

void SuggestionWarm(benchmark::State& state) {
  const model::Dataset data = study(state.range(0), state.range(1));
  const model::Points points = candidates(100, state.range(1));
  std::vector<int> earlier(static_cast<std::size_t>(data.size() - 8));
  for (std::size_t i = 0; i < earlier.size(); ++i) earlier[i] = static_cast<int>(i);
  const std::vector<double> theta = learn(data.subset(earlier), {}, 1).theta;
  for (auto _ : state) {
    const Gp gp = fit(data, {}, 1, theta);
    for (int batch = 0; batch < 100; ++batch) benchmark::DoNotOptimize(gp.screen(points));
  }
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"n", "d"})->Unit(benchmark::kMillisecond);
  for (const std::int64_t d : {6, 15}) {
    for (const std::int64_t n : {50, 100, 200, 400, 1000}) benchmark->Args({n, d});
  }
}

BENCHMARK(LikelihoodAndGradient)->Apply(sizes);
BENCHMARK(FitCold)->Apply(sizes);
BENCHMARK(FitWarm)->Apply(sizes);
BENCHMARK(PredictHundred)->Apply(sizes);
BENCHMARK(ScreenHundred)->Apply(sizes);
BENCHMARK(PredictTenWithGradient)->Apply(sizes);
BENCHMARK(BelieveInEight)->Apply(sizes);
BENCHMARK(SuggestionCold)->Apply(sizes);
BENCHMARK(SuggestionWarm)->Apply(sizes);
// More observations than max_points: a part of them is used.
BENCHMARK(FitCold)->ArgNames({"n", "d"})->Args({5000, 6})->Args({5000, 15})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hone::gp

BENCHMARK_MAIN();
