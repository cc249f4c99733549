// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <cmath>

#include "hone/base/rng.hpp"
#include "hone/numeric/cholesky.hpp"
#include "hone/numeric/lbfgs.hpp"
#include "hone/numeric/normal.hpp"
#include "hone/numeric/nsga2.hpp"
#include "hone/numeric/output_transform.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::numeric {
namespace {

Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index cols) {
  Rng rng(7);
  Eigen::MatrixXd a(rows, cols);
  for (double& value : a.reshaped()) value = rng.normal();
  return a;
}

Eigen::MatrixXd random_spd(Eigen::Index n) {
  const Eigen::MatrixXd a = random_matrix(n, n);
  return a * a.transpose() + static_cast<double>(n) * Eigen::MatrixXd::Identity(n, n);
}

// A likelihood evaluation factors once and, for its gradient, inverts once: together they bound a fit from
// below.
void Factor(benchmark::State& state) {
  const Eigen::MatrixXd a = random_spd(state.range(0));
  Cholesky factor;
  if (!factor.compute(a) || !(factor.lower() * factor.lower().transpose()).isApprox(a, 1e-12)) {
    state.SkipWithError("wrong factor");
  }
  for (auto _ : state) benchmark::DoNotOptimize(factor.compute(a));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(Factor)->Arg(16)->Arg(50)->Arg(100)->Arg(200)->Arg(400)->Arg(1000)->Complexity(benchmark::oNCubed);

void Inverse(benchmark::State& state) {
  const Eigen::MatrixXd a = random_spd(state.range(0));
  const auto factor = Cholesky::factor(a);
  if (!(factor->inverse() * a).isIdentity(1e-9)) state.SkipWithError("wrong inverse");
  Eigen::MatrixXd inverse;
  for (auto _ : state) {
    factor->inverse_into(inverse);
    benchmark::DoNotOptimize(inverse.data());
  }
  state.SetComplexityN(state.range(0));
}
BENCHMARK(Inverse)->Arg(16)->Arg(50)->Arg(100)->Arg(200)->Arg(400)->Arg(1000)->Complexity(benchmark::oNCubed);

// A batch of 8 is conditioned on by appending its points to the factor; the alternative is Factor above.
void AppendEight(benchmark::State& state) {
  const Eigen::Index n = state.range(0);
  const Eigen::MatrixXd a = random_spd(n + 8);
  const Eigen::MatrixXd cross = a.bottomLeftCorner(8, n);
  const Eigen::MatrixXd corner = a.bottomRightCorner(8, 8);
  Cholesky factor;
  factor.compute(a.topLeftCorner(n, n));
  if (!factor.append(cross, corner)) state.SkipWithError("append failed");
  for (auto _ : state) {
    factor.truncate(n);
    benchmark::DoNotOptimize(factor.append(cross, corner));
  }
  state.SetComplexityN(n);
}
BENCHMARK(AppendEight)->Arg(50)->Arg(100)->Arg(200)->Arg(400)->Arg(1000)->Complexity(benchmark::oNSquared);

// A hundred candidates at a time is what the evolutionary search hands to the model.
void SolveHundred(benchmark::State& state) {
  const Eigen::Index n = state.range(0);
  const auto factor = Cholesky::factor(random_spd(n));
  const Eigen::MatrixXd b = random_matrix(n, 100);
  Eigen::MatrixXd x;
  for (auto _ : state) {
    x = b;
    factor->solve_lower_in_place(x);
    benchmark::DoNotOptimize(x.data());
  }
  state.SetComplexityN(n);
}
BENCHMARK(SolveHundred)->Arg(50)->Arg(100)->Arg(200)->Arg(400)->Arg(1000)->Complexity(benchmark::oNSquared);

// 10,000 acquisition values are one whole search of 100 generations.
void LogEiAndLogPi(benchmark::State& state) {
  const Eigen::ArrayXd z = Eigen::ArrayXd::LinSpaced(10000, -60.0, 8.0);
  Eigen::ArrayXd log_ei(10000), log_pi(10000);
  log_ei_and_log_cdf(z, log_ei, log_pi);
  if (std::abs(log_ei[0] - log_ei_unit(-60.0)) > 1e-9) state.SkipWithError("wrong log EI");
  for (auto _ : state) {
    log_ei_and_log_cdf(z, log_ei, log_pi);
    benchmark::DoNotOptimize(log_ei.data());
  }
}
BENCHMARK(LogEiAndLogPi)->Unit(benchmark::kMillisecond);

void LogEiAndLogPiSingle(benchmark::State& state) {
  const Eigen::ArrayXf z = Eigen::ArrayXf::LinSpaced(10000, -60.0F, 8.0F);
  Eigen::ArrayXf log_ei(10000), log_pi(10000);
  for (auto _ : state) {
    log_ei_and_log_cdf(z, log_ei, log_pi);
    benchmark::DoNotOptimize(log_ei.data());
  }
}
BENCHMARK(LogEiAndLogPiSingle)->Unit(benchmark::kMillisecond);

// Parents and children of one generation.
void ParetoSort(benchmark::State& state) {
  const Eigen::Index m = state.range(0);
  const Eigen::MatrixXd f = random_matrix(200, m);
  ParetoSorter sorter;
  for (auto _ : state) {
    sorter.sort(f);
    benchmark::DoNotOptimize(sorter.crowding().data());
  }
}
BENCHMARK(ParetoSort)->Arg(2)->Arg(3)->Arg(5);

// Everything but the objectives, which cost next to nothing here: 100 generations of 100 with this many
// columns.
void Nsga2Bookkeeping(benchmark::State& state) {
  const Nsga2Problem problem{
      .columns = unit_cube(static_cast<int>(state.range(0))),
      .objectives = 3,
      .evaluate = [](const Eigen::Ref<const Eigen::MatrixXd>& x, Eigen::Ref<Eigen::MatrixXd> f) {
        f = x.leftCols(3);
        f.col(0) -= f.col(1) + f.col(2);
      }};
  if (minimise_nsga2(problem).evaluations != 10000) state.SkipWithError("generations were cut short");
  Nsga2Options options;
  for (auto _ : state) {
    ++options.seed;
    benchmark::DoNotOptimize(minimise_nsga2(problem, options).evaluations);
  }
}
BENCHMARK(Nsga2Bookkeeping)->Arg(6)->Arg(15)->Unit(benchmark::kMillisecond);

// Refitted with every observation.
void OutputTransformFit(benchmark::State& state) {
  const Eigen::VectorXd y = random_matrix(state.range(0), 1).array().exp();
  if (OutputTransform::fit(y).shape() != OutputShape::BoxCox) state.SkipWithError("unexpected shape");
  for (auto _ : state) benchmark::DoNotOptimize(OutputTransform::fit(y).lambda());
  state.SetComplexityN(state.range(0));
}
BENCHMARK(OutputTransformFit)
    ->Arg(50)
    ->Arg(200)
    ->Arg(1000)
    ->Unit(benchmark::kMicrosecond)
    ->Complexity(benchmark::oN);

// The search's own work per evaluation, on a function that costs nothing: a fit pays it about a hundred
// times.
void LbfgsOverhead(benchmark::State& state) {
  const Eigen::Index n = state.range(0);
  const double bound = state.range(1) != 0 ? 0.9 : 10.0;  // 0.9 puts every variable against its bound
  const Objective rosenbrock = [](const Eigen::VectorXd& x, Eigen::VectorXd& g) {
    double value = 0.0;
    g.setZero();
    for (Eigen::Index i = 0; i + 1 < x.size(); ++i) {
      const double a = x[i + 1] - x[i] * x[i], b = 1.0 - x[i];
      value += 100.0 * a * a + b * b;
      g[i] += -400.0 * a * x[i] - 2.0 * b;
      g[i + 1] += 200.0 * a;
    }
    return value;
  };
  const Eigen::VectorXd start = Eigen::VectorXd::Constant(n, -0.5);
  const Eigen::VectorXd upper = Eigen::VectorXd::Constant(n, bound);
  double evaluations = 0.0;
  for (auto _ : state) {
    evaluations += minimise_lbfgs(rosenbrock, start, -upper, upper).evaluations;
  }
  state.counters["per_evaluation"] =
      benchmark::Counter(evaluations, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(LbfgsOverhead)->Args({8, 0})->Args({8, 1})->Args({20, 0})->Args({20, 1});

}  // namespace
}  // namespace hone::numeric

BENCHMARK_MAIN();
