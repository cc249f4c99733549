// SPDX-License-Identifier: MIT
// store_speed ADDRESS...: what stores cost, side by side: trials a second that are started and told one by
// one, by one worker and by several at once, and the time to read 100,000 trials. Each address must be of an
// empty store, and on a disk like the others'. Before a figure is printed, the trials are counted.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iomanip>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/core/store_address.hpp"
#include "hone/core/study.hpp"

namespace {

using namespace hone;
using namespace hone::storage;

constexpr int kRounds = 3;
constexpr int kTrials = 200;
constexpr int kLarge = 100000;

Study svm_study(const std::string& name) {
  return {.name = name,
          .space = Space({real("C", 1, 1000, Scale::Log), real("gamma", 1e-4, 1, Scale::Log),
                          categorical("kernel", {std::string("rbf"), std::string("poly")})})};
}

Proposal random_proposal(const Space& space, Rng& rng) {
  const std::vector<std::optional<Value>> values = {rng.uniform(1, 1000), rng.uniform(1e-4, 1),
                                                    std::string(rng.chance(0.5) ? "poly" : "rbf")};
  return {space.configuration(values)};
}

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

void require(bool held, const std::string& what) {
  if (held) return;
  std::cerr << "store_speed: " << what << "\n";
  std::exit(1);
}

/// Looks, starts and tells trials one by one, as a tuner does.
void run_trials(Storage& store, StudyId id, const Space& space, int count, std::uint64_t seed) {
  Rng rng(seed);
  Revision seen = 0;
  std::int64_t next = 0;
  for (int done = 0; done < count;) {
    const Changes changes = store.changes(id, seen);
    seen = changes.revision;
    for (const Trial& trial : changes.trials) next = std::max(next, trial.number + 1);
    const std::vector<Proposal> one = {random_proposal(space, rng)};
    const auto leases = store.start(id, next, one, std::vector<storage::Worker>{{"bench", 60000}});
    if (!leases) continue;
    const Outcome outcome{.lease = leases->front(), .values = {0.5}};
    store.finish(id, std::span(&outcome, 1));
    ++done;
  }
}

/// Trials a second of so many workers, each with a store and a study of its own, or all in one study.
double rate(const std::string& address, int workers, bool one_study, int round) {
  const int each = kTrials / workers;
  const auto setup = catalog::open_storage(address);
  std::vector<StudyId> ids;
  for (int i = 0; i < workers; ++i) {
    const std::string name = text("rate-", workers, "-", one_study, "-", round, "-", one_study ? 0 : i);
    ids.push_back(one_study && i > 0 ? ids[0] : setup->create_study(svm_study(name)));
  }
  std::vector<std::unique_ptr<Storage>> stores;
  for (int i = 0; i < workers; ++i) stores.push_back(catalog::open_storage(address));
  const double seconds = seconds_of([&] {
    std::vector<std::thread> threads;
    for (int i = 0; i < workers; ++i) {
      const auto at = static_cast<std::size_t>(i);
      threads.emplace_back([&, at] {
        run_trials(*stores[at], ids[at], svm_study("").space, each, static_cast<std::uint64_t>(at));
      });
    }
    for (std::thread& thread : threads) thread.join();
  });
  std::int64_t complete = 0;
  for (const StudySummary& summary : setup->studies()) {
    if (std::find(ids.begin(), ids.end(), summary.id) != ids.end()) complete += summary.complete;
  }
  require(complete == static_cast<std::int64_t>(each) * workers, text(complete, " trials came back"));
  return each * workers / seconds;
}

double median_rate(const std::string& address, int workers, bool one_study) {
  std::vector<double> rates;
  for (int round = 0; round < kRounds; ++round) rates.push_back(rate(address, workers, one_study, round));
  return median(std::move(rates));
}

/// Seconds to open a study of 100,000 trials and to read them, and to see that nothing is new.
std::pair<double, double> reading(const std::string& address) {
  const Study study = svm_study("large");
  {
    const auto store = catalog::open_storage(address);
    const StudyId id = store->create_study(study);
    Rng rng(2);
    std::vector<Trial> finished;
    for (int i = 0; i < kLarge; ++i) {
      Trial trial;
      trial.state = TrialState::Complete;
      trial.configuration = random_proposal(study.space, rng).configuration;
      trial.values = {rng.uniform()};
      finished.push_back(std::move(trial));
    }
    store->insert(id, finished);
  }
  std::vector<double> whole;
  std::vector<double> nothing;
  for (int round = 0; round < kRounds; ++round) {
    const auto store = catalog::open_storage(address);
    const StudyId id = store->find_study("large").value();
    Changes all;
    whole.push_back(seconds_of([&] { all = store->changes(id, 0); }));
    require(all.trials.size() == kLarge, "not all trials were read");
    nothing.push_back(seconds_of([&] {
                        for (int i = 0; i < 100; ++i) store->changes(id, all.revision);
                      }) /
                      100);
  }
  return {median(std::move(whole)), median(std::move(nothing))};
}

void print_row(const std::string& address) {
  std::cout << without_password(address) << "\n" << std::fixed << std::setprecision(0);
  std::cout << "  trials/s, one worker                     " << median_rate(address, 1, true) << std::endl;
  std::cout << "  trials/s, 4 workers in one study         " << median_rate(address, 4, true) << "\n";
  std::cout << "  trials/s, 4 workers in a study each      " << median_rate(address, 4, false) << "\n";
  const auto [whole, nothing] = reading(address);
  std::cout << "  ms to read 100,000 trials                " << 1e3 * whole << "\n";
  std::cout << "  us to see that nothing changed           " << 1e6 * nothing << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: store_speed ADDRESS... (of empty stores)\n";
    return 2;
  }
  try {
    for (int i = 1; i < argc; ++i) print_row(argv[i]);
  } catch (const std::exception& error) {
    std::cerr << "store_speed: " << error.what() << "\n";
    return 1;
  }
}
