// SPDX-License-Identifier: MIT
// One bit of a store flipped: whoever asks, tells, tunes or reads gets what he would have got from the sound
// store, or is refused; nobody waits for ever, and no wrong answer is given that a check of the store would
// have known to be wrong. Compiled twice: a quick suite, and one of every bit, in shards that run side by
// side.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/driver.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "support/temp_dir.hpp"
#include "support/tiny_sampler.hpp"

#ifndef HONE_BITS_SUITE
#define HONE_BITS_SUITE FlippedBits
#define HONE_BITS 150
#define HONE_BIT_SHARDS 1
#endif

namespace hone::runner {
namespace {

using storage::open_sqlite;

constexpr int kTrials = 60;
constexpr std::int64_t kRunning = kTrials;  // held for ever, so that anybody may tell it
constexpr std::size_t kSmallPage = 512;     // so that few trials make trees of some depth
constexpr unsigned kSecondsOfOneCall = 60;  // a guard, not a measurement
constexpr int kNeverCopied = 1'000'000'000;

Study tiny_study() {
  return {.name = "s", .space = Space({real("x", 0, 1), integer("n", 1, 100)}), .seed = 7};
}

std::string all_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What a hanging call is told apart by.
volatile std::sig_atomic_t byte_under_test = 0;
volatile std::sig_atomic_t bit_under_test = 0;

extern "C" void say_which_bit(int) {
  static const char kWords[] = "a call hangs; the flipped bit is 8 * byte + bit: ";
  char digits[24];
  std::size_t at = sizeof(digits);
  digits[--at] = '\n';
  for (unsigned long left =
           static_cast<unsigned long>(byte_under_test) * 8 + static_cast<unsigned long>(bit_under_test);
       ; left /= 10) {
    digits[--at] = static_cast<char>('0' + left % 10);
    if (left < 10) break;
  }
  if (::write(STDERR_FILENO, kWords, sizeof(kWords) - 1) < 0) ::_exit(3);
  if (::write(STDERR_FILENO, digits + at, sizeof(digits) - at) < 0) ::_exit(3);
  std::abort();
}

/// A store and what is done with it. Each call opens it anew, as a command does; time stands still.
class TinyStore {
 public:
  explicit TinyStore(std::string path) : path_(std::move(path)) {}

