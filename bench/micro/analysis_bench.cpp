// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include "hone/analysis/importance.hpp"
#include "hone/base/rng.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::analysis {
namespace {

struct Sample {
  Study study;
  std::vector<Trial> trials;
};

/// Trials at random places of the unit cube; the function sees the place and which parameters exist there.
template <class Function>
Sample random_trials(std::vector<Parameter> parameters, int count, const Function& f) {
  Sample made{{.space = Space(std::move(parameters))}, {}};
  const encode::Encoding encoding(made.study.space);
  Rng rng(1);
  for (int i = 0; i < count; ++i) {
    std::vector<double> unit(encoding.dimensions());
    for (double& u : unit) u = rng.uniform();
    Trial trial;
    trial.number = i;
    trial.state = TrialState::Complete;
    trial.configuration = encoding.decode(unit);
    trial.values = {f(unit, trial.configuration) + 0.3 * rng.normal()};
    made.trials.push_back(std::move(trial));
  }
  return made;
}

// Twenty parameters, as long searches of neural networks have them; a few matter, and the values are noisy.
Sample long_study(int count) {
  std::vector<Parameter> parameters;
  for (int j = 0; j < 20; ++j) {
    const std::string name = "p" + std::to_string(j);
    if (j % 5 == 3) {
      parameters.push_back(integer(name, 1, 512, Scale::Log));
    } else if (j % 5 == 4) {
      parameters.push_back(categorical(name, {std::string("a"), std::string("b"), std::string("c")}));
    } else {
      parameters.push_back(real(name, 1e-5, 1.0, j % 2 == 0 ? Scale::Log : Scale::Linear));
    }
  }
  return random_trials(std::move(parameters), count,
                       [](const std::vector<double>& unit, const Configuration&) {
                         double value = 4.0 * (unit[0] - 0.5) * (unit[4] - 0.5);
                         for (std::size_t j = 0; j < 8; ++j)
                           value += (unit[j] - 0.3) * (unit[j] - 0.3) * static_cast<double>(8 - j);
                         return value;
                       });
}

// Ten switches, each with a parameter of its own: a leaf is as many boxes as there are ways to it.
Sample conditional_study(int count) {
  std::vector<Parameter> parameters;
  for (int j = 0; j < 10; ++j) {
    const std::string name = "p" + std::to_string(j);
    parameters.push_back(boolean(name));
    parameters.push_back(when(real(name + "_child", 0.0, 1.0), name, {true}));
  }
  return random_trials(std::move(parameters), count,
                       [](const std::vector<double>& unit, const Configuration& given) {
                         double value = 0.0;
                         for (std::size_t j = 0; j < 10; ++j) {
                           const double weight = static_cast<double>(10 - j);
                           if (given[2 * j + 1]) value += weight * (unit[2 * j + 1] - 0.9);
                         }
                         return value;
                       });
}

void measure(benchmark::State& state, const Sample& given, const ImportanceOptions& options) {
  const Importances answer = measure_importance(given.study, given.trials, options);
  if (answer.parameters.size() != 20) state.SkipWithError("twenty parameters were expected");
  for (auto _ : state) benchmark::DoNotOptimize(measure_importance(given.study, given.trials, options));
}

// A person waits for the answer: a second at most, for the longest studies too.
void Fanova(benchmark::State& state) { measure(state, long_study(static_cast<int>(state.range(0))), {}); }
BENCHMARK(Fanova)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void FanovaPairs(benchmark::State& state) {
  measure(state, long_study(static_cast<int>(state.range(0))), {.pairs = true});
}
BENCHMARK(FanovaPairs)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void FanovaConditional(benchmark::State& state) {
  measure(state, conditional_study(static_cast<int>(state.range(0))), {});
}
BENCHMARK(FanovaConditional)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void PedAnova(benchmark::State& state) {
  measure(state, long_study(static_cast<int>(state.range(0))), {.method = ImportanceMethod::PedAnova});
}
BENCHMARK(PedAnova)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hone::analysis

BENCHMARK_MAIN();
