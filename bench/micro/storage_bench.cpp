// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/core/study.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "hone/storage/storage.hpp"

namespace {

using namespace hone;
using namespace hone::storage;

/// A folder in the working directory (a temporary one may be in memory, where an fsync costs nothing), gone
/// afterwards.
class Folder {
 public:
  Folder() : path_(std::filesystem::current_path() / ("storage_bench." + std::to_string(::getpid()))) {
    std::filesystem::create_directory(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

Study svm_study() {
  Study study{.name = "svm",
              .space = Space({real("C", 1, 1000, Scale::Log), real("gamma", 1e-4, 1, Scale::Log),
                              categorical("kernel", {std::string("rbf"), std::string("poly")}),
                              when(integer("degree", 2, 5), "kernel", {std::string("poly")})})};
  return study;
}

Proposal random_proposal(const Space& space, Rng& rng) {
  const bool poly = rng.chance(0.5);
  std::vector<std::optional<Value>> values(4);
  values[0] = rng.uniform(1, 1000);
  values[1] = rng.uniform(1e-4, 1);
  values[2] = std::string(poly ? "poly" : "rbf");
  if (poly) values[3] = static_cast<std::int64_t>(2 + rng.below(4));
  return {space.configuration(values)};
}

std::unique_ptr<Storage> open_store(bool durable, const Folder& folder, const std::string& name) {
  return durable ? open_sqlite(folder.file(name)) : open_memory();
}

/// Starts and finishes `batch` trials, as ask and tell do, and reports trials per second.
void run_trials(benchmark::State& state, Storage& store, const Space& space, StudyId id, std::int64_t batch) {
  Rng rng(1);
  const Worker worker{"bench", 60000};
  std::int64_t next = 0;
  std::vector<Proposal> proposals;
  for (std::int64_t i = 0; i < batch; ++i) proposals.push_back(random_proposal(space, rng));
  for (auto _ : state) {
    const auto leases = store.start(id, next, proposals, std::span(&worker, 1));
    std::vector<Outcome> outcomes;
    for (const Lease& lease : leases.value()) outcomes.push_back({.lease = lease, .values = {0.5}});
    store.finish(id, outcomes);
    next += batch;
  }
  if (store.studies().at(0).complete != next) state.SkipWithError("trials were lost");
  state.counters["trials/s"] = benchmark::Counter(static_cast<double>(next), benchmark::Counter::kIsRate);
}

// What a tuner costs beside its samplers. One by one is what a person's loop does; each finish is on disk
// when it returns.
void StartFinish(benchmark::State& state, bool durable) {
  const Folder folder;
  const auto store = open_store(durable, folder, "trials.db");
  const Study study = svm_study();
  run_trials(state, *store, study.space, store->create_study(study), state.range(0));
}
BENCHMARK_CAPTURE(StartFinish, memory, false)->Arg(1)->Arg(64)->UseRealTime();
BENCHMARK_CAPTURE(StartFinish, sqlite, true)->Arg(1)->Arg(64)->UseRealTime();

/// Makes a store with this many finished trials.
void fill(const std::string& path, std::int64_t trials) {
  const auto store = open_sqlite(path);
  const Study study = svm_study();
  const StudyId id = store->create_study(study);
  Rng rng(2);
  std::vector<Trial> finished;
  for (std::int64_t i = 0; i < trials; ++i) {
    Trial trial;
    trial.state = TrialState::Complete;
    trial.configuration = random_proposal(study.space, rng).configuration;
    trial.values = {rng.uniform()};
    finished.push_back(std::move(trial));
  }
  store->insert(id, finished);
}

// What a person waits for when a long study is resumed: open, read everything, start a trial.
void OpenAndStart(benchmark::State& state) {
  const Folder folder;
  fill(folder.file("large.db"), state.range(0));
  Rng rng(3);
  for (auto _ : state) {
    const auto store = open_sqlite(folder.file("large.db"));
    const StudyId id = store->find_study("svm").value();
    const Changes all = store->changes(id, 0);
    const Study study = store->current(id).study;
    const auto next = static_cast<std::int64_t>(all.trials.size());
    if (next < state.range(0)) state.SkipWithError("trials were lost");
    const std::vector<Proposal> proposals = {random_proposal(study.space, rng)};
    if (!store->start(id, next, proposals, std::vector<Worker>{{"bench", 60000}}))
      state.SkipWithError("the number was taken");
  }
}
BENCHMARK(OpenAndStart)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

// The list of studies must not read their trials.
void ListStudies(benchmark::State& state) {
  const Folder folder;
  fill(folder.file("large.db"), state.range(0));
  const auto store = open_sqlite(folder.file("large.db"));
  for (auto _ : state) benchmark::DoNotOptimize(store->studies());
}
BENCHMARK(ListStudies)->Arg(1000)->Arg(100000)->Unit(benchmark::kMicrosecond);

// Threads of one process share an fsync.
void FinishFromThreads(benchmark::State& state) {
  const Folder folder;
  const auto store = open_sqlite(folder.file("trials.db"));
  const Study study = svm_study();
  const StudyId id = store->create_study(study);
  const Worker worker{"bench", 60000};
  Rng rng(4);
  const Proposal proposal = random_proposal(study.space, rng);
  const auto threads = static_cast<int>(state.range(0));
  constexpr int kEach = 50;
  std::int64_t next = 0;
  for (auto _ : state) {
    const std::vector<Proposal> proposals(static_cast<std::size_t>(threads * kEach), proposal);
    const std::vector<Lease> leases = store->start(id, next, proposals, std::span(&worker, 1)).value();
    next += static_cast<std::int64_t>(leases.size());
    std::vector<std::thread> workers;
    for (int t = 0; t < threads; ++t) {
      workers.emplace_back([&, t] {
        for (int i = 0; i < kEach; ++i) {
          const Outcome outcome{.lease = leases[static_cast<std::size_t>(t * kEach + i)], .values = {0.5}};
          store->finish(id, std::span(&outcome, 1));
        }
      });
    }
    for (std::thread& each : workers) each.join();
  }
  state.counters["trials/s"] = benchmark::Counter(static_cast<double>(next), benchmark::Counter::kIsRate);
}
BENCHMARK(FinishFromThreads)->Arg(1)->Arg(8)->Arg(32)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