  void make() {
    {
      const auto store = open();
      store->create_study(tiny_study());
      const test::TinySampler sampler(tiny_study().space);
      std::vector<Trial> ended;
      for (const Proposal& proposal : sampler.ask({.count = kTrials, .seed = 1})) {
        Trial& trial = ended.emplace_back();
        trial.configuration = proposal.configuration;
        trial.state = ended.size() % 9 == 0 ? TrialState::Failed : TrialState::Complete;
        if (trial.state == TrialState::Complete) trial.values = {1.0 / static_cast<double>(ended.size())};
        if (ended.size() % 5 == 0) trial.reports = {{1, 0.5}, {2, 0.25}};
      }
      store->insert(1, ended);
      const std::vector<Proposal> two = sampler.ask({.count = 2, .seed = 2});
      const auto held = store->start(1, kRunning, std::span(two).first(1),
                                     std::vector<storage::Worker>{{.name = "person"}});
      store->report(1, held->front(), std::vector<Report>{{1, 0.5}, {2, 0.25}});
      store->enqueue(1, std::span(two).last(1));
    }
    sqlite3* raw = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &raw), SQLITE_OK);
    const std::string smaller =
        text("PRAGMA journal_mode = DELETE; PRAGMA page_size = ", kSmallPage, "; VACUUM");
    EXPECT_EQ(sqlite3_exec(raw, smaller.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(raw, "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(raw);
  }
  void put(const std::string& bytes) const {
    for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  std::string bytes() const { return all_of(path_); }

  bool is_sound() const { return open()->check().problems.empty(); }
  /// What `hone trials` and `hone export` print.
  std::vector<Trial> trials() const {
    const auto store = open();
    return store->changes(named(*store), 0).trials;
  }
  std::optional<Trial> best() const {
    const auto store = open();
    return Driver(*store, study_in(*store), sampler(), {.name = "w"}).view().standing().best;
  }
  /// What waits, and then what the sampler proposes: numbers and settings. When only the look afterwards
  /// fails, an ask answers without the times.
  std::vector<std::pair<std::int64_t, Configuration>> ask() const {
    std::vector<std::pair<std::int64_t, Configuration>> trials;
    const auto store = open();
    for (int i = 0; i < 2; ++i) {
      Driver driver(*store, study_in(*store), sampler(), {.name = "w"});
      for (const storage::Claim& claim : driver.asker().ask(1))
        trials.emplace_back(claim.trial.number, claim.trial.configuration);
    }
    return trials;
  }
  /// The trial as a later command sees it.
  std::optional<Trial> tell() const {
    {
      const auto store = open();
      Driver driver(*store, study_in(*store), nullptr, {.name = "w"});
      const storage::Outcome outcome{.lease = driver.leases().of(kRunning), .values = {0.125}};
      driver.recorder().tell(std::span(&outcome, 1));
    }
    const auto store = open();
    return store->trial(named(*store), kRunning);
  }
  /// All trials and the best of them after some more.
  std::pair<std::vector<Trial>, std::optional<Trial>> tune() const {
    const auto store = open();
    Driver driver(*store, study_in(*store), sampler(), {.name = "w"});
    for (int round = 0; round < 3; ++round) {
      driver.leases().reclaim(LostPolicy::Requeue, 2);
      for (const storage::Claim& claim : driver.asker().ask(1)) {
        const storage::Outcome outcome{.lease = claim.lease, .values = {0.5}};
        driver.recorder().tell(std::span(&outcome, 1));
      }
    }
    std::vector<Trial> all;
    driver.view().inspect([&](const std::vector<Trial>& known) { all = known; });
    return {all, driver.view().standing().best};
  }

 private:
  static Timestamp still() { return 1'000'000; }
  std::unique_ptr<storage::Storage> open() const {
    return open_sqlite(path_, {.copy_after = kNeverCopied}, still);
  }
  static std::unique_ptr<Sampler> sampler() {
    return std::make_unique<test::TinySampler>(tiny_study().space);
  }
  static StoredStudy study_in(storage::Storage& store) { return open_or_create(store, tiny_study()); }
  static storage::StudyId named(storage::Storage& store) { return study_in(store).id; }
  std::string path_;
};

// What a wrong answer says, in short.
std::string words_of(const Trial& trial) {
  return text(trial.number, " ", to_text(trial.state), " {", to_text(trial.configuration), "}");
}
std::string words_of(const std::optional<Trial>& trial) { return trial ? words_of(*trial) : "none"; }
std::string words_of(const std::vector<Trial>& trials) {
  std::string words = text(trials.size(), " trials:");
  for (const Trial& trial : trials) words += text(" ", words_of(trial));
  return words;
}
std::string words_of(const std::vector<std::pair<std::int64_t, Configuration>>& asked) {
  std::string words = text(asked.size(), " trials:");
  for (const auto& [number, configuration] : asked)
    words += text(" ", number, " {", to_text(configuration), "}");
  return words;
}
std::string words_of(const std::pair<std::vector<Trial>, std::optional<Trial>>& tuned) {
  return text(tuned.first.size(), " trials, best ", words_of(tuned.second));
}

/// The bytes by which SQLite finds its way: the header of each page, and where its cells begin.
std::vector<std::size_t> structure_of(const std::string& file) {
  std::vector<std::size_t> bytes;
  for (std::size_t page = 0; page * kSmallPage < file.size(); ++page) {
    const std::size_t begin = page * kSmallPage + (page == 0 ? 100 : 0);
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(file[begin + i]); };
    const bool interior = at(0) == 2 || at(0) == 5;
    if (!interior && at(0) != 10 && at(0) != 13) continue;  // of a long text
    const std::size_t cells = at(3) * 256U + at(4);
    for (std::size_t i = 0; i < (interior ? 12 : 8) + 2 * cells; ++i) bytes.push_back(begin + i);
  }
  return bytes;
}

/// Whether SQLite keeps nothing at each byte: between where the cells of a page begin and what they are.
std::vector<bool> unused_of(const std::string& file) {
  std::vector<bool> unused(file.size(), false);
  for (std::size_t page = 0; page * kSmallPage < file.size(); ++page) {
    const std::size_t begin = page * kSmallPage + (page == 0 ? 100 : 0);
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(file[begin + i]); };
    const bool interior = at(0) == 2 || at(0) == 5;
    if (!interior && at(0) != 10 && at(0) != 13) continue;
    const std::size_t first = begin + (interior ? 12 : 8) + 2 * (at(3) * 256U + at(4));
    const std::size_t end = page * kSmallPage + at(5) * 256U + at(6);
    std::fill(unused.begin() + static_cast<std::ptrdiff_t>(first),
              unused.begin() + static_cast<std::ptrdiff_t>(end), true);
  }
  return unused;
}

class HONE_BITS_SUITE : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    store.make();
    whole = store.bytes();
    before = std::signal(SIGALRM, say_which_bit);
  }
  void TearDown() override { std::signal(SIGALRM, before); }

