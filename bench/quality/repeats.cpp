// SPDX-License-Identifier: MIT
#include "bench/quality/repeats.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <numeric>
#include <ostream>
#include <thread>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/catalog/samplers.hpp"

namespace hone::quality {
namespace {

Space space_of(const std::vector<double>& effects) {
  std::vector<Parameter> parameters;
  for (std::size_t i = 0; i < effects.size(); ++i) parameters.push_back(boolean(text("b", i + 1)));
  return Space(std::move(parameters));
}

/// Right are true, false, true, ...: neither the first nor the last of all configurations.
double value_of(const Configuration& at, const std::vector<double>& effects) {
  double sum = 0.0;
  for (std::size_t i = 0; i < effects.size(); ++i)
    if (std::get<bool>(*at[i]) != (i % 2 == 0)) sum += effects[i];
  return sum;
}

}  // namespace

int trials_on_best(const BenchRepeats& options, const Method& method, std::uint64_t seed) {
  const Study study{.space = space_of(options.effects), .sampler = method.choice, .seed = seed};
  const auto sampler = catalog::make_sampler(study);
  const int first = 1 << options.effects.size();
  Rng noise(mix_seed(seed, 1));
  int on_best = 0;
  for (int number = 0; number < first + options.trials; ++number) {
    std::vector<Proposal> proposals =
        sampler->ask({.count = 1, .seed = mix_seed(seed, static_cast<std::uint64_t>(number))});
    if (proposals.empty()) break;
    const double value = value_of(proposals[0].configuration, options.effects);
    if (number >= first && value == 0.0) ++on_best;
    Trial trial;
    trial.number = number;
    trial.state = TrialState::Complete;
    trial.values = {value + options.noise * noise.normal()};
    trial.configuration = std::move(proposals[0].configuration);
    trial.notes = std::move(proposals[0].notes);
    sampler->tell({&trial, 1});
  }
  return on_best;
}

int bench_repeats(const BenchRepeats& options, std::ostream& out) {
  out << counted(std::ssize(options.effects), "boolean") << ", noise " << number_text(options.noise) << ", "
      << options.trials << " trials beyond the first " << (1 << options.effects.size()) << ", "
      << counted(std::ssize(options.seeds), "seed") << "\n";
  char line[160];
  std::snprintf(line, sizeof line, "%-36s %6s %6s %6s %10s", "trials on the best", "mean", "least", "tenth",
                text("below ", options.least).c_str());
  out << line << "\n";
  for (const Method& method : options.methods) {
    std::vector<int> found(options.seeds.size());
    std::atomic<std::size_t> next = 0;
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
        threads.emplace_back([&] {
          for (std::size_t j = next++; j < found.size(); j = next++)
            found[j] = trials_on_best(options, method, options.seeds[j]);
        });
    }
    std::sort(found.begin(), found.end());
    const double mean = std::accumulate(found.begin(), found.end(), 0.0) /
                        static_cast<double>(std::max<std::size_t>(1, found.size()));
    const auto few = std::count_if(found.begin(), found.end(), [&](int one) { return one < options.least; });
    std::snprintf(line, sizeof line, "%-36s %6.1f %6d %6d %10d", method.label.c_str(), mean, found.front(),
                  found[found.size() / 10], static_cast<int>(few));
    out << line << "\n";
    out.flush();
  }
  return 0;
}

}  // namespace hone::quality
