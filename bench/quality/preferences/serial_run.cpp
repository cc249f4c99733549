// SPDX-License-Identifier: MIT
#include "bench/quality/preferences/serial_run.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>
#include <utility>

#include "hone/base/rng.hpp"
#include "hone/catalog/samplers.hpp"

namespace hone::quality::preferences {

Course run_serially(const Problem& problem, const Study& study, int trials, const CostOf& cost,
                    double budget) {
  const auto sampler = catalog::make_sampler(study);
  Course course;
  double least = std::numeric_limits<double>::infinity(), spent = 0.0;
  for (int i = 0; i < trials && !(budget > 0.0 && spent >= budget); ++i) {
    std::vector<Proposal> proposals =
        sampler->ask({.count = 1, .seed = mix_seed(study.seed, static_cast<std::uint64_t>(i))});
    if (proposals.empty()) break;
    Trial trial;
    trial.number = i;
    trial.state = TrialState::Complete;
    trial.configuration = std::move(proposals.front().configuration);
    trial.notes = std::move(proposals.front().notes);
    const double value = problem.value(trial.configuration);
    trial.values = {value};
    if (cost) {
      const double price = cost(trial.configuration);
      trial.attributes["cost"] = price;
      spent += price;
    }
    least = std::min(least, std::max(0.0, value - problem.minimum));
    course.regrets.push_back(least);
    course.spent.push_back(spent);
    sampler->tell({&trial, 1});
  }
  return course;
}

void in_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& job) {
  std::atomic<std::size_t> next = 0;
  const unsigned threads =
      jobs > 0 ? static_cast<unsigned>(jobs) : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> pool;
  for (unsigned i = 0; i < threads; ++i) {
    pool.emplace_back([&] {
      for (std::size_t k = next++; k < count; k = next++) job(k);
    });
  }
}

double log_regret(double regret) { return std::log10(std::max(regret, 1e-8)); }

}  // namespace hone::quality::preferences
