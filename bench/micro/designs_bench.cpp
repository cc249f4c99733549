// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <cmath>
#include <numeric>

#include "hone/base/rng.hpp"
#include "hone/designs/landscape.hpp"
#include "hone/designs/search.hpp"
#include "hone/designs/sobol.hpp"
#include "hone/designs/start.hpp"
#include "hone/designs/uniform_design.hpp"

namespace hone::designs {
namespace {

// A design already annealed a little, as a search sees it most of the time.
std::unique_ptr<Landscape> annealed(int runs, int factors, Criterion criterion) {
  Rng rng(1);
  auto landscape =
      make_landscape(add_random_runs(Design(0, factors, runs, {}), runs, rng), {}, criterion, 10);
  anneal(*landscape, {.iterations = 100000}, rng);
  return landscape;
}

// A search does nothing else: one item is one exchange tried, none of them accepted here. It should hardly
// grow with the number of runs, as only the levels between the two count.
void Exchange(benchmark::State& state) {
  const auto criterion = static_cast<Criterion>(state.range(1));
  const auto landscape = annealed(static_cast<int>(state.range(0)), 8, criterion);
  FastBits bits(1);
  landscape->visit(0);
  for (auto _ : state) {
    benchmark::DoNotOptimize(landscape->sweep({.temperature = 0.0, .window = 4, .candidates = 1600}, bits));
  }
  state.SetItemsProcessed(state.iterations() * 1600);
  state.SetLabel(std::string(criterion_name(criterion)));
}
BENCHMARK(Exchange)
    ->ArgsProduct({{30, 100, 300, 1000}, {static_cast<int>(Criterion::Cd2)}})
    ->ArgsProduct({{30, 100}, benchmark::CreateDenseRange(1, 6, 1)});

// Shared by all exchanges tried in a column before the search turns to the next.
void TurnToColumn(benchmark::State& state) {
  const auto landscape = annealed(static_cast<int>(state.range(0)), 8, Criterion::Cd2);
  int column = 0;
  for (auto _ : state) landscape->visit(++column % 8);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(TurnToColumn)->RangeMultiplier(2)->Range(32, 1024)->Complexity(benchmark::oNSquared);

// What PyUniDOE's default run (gen_ud, seed 0) reached in so many CPU seconds on the reference machine; the
// time per iteration here is to be compared with those seconds. Exchanges tried are chosen so that the value
// is reached.
struct Peer {
  int runs, factors;
  double value, seconds;
  std::int64_t iterations;
};
constexpr Peer kPeers[] = {
    {20, 2, 0.000781853, 0.30, 30000}, {30, 5, 0.00528494, 0.84, 100000},
    {30, 10, 0.0671680, 0.88, 150000}, {50, 5, 0.00233634, 2.10, 200000},
    {100, 8, 0.00529820, 7.5, 500000}, {200, 10, 0.00577912, 31.2, 1000000},
    {30, 29, 15.23289, 0.95, 1000000},
};

void ReachPeer(benchmark::State& state) {
  const Peer& peer = kPeers[state.range(0)];
  std::uint64_t seed = 0;
  double sum = 0.0, worst = 0.0;
  for (auto _ : state) {
    const SearchResult result =
        uniform_design(peer.runs, peer.factors, peer.runs, {.seed = ++seed, .iterations = peer.iterations});
    sum += result.value;
    worst = std::max(worst, result.value);
  }
  if (sum / static_cast<double>(seed) > peer.value)
    state.SkipWithError("the value of the peer was not reached");
  state.SetLabel(std::to_string(peer.runs) + "x" + std::to_string(peer.factors));
  state.counters["value"] = sum / static_cast<double>(seed);
  state.counters["worst"] = worst;
  state.counters["peer_value"] = peer.value;
  state.counters["peer_seconds"] = peer.seconds;
}
BENCHMARK(ReachPeer)->DenseRange(0, std::ssize(kPeers) - 1)->Unit(benchmark::kMillisecond);

// A sampler asks for a batch beside what has been run: it should not keep its user waiting.
void AugmentBatch(benchmark::State& state) {
  const int existing = static_cast<int>(state.range(0)), added = 200;
  const Design base = snap(SobolSequence(10, 1).points(0, existing), existing + added);
  for (auto _ : state) benchmark::DoNotOptimize(augment(base, added, {.seed = 1, .iterations = 1000000}));
}
BENCHMARK(AugmentBatch)->Arg(100)->Arg(200)->Arg(400)->Arg(800)->Unit(benchmark::kMillisecond);

// Candidate sets of acquisition searches are drawn from it.
void SobolPoints(benchmark::State& state) {
  const SobolSequence sobol(static_cast<int>(state.range(0)), 1);
  std::uint64_t first = 0;
  for (auto _ : state) benchmark::DoNotOptimize(sobol.points(first += 256, 256));
  state.SetItemsProcessed(state.iterations() * 256);
}
BENCHMARK(SobolPoints)->Arg(2)->Arg(10)->Arg(100)->Arg(1000);

}  // namespace
}  // namespace hone::designs

BENCHMARK_MAIN();
