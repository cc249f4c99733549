// SPDX-License-Identifier: MIT
#include "hone/service/ask_desk.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <map>
#include <set>
#include <thread>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/service/study_notes.hpp"
#include "hone/service/verb.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "support/hooked_storage.hpp"
#include "support/temp_dir.hpp"

namespace hone::service {
namespace {

Study desk_study(const std::string& sampler, std::optional<std::int64_t> trials = {}) {
  Study study{
      .name = "demo", .space = Space({real("x", 0, 1), real("y", 0, 1)}), .sampler = {sampler}, .seed = 7};
  study.plan.budget.trials = trials;
  return study;
}

Store leased_memory() {
  return {[](bool) { return storage::open_memory(); }, Store::Existing::Resume, 30'000};
}

AskReply asked(AskDesk& desk, AskWish wish) {
  std::promise<AskReply> promise;
  wish.study = "demo";
  desk.ask(std::move(wish), [&](AskReply reply, std::exception_ptr error) {
    if (error) {
      promise.set_exception(error);
    } else {
      promise.set_value(std::move(reply));
    }
  });
  return promise.get_future().get();
}

void tell_claim(Operations& operations, const storage::Claim& claim, double value) {
  const storage::Outcome outcome{.lease = claim.lease, .values = {value}};
  operations.driver("demo")->recorder().tell(std::span(&outcome, 1));
}

TEST(AskDesk, KeepsNothingOfStudiesThatAreNotThere) {
  Operations operations(leased_memory());
  operations.create({.name = "other", .space = Space({real("x", 0, 1)}), .sampler = {"random"}});
  AskDesk desk(operations, {});
  for (int i = 0; i < 3; ++i) EXPECT_THROW(asked(desk, {.client = {"a"}}), Error);
  EXPECT_EQ(desk.studies(), 0U);
  operations.create(desk_study("random"));
  EXPECT_EQ(asked(desk, {.client = {"a"}}).claims.size(), 1U);
  EXPECT_EQ(desk.studies(), 1U);
}

TEST(NoteBook, RemembersNothingOfStudiesThatAreNotThere) {
  const auto store = storage::open_memory();
  NoteBook book([&]() -> storage::StudyStore& { return *store; });
  for (const char* name : {"a", "b", "c"}) EXPECT_EQ(book.of(name), StudyNotes());
  EXPECT_EQ(book.kept(), 0U);
  const storage::StudyId id = store->create_study(desk_study("random"));
  EXPECT_FALSE(book.of("demo").stopped);
  EXPECT_EQ(book.kept(), 1U);
  store->delete_study(id);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // as long as it is believed
  book.of("demo");
  EXPECT_EQ(book.kept(), 0U);
}

TEST(AskDesk, GivesOneWorkerWhatTheDriverWouldGive) {
  for (const std::string sampler : {"random", "sobol", "tpe"}) {
    Operations by_desk(leased_memory()), by_hand(leased_memory());
    by_desk.create(desk_study(sampler));
    by_hand.create(desk_study(sampler));
    AskDesk desk(by_desk, {});
    for (int i = 0; i < 15; ++i) {
      const AskReply reply = asked(desk, {.client = {"a"}});
      const Asked expected = by_hand.ask("demo", 1);
      ASSERT_EQ(reply.claims.size(), 1U);
      EXPECT_EQ(reply.claims[0].trial.configuration, expected.claims[0].trial.configuration)
          << sampler << ", trial " << i;
      const double value = std::get<double>(*reply.claims[0].trial.configuration[0]);
      tell_claim(by_desk, reply.claims[0], value);
      by_hand.tell("demo", {{.number = i, .values = {value}}});
    }
  }
}

TEST(AskDesk, TheSameKeyIsTheSameTrial) {
  Operations operations(leased_memory());
  operations.create(desk_study("random"));
  AskDesk desk(operations, {});
  const AskReply first = asked(desk, {.client = {"a", "k1"}, .count = 2});
  ASSERT_EQ(first.claims.size(), 2U);
  const AskReply again = asked(desk, {.client = {"a", "k1"}, .count = 2});
  ASSERT_EQ(again.claims.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(again.claims[i].lease, first.claims[i].lease);
  tell_claim(operations, first.claims[0], 1.0);
  const AskReply later = asked(desk, {.client = {"a", "k1"}, .count = 2});
  ASSERT_EQ(later.claims.size(), 2U);
  EXPECT_EQ(later.claims[0].trial.state, TrialState::Complete);
  EXPECT_EQ(later.claims[1].trial.state, TrialState::Running);
  const AskReply other = asked(desk, {.client = {"a", "k2"}, .holding = {first.claims[1].lease.number}});
  ASSERT_EQ(other.claims.size(), 1U);
  EXPECT_EQ(other.claims[0].lease.number, 2);
}

// Two servers of one file; a proxy that grew impatient has sent the same ask to both.
TEST(AskDesk, TheSameKeyAtTwoServersIsTheSameTrial) {
  const test::TempDir folder;
  const auto file = [&] {
    return Store{[&](bool) { return storage::open_sqlite(folder.file("hone.db")); }, Store::Existing::Resume,
                 30'000};
  };
  Operations here(file()), there(file());
  here.create(desk_study("random"));
  there.create(desk_study("random"));
  AskDesk one(here, {}), other(there, {});
  for (int round = 0; round < 60; ++round) {
    const std::vector<Configuration> points(2, desk_study("random").space.configuration({0.25, 0.5}));
    if (round % 2 == 0) here.enqueue("demo", points);
    const AskWish wish{.client = {text("c", round), "k"}, .count = 1 + round % 3};
    auto second = std::async(std::launch::async, [&] { return asked(other, wish); });
    const AskReply mine = asked(one, wish);
    const AskReply theirs = second.get();
    ASSERT_FALSE(mine.claims.empty());
    std::set<std::int64_t> numbers;
    for (const auto& claim : mine.claims) numbers.insert(claim.lease.number);
    for (const auto& claim : theirs.claims) numbers.insert(claim.lease.number);
    EXPECT_LE(numbers.size(), static_cast<std::size_t>(wish.count)) << "round " << round;
  }
}

// What somebody does by a verb, in this process or from afar, is heard of by those who wait.
TEST(AskDesk, WhoWaitsHearsOfAVerbThatChangedTheStudy) {
  Operations operations(leased_memory());
  operations.create(desk_study("random", 1));
  ASSERT_EQ(asked(operations.asks(), {.client = {"a"}}).claims.size(), 1U);
  auto waiting = std::async(std::launch::async,
                            [&] { return asked(operations.asks(), {.client = {"b"}, .wait = 60.0}); });
  while (operations.asks().waiting() < 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  run_near(*find_verb("enqueue"), operations, "demo",
           codec::parse_tree(R"({"points":[{"x":0.25,"y":0.5}]})", "request"));
  ASSERT_EQ(waiting.wait_for(std::chrono::seconds(30)), std::future_status::ready);
  EXPECT_EQ(waiting.get().claims.size(), 1U);
}

// The key of their tokens is had before trials are handed out.
TEST(Operations, WithoutAKeyNoTrialIsHandedOut) {
  const auto memory = storage::open_memory();
  Operations operations({[&](bool) {
                           auto hooked = std::make_unique<test::HookedStorage>(*memory);
                           hooked->set_hook([](std::string_view call) {
                             if (call == "put_artefact") throw Error(ErrorCode::StorageFailed, "full", "");
                           });
                           return hooked;
                         },
                         Store::Existing::Resume, 30'000});
  operations.create(desk_study("random"));
  operations.enqueue("demo", std::vector{desk_study("random").space.configuration({0.25, 0.5})});
  const std::pair<const char*, const char*> requests[] = {
      {"claim", R"({"client":"a"})"},
      {"start", R"({"client":"a","next":1,"trials":[{"params":{"x":0.25,"y":0.5}}]})"}};
  for (const auto& [verb, fields] : requests)
    EXPECT_THROW(run_near(*find_verb(verb), operations, "demo", codec::parse_tree(fields, "request")), Error)
        << verb;
  const std::vector<Trial> trials = operations.trials("demo", 0).trials;
  ASSERT_EQ(trials.size(), 1U);
  EXPECT_EQ(trials[0].state, TrialState::Waiting);
}

TEST(AskDesk, AsksThatWaitTogetherAreStartedTogether) {
  const auto memory = storage::open_memory();
  std::atomic<int> starts = 0;
  Operations operations({[&](bool) {
                           auto hooked = std::make_unique<test::HookedStorage>(*memory);
                           hooked->set_hook([&](std::string_view call) { starts += call == "start"; });
                           return hooked;
                         },
                         Store::Existing::Resume, 30'000});
  operations.create(desk_study("random"));
  operations.set_notes("demo", {.stopped = true});
  AskDesk desk(operations, {});
  std::vector<std::future<AskReply>> replies;
  for (int i = 0; i < 40; ++i)
    replies.push_back(std::async(std::launch::async, [&, i] {
      // Two of them are one ask, which was repeated while it waited.
      return asked(desk, {.client = {i < 2 ? "twice" : text("w", i), "k"}});
    }));
  while (desk.waiting() < 40) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  operations.set_notes("demo", {});
  desk.news("demo");
  std::map<std::int64_t, int> handed_out;
  for (auto& reply : replies) {
    const AskReply got = reply.get();
    ASSERT_EQ(got.claims.size(), 1U);
    EXPECT_GT(got.claims[0].lease.fence, 0);
    ++handed_out[got.claims[0].lease.number];
  }
  EXPECT_EQ(starts, 1);
  ASSERT_EQ(handed_out.size(), 39U);
  int twice = 0;
  for (const auto& [number, times] : handed_out) twice += times == 2;
  EXPECT_EQ(twice, 1);
  EXPECT_EQ(memory->studies().at(0).trials, 39);
}

// A fit is dear, and one is enough for all who wait.
TEST(AskDesk, OneThoughtIsForAllWhoWait) {
  Operations operations(leased_memory());
  operations.create(desk_study("hebo"));
  std::vector<Trial> prior;
  for (int i = 0; i < 60; ++i) {
    Trial trial;
    trial.state = TrialState::Complete;
    const double x = i / 60.0;
    trial.configuration = desk_study("hebo").space.configuration({x, 1.0 - x * x});
    trial.values = {x * (1.0 - x)};
    prior.push_back(std::move(trial));
  }
  operations.insert("demo", prior);
  AskDesk desk(operations, {});
  ASSERT_EQ(asked(desk, {.client = {"first"}}).claims.size(), 1U);  // it takes noticeable time
  operations.set_notes("demo", {.stopped = true});
  std::vector<std::future<AskReply>> replies;
  constexpr int kWorkers = 150;
  for (int i = 0; i < kWorkers; ++i)
    replies.push_back(std::async(std::launch::async, [&, i] {
      return asked(desk, {.client = {text("w", i), "k"}});
    }));
  while (desk.waiting() < kWorkers) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const std::int64_t before = desk.thoughts();
  operations.set_notes("demo", {});
  desk.news("demo");
  std::set<std::int64_t> numbers;
  for (auto& reply : replies) {
    const AskReply got = reply.get();
    ASSERT_EQ(got.claims.size(), 1U);
    numbers.insert(got.claims[0].lease.number);
  }
  EXPECT_EQ(numbers.size(), static_cast<std::size_t>(kWorkers));
  EXPECT_LE(desk.thoughts() - before, 2);  // and one ahead of the next asks
}

TEST(AskDesk, TheSameKeyAtOnceIsTheSameTrial) {
  Operations operations(leased_memory());
  operations.create(desk_study("random"));
  AskDesk desk(operations, {});
  for (const std::string key : {"k1", "k2", "k3"}) {
    std::vector<std::future<AskReply>> replies;
    for (int i = 0; i < 8; ++i)
      replies.push_back(std::async(std::launch::async, [&] {
        return asked(desk, {.client = {key, key}, .count = 2});
      }));
    std::set<std::int64_t> numbers;
    for (auto& reply : replies)
      for (const storage::Claim& claim : reply.get().claims) numbers.insert(claim.lease.number);
    EXPECT_EQ(numbers.size(), 2U) << key;
  }
}

TEST(AskDesk, DifferentKeysOfOneClientAreDifferentTrials) {
  Operations operations(leased_memory());
  operations.create(desk_study("random"));
  AskDesk desk(operations, {});
  const AskReply reply = asked(desk, {.client = {"a", "k0"}});
  const std::int64_t known = reply.claims.at(0).lease.number;
  const AskReply other = asked(desk, {.client = {"a", "k1"}, .holding = {known}});
  EXPECT_NE(other.claims.at(0).lease.number, known);
}

TEST(AskDesk, WhatWaitsIsHandedOutBeyondTheBudget) {
  Operations operations(leased_memory());
  operations.create(desk_study("random", 1));
  AskDesk desk(operations, {});
  const AskReply only = asked(desk, {.client = {"a"}});
  tell_claim(operations, only.claims.at(0), 1.0);
  EXPECT_TRUE(asked(desk, {.client = {"a"}}).done);
  operations.enqueue("demo", std::vector<Configuration>{only.claims[0].trial.configuration});
  const AskReply more = asked(desk, {.client = {"a"}, .count = 3, .wait = 0.0});
  ASSERT_EQ(more.claims.size(), 1U);
  EXPECT_EQ(more.claims[0].lease.number, 1);
  tell_claim(operations, more.claims[0], 1.0);
  EXPECT_TRUE(asked(desk, {.client = {"a"}, .wait = 0.0}).done);
}

TEST(AskDesk, ARestartedWorkerGetsItsTrialsBack) {
  Operations operations(leased_memory());
  operations.create(desk_study("random"));
  AskDesk desk(operations, {});
  const AskReply first = asked(desk, {.client = {"a"}});
  const AskReply others = asked(desk, {.client = {"b"}});
  EXPECT_NE(first.claims.at(0).lease.number, others.claims.at(0).lease.number);
  const AskReply back = asked(desk, {.client = {"a", "new"}});
  ASSERT_EQ(back.claims.size(), 1U);
  EXPECT_EQ(back.claims[0].lease, first.claims[0].lease);
  const AskReply second = asked(desk, {.client = {"a"}, .holding = {first.claims[0].lease.number}});
  EXPECT_EQ(second.claims.at(0).lease.number, 2);
}

TEST(AskDesk, SaysWhenAllTrialsWereHadAndWhenToWait) {
  Operations operations(leased_memory());
  operations.create(desk_study("random", 2));
  AskDesk desk(operations, {});
  const AskReply first = asked(desk, {.client = {"a"}, .count = 5});
  ASSERT_EQ(first.claims.size(), 2U);
  const AskReply wait = asked(desk, {.client = {"b"}, .wait = 0.0});
  EXPECT_TRUE(wait.claims.empty());
  EXPECT_FALSE(wait.done);
  EXPECT_EQ(wait.running, 2);
  for (const storage::Claim& claim : first.claims) tell_claim(operations, claim, 1.0);
  EXPECT_TRUE(asked(desk, {.client = {"b"}}).done);
}

TEST(AskDesk, ALongPollEndsWhenATrialComesBack) {
  Operations operations(leased_memory());
  operations.create(desk_study("random", 1));
  AskDesk desk(operations, {});
  const AskReply first = asked(desk, {.client = {"a"}});
  auto waiting = std::async(std::launch::async, [&] { return asked(desk, {.client = {"b"}, .wait = 30.0}); });
  EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout);
  operations.driver("demo")->recorder().requeue(first.claims.at(0).lease, "given back",
                                                storage::Attempt::Kept);
  desk.news("demo");
  const AskReply second = waiting.get();
  ASSERT_EQ(second.claims.size(), 1U);
  EXPECT_GT(second.claims[0].lease.fence, first.claims[0].lease.fence);
}

TEST(AskDesk, AStoppedStudyHandsOutNothing) {
  Operations operations(leased_memory());
  operations.create(desk_study("random"));
  operations.set_notes("demo", {.stopped = true});
  AskDesk desk(operations, {});
  EXPECT_TRUE(asked(desk, {.client = {"a"}, .wait = 0.0}).stopped);
  operations.set_notes("demo", {});
  EXPECT_EQ(asked(desk, {.client = {"a"}}).claims.size(), 1U);
}

TEST(AskDesk, ManyWorkersGetManyTrialsEachOnce) {
  Operations operations(leased_memory());
  operations.create(desk_study("random", 300));
  AskDesk desk(operations, {});
  std::vector<std::future<int>> workers;
  for (int w = 0; w < 16; ++w) {
    workers.push_back(std::async(std::launch::async, [&, w] {
      int count = 0;
      while (true) {
        const AskReply reply = asked(desk, {.client = {"w" + std::to_string(w)}, .wait = 5.0});
        if (reply.done) return count;
        for (const storage::Claim& claim : reply.claims) {
          tell_claim(operations, claim, 0.5);
          ++count;
        }
        desk.news("demo");
      }
    }));
  }
  int told = 0;
  for (auto& worker : workers) told += worker.get();
  EXPECT_EQ(told, 300);  // how many were prepared ahead depends on who is quicker
}

// An ask that is being served is in no queue while the store is asked, and waits again afterwards.
TEST(AskDesk, WhoIsTurnedAwayWhileServedDoesNotWait) {
  const auto memory = storage::open_memory();
  std::promise<void> serving, turned_away;
  std::atomic<int> looks = -1;  // counted once the study has no trial left
  Operations operations({[&](bool) {
                           auto hooked = std::make_unique<test::HookedStorage>(*memory);
                           hooked->set_hook([&](std::string_view call) {
                             if (call != "changes" || looks < 0 || looks++ > 0) return;
                             serving.set_value();
                             turned_away.get_future().wait();
                           });
                           return hooked;
                         },
                         Store::Existing::Resume, 30'000});
  operations.create(desk_study("random", 1));
  AskDesk desk(operations, {});
  ASSERT_EQ(asked(desk, {.client = {"a"}}).claims.size(), 1U);
  looks = 0;
  auto waiting = std::async(std::launch::async, [&] { return asked(desk, {.client = {"b"}, .wait = 600}); });
  serving.get_future().wait();
  desk.turn_away(true);
  turned_away.set_value();
  EXPECT_TRUE(waiting.get().claims.empty());
  EXPECT_TRUE(asked(desk, {.client = {"b"}, .wait = 600}).claims.empty());
  desk.turn_away(false);
  auto again = std::async(std::launch::async, [&] { return asked(desk, {.client = {"b"}, .wait = 600}); });
  while (desk.waiting() == 0) std::this_thread::yield();
  EXPECT_EQ(again.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout);
  desk.close();
}

TEST(AskDesk, AnUnknownStudyIsAnError) {
  Operations operations(leased_memory());
  AskDesk desk(operations, {});
  EXPECT_THROW(asked(desk, {.client = {"a"}}), Error);
}

TEST(NoteBook, KeepsNotesInTheStore) {
  const auto storage = storage::open_memory();
  const storage::StudyId id = storage->create_study({.name = "demo", .space = Space({real("x", 0, 1)})});
  NoteBook book([&]() -> storage::Storage& { return *storage; });
  EXPECT_EQ(book.of("demo"), StudyNotes{});
  book.put("demo", {.text = "first", .tags = {"a"}});
  const StudyNotes notes{.text = "second", .tags = {"a", "b"}, .stopped = true};
  book.put("demo", notes);
  EXPECT_EQ(book.of("demo"), notes);
  NoteBook other([&]() -> storage::Storage& { return *storage; });
  EXPECT_EQ(other.of("demo"), notes);
  EXPECT_EQ(storage->annotations(id).tags(), (std::set<std::string>{"a", "b"})) << "as `hone note` sees them";
  book.put("demo", {.text = "second", .tags = {"b"}});
  EXPECT_EQ(storage->annotations(id).tags(), std::set<std::string>{"b"});
  EXPECT_THROW(book.put("nobody", {.text = "x"}), Error);
  EXPECT_EQ(book.of("nobody"), StudyNotes{});
  storage->delete_study(id);
  book.drop("demo");
  EXPECT_EQ(book.of("demo"), StudyNotes{});
}

}  // namespace
}  // namespace hone::service