  /// Runs a call on a store with one bit flipped and compares its answer.
  template <class Call, class Answer>
  void compare(const char* what, const std::string& damaged, const Call& call, const Answer& truth) {
    store.put(damaged);
    ::alarm(kSecondsOfOneCall);
    std::optional<Answer> answer;
    try {
      answer = call();
    } catch (const Error&) {
      // refused
    }
    ::alarm(0);
    if (!answer) ++refused;
    if (answer && *answer == truth) ++right;
    if (!answer || *answer == truth) return;
    store.put(damaged);
    const bool seen = [&] {
      try {
        return !store.is_sound();
      } catch (const Error&) {
        return true;
      }
    }();
    unseen += seen ? 0 : 1;
    EXPECT_FALSE(seen) << what << " is wrong with bit " << bit_under_test << " of byte " << byte_under_test
                       << " flipped, and a check knows it: " << words_of(*answer) << " instead of "
                       << words_of(truth);
  }

  void flip(std::size_t byte, int bit) {
    byte_under_test = static_cast<std::sig_atomic_t>(byte);
    bit_under_test = bit;
    ++bits;
    damage(byte, 1 << bit);
  }

  // Bits that mean nothing to SQLite, which are flipped together.
  void flip_unused(std::size_t byte) {
    byte_under_test = static_cast<std::sig_atomic_t>(byte);
    bit_under_test = 0;
    bits += 8;
    damage(byte, 0xff);
  }

  void damage(std::size_t byte, int mask) {
    std::string damaged = whole;
    damaged[byte] = static_cast<char>(damaged[byte] ^ mask);
    compare(
        "trials", damaged, [&] { return store.trials(); }, trials);
    compare(
        "best", damaged, [&] { return store.best(); }, best);
    compare(
        "ask", damaged, [&] { return store.ask(); }, asked);
    compare(
        "tell", damaged, [&] { return store.tell(); }, told);
    compare(
        "tune", damaged, [&] { return store.tune(); }, tuned);
  }

  // Every bit of each byte that is this shard's.
  void flip_all() {
    const std::vector<bool> unused = unused_of(whole);
    for (std::size_t byte = static_cast<std::size_t>(GetParam()); byte < whole.size();
         byte += HONE_BIT_SHARDS) {
      if (unused[byte]) flip_unused(byte);
      for (int bit = 0; bit < 8 && !unused[byte]; ++bit) flip(byte, bit);
    }
  }

  // Damage to what leads from page to page hides trials; elsewhere seals see it.
  void flip_some() {
    const std::vector<std::size_t> structure = structure_of(whole);
    ASSERT_GT(structure.size(), 500U);
    Rng rng(HONE_BITS);
    for (int i = 0; i < HONE_BITS; ++i) {
      const std::size_t byte = i % 5 < 3 ? structure[static_cast<std::size_t>(rng.below(structure.size()))]
                                         : static_cast<std::size_t>(rng.below(whole.size()));
      flip(byte, static_cast<int>(rng.below(8)));
    }
  }

  template <class Call>
  auto sound(const Call& call) {
    store.put(whole);
    return call();
  }

  test::TempDir folder{test::quick_folder()};
  TinyStore store{folder.file("hone.db")};
  std::string whole;
  std::vector<Trial> trials;
  std::optional<Trial> best;
  std::vector<std::pair<std::int64_t, Configuration>> asked;
  std::optional<Trial> told;
  std::pair<std::vector<Trial>, std::optional<Trial>> tuned;
  int bits = 0;
  int right = 0;  // answers: five for each bit, as far as they were not refused
  int refused = 0;
  int unseen = 0;  // wrong answers, of which a check does not know either
  void (*before)(int) = nullptr;
};

TEST_P(HONE_BITS_SUITE, GiveTheRightAnswerOrNone) {
  trials = sound([&] { return store.trials(); });
  best = sound([&] { return store.best(); });
  asked = sound([&] { return store.ask(); });
  told = sound([&] { return store.tell(); });
  tuned = sound([&] { return store.tune(); });
  ASSERT_EQ(trials.size(), kTrials + 2U);
  ASSERT_EQ(asked.size(), 2U);
  ASSERT_EQ(told->values, std::vector<double>{0.125});
  ASSERT_EQ(tuned.first.size(), kTrials + 4U);

  if (HONE_BITS == 0) {
    flip_all();
  } else {
    flip_some();
  }
  std::cout << bits << " bits, answers: " << right << " right, " << refused << " refused, " << unseen
            << " wrong and unseen by a check\n";
  EXPECT_GT(refused, bits / 2);
}

INSTANTIATE_TEST_SUITE_P(Shard, HONE_BITS_SUITE, ::testing::Range(0, HONE_BIT_SHARDS));

}  // namespace
}  // namespace hone::runner
