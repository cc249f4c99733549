// SPDX-License-Identifier: MIT
#include "bench/quality/objectives_speed.hpp"

#include <array>
#include <cstdio>
#include <ostream>
#include <span>
#include <utility>

#include "bench/quality/contestant.hpp"
#include "bench/quality/statistics.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"

namespace hone::quality {
namespace {

Study cube_of(int dimensions, int objectives, const std::string& sampler, std::uint64_t seed) {
  std::vector<Parameter> parameters;
  for (int j = 0; j < dimensions; ++j) parameters.push_back(real(text("x", j + 1), 0.0, 1.0));
  Study study{.space = Space(std::move(parameters)), .sampler = {sampler}, .seed = seed};
  study.objectives.assign(static_cast<std::size_t>(objectives), study.objectives.front());
  for (int k = 0; k < objectives; ++k) study.objectives[static_cast<std::size_t>(k)].name = text("f", k + 1);
  return study;
}

// Ellipsoids with a minimum for each objective: the front lies between them.
std::vector<double> ellipsoids(const Configuration& at, std::size_t objectives) {
  constexpr std::array kMinima = {0.2, 0.7, 0.5, 0.35};
  std::vector<double> values;
  for (const double minimum : std::span(kMinima).first(objectives)) {
    double sum = 0.0;
    for (std::size_t j = 0; j < at.size(); ++j) {
      const double x = std::get<double>(*at[j]) - minimum;
      sum += x * x * (1.0 + 0.3 * static_cast<double>(j));
    }
    values.push_back(sum);
  }
  return values;
}

void time_study(const Study& study, int size, const BenchObjectivesSpeed& options,
                std::vector<double>& milliseconds) {
  const auto sampler = catalog::make_sampler(study);
  std::int64_t number = 0;
  while (number < size + options.asks * options.batch) {
    const double begun = thread_seconds();
    auto proposals = sampler->ask(
        {.count = options.batch, .seed = mix_seed(study.seed, static_cast<std::uint64_t>(number))});
    if (number >= size) milliseconds.push_back(1e3 * (thread_seconds() - begun));
    std::vector<Trial> told;
    for (Proposal& one : proposals) {
      Trial trial;
      trial.number = number++;
      trial.state = TrialState::Complete;
      trial.values = ellipsoids(one.configuration, study.objectives.size());
      trial.configuration = std::move(one.configuration);
      trial.notes = std::move(one.notes);
      told.push_back(std::move(trial));
    }
    sampler->tell(told);
  }
}

double median_ask(int dimensions, int objectives, int size, const BenchObjectivesSpeed& options) {
  std::vector<double> all;
  for (int i = 1; i <= options.repeats; ++i)
    time_study(cube_of(dimensions, objectives, options.sampler, static_cast<std::uint64_t>(i)), size, options,
               all);
  return median(all);
}

}  // namespace

int bench_objectives_speed(const BenchObjectivesSpeed& options, std::ostream& out) {
  out << "Milliseconds of one processor for an ask of " << options.batch << " of " << options.sampler
      << " after n trials that it chose itself,\nmedian of " << options.asks << " asks in each of "
      << options.repeats << " studies; in brackets beside one objective.\n\n";
  char cell[64];
  std::snprintf(cell, sizeof cell, "%10s %6s %8s", "dimensions", "n", "1");
  out << cell;
  for (int m = 2; m <= options.objectives; ++m) {
    std::snprintf(cell, sizeof cell, " %16d", m);
    out << cell;
  }
  out << "\n";
  for (const int dimensions : options.dimensions) {
    for (const int size : options.sizes) {
      const double one = median_ask(dimensions, 1, size, options);
      std::snprintf(cell, sizeof cell, "%10d %6d %8.1f", dimensions, size, one);
      out << cell << std::flush;
      for (int m = 2; m <= options.objectives; ++m) {
        const double cost = median_ask(dimensions, m, size, options);
        std::snprintf(cell, sizeof cell, " %8.1f (%4.2fx)", cost, cost / one);
        out << cell << std::flush;
      }
      out << "\n";
    }
  }
  return 0;
}

}  // namespace hone::quality
