// SPDX-License-Identifier: MIT
// What a point costs when designs propose it, in 10 dimensions: whether the thousandth trial costs more than
// the hundredth, and how long a first batch of 200 takes. Processor time, of one thread, without any storage.
// Usage: ask_cost [LAST]; trials up to LAST (3000).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "bench/quality/contestant.hpp"
#include "hone/base/rng.hpp"
#include "hone/samplers/sequential_design.hpp"

namespace {

using hone::Trial;

constexpr int kDimensions = 10;
constexpr int kWindow =
    400;  // points, over which the cost is taken: 12 to 30 stages, as one more or less shows
constexpr std::uint64_t kSeed = 1;

struct Method {
  std::string name;
  std::optional<std::int64_t> horizon = {};
};

hone::Study study_of(const Method& method) {
  std::vector<hone::Parameter> parameters;
  for (int j = 0; j < kDimensions; ++j) parameters.push_back(hone::real("x" + std::to_string(j), 0, 1));
  return {
      .space = hone::Space(parameters), .sampler = {method.name}, .seed = kSeed, .horizon = method.horizon};
}

std::unique_ptr<hone::Sampler> make(const Method& method) {
  const hone::Study study = study_of(method);
  if (method.name == "ud") return std::make_unique<hone::samplers::UniformDesign>(study);
  if (method.name == "sequd") return std::make_unique<hone::samplers::SeqUd>(study);
  return std::make_unique<hone::samplers::SeqRand>(study);
}

// Lowest inside, and not a quadratic, which would end a zoom at once.
double objective(const hone::Configuration& c) {
  double sum = 0.0;
  for (std::size_t j = 0; j < c.size(); ++j) {
    const double x = hone::as_number(*c[j]).value_or(0.0) - 0.3;
    sum += x * x * (1.0 - x);
  }
  return sum;
}

Trial finished(std::int64_t number, hone::Proposal proposal) {
  Trial trial;
  trial.number = number;
  trial.state = hone::TrialState::Complete;
  trial.values = {objective(proposal.configuration)};
  trial.configuration = std::move(proposal.configuration);
  trial.notes = std::move(proposal.notes);
  return trial;
}

/// Seconds of every ask with the tell after it, once.
std::vector<double> costs_once(const Method& method, int trials, int batch) {
  const auto sampler = make(method);
  std::vector<double> result;
  for (int done = 0; done < trials; done += batch) {
    const double begin = hone::quality::thread_seconds();
    auto proposals =
        sampler->ask({.count = batch, .seed = hone::mix_seed(kSeed, static_cast<std::uint64_t>(done))});
    if (std::ssize(proposals) != batch) {
      std::fprintf(stderr, "ask_cost: %s proposed %zd points instead of %d\n", method.name.c_str(),
                   std::ssize(proposals), batch);
      std::exit(1);
    }
    std::vector<Trial> told;
    for (auto& proposal : proposals)
      told.push_back(finished(done + static_cast<int>(told.size()), std::move(proposal)));
    sampler->tell(told);
    result.push_back(hone::quality::thread_seconds() - begin);
  }
  return result;
}

/// The same of several runs, which do the same work.
std::vector<std::vector<double>> repeated_costs(const Method& method, int trials, int batch, int repeats) {
  std::vector<std::vector<double>> result;
  for (int repeat = 0; repeat < repeats; ++repeat) result.push_back(costs_once(method, trials, batch));
  return result;
}

/// Of each ask the least, as other programs only add to it.
std::vector<double> least_of(const std::vector<std::vector<double>>& runs) {
  std::vector<double> least = runs.front();
  for (const std::vector<double>& run : runs) {
    for (std::size_t i = 0; i < least.size(); ++i) least[i] = std::min(least[i], run[i]);
  }
  return least;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::vector<double> window(const std::vector<double>& costs, int n, int batch) {
  return {costs.begin() + n / batch, costs.begin() + (n + kWindow) / batch};
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// How the mean cost at trial n compares with that at the hundredth: in each run by itself, as the machine
/// may be slower in another, and of these the median.
double growth(const std::vector<std::vector<double>>& runs, int n, int batch) {
  std::vector<double> ratios;
  for (const std::vector<double>& run : runs)
    ratios.push_back(mean(window(run, n, batch)) / mean(window(run, 100, batch)));
  return median(ratios);
}

std::string label(const Method& method) {
  return method.name + (method.horizon ? ", " + std::to_string(*method.horizon) + " planned" : "");
}

void print_growth(const std::vector<Method>& methods, int last) {
  std::vector<int> places;
  for (const int n : {100, 300, 1000, 3000}) {
    if (n <= last) places.push_back(n);
  }
  std::puts(
      "Microseconds for a point at trial n, asked for in batches: median, mean with the layouts, and the "
      "mean\n"
      "beside that at the hundredth\n");
  std::printf("| sampler | batch |");
  for (const int n : places) std::printf(" n = %d |", n);
  std::printf("\n|---|---|");
  for (std::size_t i = 0; i < places.size(); ++i) std::printf("---|");
  std::puts("");
  for (const Method& method : methods) {
    for (const int batch : {1, 8}) {
      const auto runs = repeated_costs(method, last + kWindow, batch, 15);
      const std::vector<double> least = least_of(runs);
      std::printf("| %s | %d |", label(method).c_str(), batch);
      for (const int n : places) {
        const std::vector<double> some = window(least, n, batch);
        std::printf(" %.1f, %.1f, %.2f |", 1e6 * median(some) / batch, 1e6 * mean(some) / batch,
                    growth(runs, n, batch));
      }
      std::puts("");
      std::fflush(stdout);
    }
  }
}

void print_batches() {
  std::puts("\nMilliseconds for batches of 200, the first and the dearest of ten\n");
  std::puts("| sampler | first | dearest |\n|---|---|---|");
  for (const char* name : {"ud", "sequd", "seqrand"}) {
    for (const std::optional<std::int64_t> horizon :
         {std::optional<std::int64_t>{}, {std::int64_t{200}}, {std::int64_t{1000}}, {std::int64_t{2000}}}) {
      const Method method{name, horizon};
      const std::vector<double> all = least_of(repeated_costs(method, 2000, 200, 3));
      std::printf("| %s | %.0f | %.0f |\n", label(method).c_str(), 1e3 * all[0],
                  1e3 * *std::max_element(all.begin(), all.end()));
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int last = argc > 1 ? std::atoi(argv[1]) : 3000;
  print_growth({{"ud"}, {"ud", 3500}, {"sequd"}, {"sequd", 3500}, {"seqrand"}, {"seqrand", 3500}}, last);
  print_batches();
}
