// SPDX-License-Identifier: MIT
// One byte of the file flipped anywhere: all reads back as it was, or somebody says that the store is
// damaged. Compiled twice: a quick suite, and a longer one under its own name.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "hone/base/rng.hpp"
#include "storage/store_support.hpp"

#ifndef HONE_FLIPS_SUITE
#define HONE_FLIPS_SUITE FlippedBytes
#define HONE_FLIPS 200
#endif

namespace hone::storage {
namespace {

using test::start_one;

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class HONE_FLIPS_SUITE : public ::testing::Test {
 protected:
  /// Trials of every kind: imported, run with reports and remarks, failed, given up, waiting and running.
  void make_store() {
    test::HandClock clock;
    const auto store = open_sqlite(path, {}, clock.clock());
    store->create_study(test::svm_study());
    std::vector<Trial> imported;
    for (std::int64_t i = 0; i < 300; ++i)
      imported.push_back(test::finished_trial(i, static_cast<double>(i)));
    store->insert(1, imported);
    for (std::int64_t i = 300; i < 320; ++i) run_trial(*store, i);
    start_one(*store, 1, 320);
    clock.now += 5000;
    store->reclaim(1, LostPolicy::Fail, 1, nullptr);
    store->enqueue(1, test::proposals(321, 5));
    store->claim_waiting(1, {"w2", 1000});
  }
  static void run_trial(Storage& store, std::int64_t number) {
    const Lease lease = start_one(store, 1, number);
    store.report(1, lease, std::vector<Report>{{1, 0.5}, {2, 0.25}});
    const Outcome outcome{.lease = lease,
                          .state = number % 4 == 0 ? TrialState::Failed : TrialState::Complete,
                          .values = {0.125},
                          .attributes = {{"host", "a"}},
                          .error = "warned"};
    store.finish(1, std::span(&outcome, 1));
  }

  std::pair<Study, std::vector<Trial>> read_all() {
    const auto store = open_sqlite(path);
    return {store->current(1).study, store->changes(1, 0).trials};
  }
  /// True when opening refuses the file or the check finds something.
  bool is_seen() {
    bool problems = false;
    const auto code = test::code_of([&] { problems = !open_sqlite(path)->check().problems.empty(); });
    return code.has_value() || problems;
  }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
};

TEST_F(HONE_FLIPS_SUITE, AreHarmlessOrSeen) {
  make_store();
  const std::string whole = bytes_of(path);
  const auto before = read_all();
  Rng rng(HONE_FLIPS);
  int seen = 0;
  for (int round = 0; round < HONE_FLIPS; ++round) {
    std::string damaged = whole;
    const auto place = static_cast<std::size_t>(rng.below(damaged.size()));
    damaged[place] = static_cast<char>(damaged[place] ^ static_cast<char>(1 + rng.below(255)));
    for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(path + suffix);
    std::ofstream(path, std::ios::binary) << damaged;
    if (is_seen()) {
      ++seen;
    } else {
      EXPECT_TRUE(read_all() == before) << "byte " << place << " of " << whole.size() << " went unseen";
    }
  }
  RecordProperty("seen", seen);
  EXPECT_GT(seen, HONE_FLIPS / 8);
}

}  // namespace
}  // namespace hone::storage
