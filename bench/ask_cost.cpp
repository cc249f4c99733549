// SPDX-License-Identifier: MIT
// What a point costs when designs propose it, in 10 dimensions: whether the thousandth trial costs more than
// the hundredth, and how long a first batch of 200 takes. Processor time, of one thread, without any storage.
// Usage: ask_cost [LAST]; trials up to LAST (3000).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/quality/contestant.hpp"
#include "hone/base/rng.hpp"
#include "hone/samplers/sequential_design.hpp"

namespace {

using hone::Trial;

constexpr int kDimensions = 10;
constexpr int kWindow = 200;  // points, over which the cost is taken
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

/// The same of three runs, which do the same work: the least of each ask, as other programs only add to it.
std::vector<double> costs(const Method& method, int trials, int batch) {
  std::vector<double> least = costs_once(method, trials, batch);
  for (int repeat = 1; repeat < 3; ++repeat) {
    const std::vector<double> again = costs_once(method, trials, batch);
    for (std::size_t i = 0; i < least.size(); ++i) least[i] = std::min(least[i], again[i]);
  }
  return least;
}

std::string label(const Method& method) {
  return method.name + (method.horizon ? ", " + std::to_string(*method.horizon) + " planned" : "");
}

void print_growth(const std::vector<Method>& methods, int last) {
  std::puts("Microseconds for a point at trial n, asked for in batches: median, and mean with the layouts\n");
  std::printf("| sampler | batch |");
  for (const int n : {100, 300, 1000, 3000}) {
    if (n <= last) std::printf(" n = %d |", n);
  }
  std::printf("\n|---|---|");
  for (const int n : {100, 300, 1000, 3000}) {
    if (n <= last) std::printf("---|");
  }
  std::puts("");
  for (const Method& method : methods) {
    for (const int batch : {1, 8}) {
      const std::vector<double> all = costs(method, last + kWindow, batch);
      std::printf("| %s | %d |", label(method).c_str(), batch);
      for (const int n : {100, 300, 1000, 3000}) {
        if (n > last) continue;
        std::vector<double> window(all.begin() + n / batch, all.begin() + (n + kWindow) / batch);
        std::sort(window.begin(), window.end());
        double sum = 0.0;
        for (const double cost : window) sum += cost;
        std::printf(" %.1f, %.0f |", 1e6 * window[window.size() / 2] / batch,
                    1e6 * sum / static_cast<double>(window.size()) / batch);
      }
      std::puts("");
      std::fflush(stdout);
    }
  }
}

void print_batches() {
  std::puts("\nMilliseconds for batches of 200, the first and the dearest of five\n");
  std::puts("| sampler | first | dearest |\n|---|---|---|");
  for (const char* name : {"ud", "sequd", "seqrand"}) {
    for (const std::optional<std::int64_t> horizon :
         {std::optional<std::int64_t>{}, {std::int64_t{200}}, {std::int64_t{1000}}, {std::int64_t{2000}}}) {
      const Method method{name, horizon};
      const std::vector<double> all = costs(method, 1000, 200);
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
