// SPDX-License-Identifier: MIT
// Prints what one search for a uniform design reaches beside the best tables known, and fails when one of
// them is better. Usage: designs_table [SHARE [SEEDS]]: the share of the time allowed (1 is 5 s each, 30 s
// for 200 runs) and how many seeds to try, one thread. Time is the processor's: what else the machine does
// must not change the designs.
#include <cstdio>
#include <cstdlib>

#include "bench/quality/contestant.hpp"
#include "hone/designs/uniform_design.hpp"

namespace hone::designs {
namespace {

// Squared centred discrepancies: the tables shipped with PyUniDOE (June 2024), and the best of ten of its
// default runs where it ships none. Exact to the digits given.
struct Known {
  int runs, factors;
  double value;
  double seconds;
};
constexpr Known kKnown[] = {
    {20, 2, 177259.0 / 230400000.0, 5},
    {30, 5, 0.00510147, 5},
    {30, 10, 0.0657705, 5},
    {50, 5, 0.00230637, 5},
    {100, 8, 0.00529820, 5},
    {200, 10, 0.00575777, 30},
    {30, 29, 15.15362, 5},
};

bool run(const Known& known, double share, std::uint64_t seed) {
  const double start = quality::thread_seconds(), allowed = share * known.seconds;
  DesignSearchOptions options{.seed = seed};
  options.spent = [=] { return (quality::thread_seconds() - start) / allowed; };
  const SearchResult result = uniform_design(known.runs, known.factors, known.runs, options);
  const double taken = quality::thread_seconds() - start;
  // Published values are rounded to six digits.
  const bool reached = result.value <= known.value * (1.0 + 1e-6);
  std::printf("| %d | %d | %llu | %.6g | %.6g | %+.2f %% | %.1f | %s |\n", known.runs, known.factors,
              static_cast<unsigned long long>(seed), known.value, result.value,
              100.0 * (result.value / known.value - 1.0), taken, reached ? "yes" : "NO");
  std::fflush(stdout);
  return reached;
}

}  // namespace
}  // namespace hone::designs

int main(int argc, char** argv) {
  const double share = argc > 1 ? std::atof(argv[1]) : 1.0;
  const int seeds = argc > 2 ? std::atoi(argv[2]) : 1;
  std::puts("| runs | factors | seed | best known CD2² | found | difference | seconds | reached |");
  std::puts("|---|---|---|---|---|---|---|---|");
  bool all = true;
  for (const auto& known : hone::designs::kKnown) {
    for (int seed = 1; seed <= seeds; ++seed)
      all = hone::designs::run(known, share, static_cast<std::uint64_t>(seed)) && all;
  }
  return all ? 0 : 1;
}
