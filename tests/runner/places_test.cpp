// SPDX-License-Identifier: MIT
// What a loop does when the machine or the store refuses.
#include "hone/runner/places.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "hone/runner/patience.hpp"
#include "support/throws.hpp"

namespace hone::runner {
namespace {

class Warnings final : public LoopObserver {
 public:
  void warning(const std::string& message) override { all.push_back(message); }
  std::vector<std::string> all;
};

const Error kNoProcess(ErrorCode::System, "no process is left", "end some");
const Error kFull(ErrorCode::StorageFull, "no room is left", "make some");
const Error kBusy(ErrorCode::StorageBusy, "the store is busy", "wait");

Moment start() { return std::chrono::steady_clock::now(); }

TEST(Places, AreFewerForAWhileAfterTheMachineRefused) {
  Warnings warnings;
  Places places(4, 60.0, warnings);
  const Moment now = start();
  EXPECT_EQ(places.count(now), 4);
  EXPECT_FALSE(places.paused(now));
  places.refused(kNoProcess, 2, now);
  EXPECT_TRUE(places.paused(now));
  EXPECT_FALSE(places.paused(after(now, 1.0)));
  EXPECT_EQ(places.count(after(now, 1.0)), 2);
  EXPECT_EQ(places.count(after(now, 61.0)), 4) << "it may have recovered";
  places.refused(kNoProcess, 2, now);
  EXPECT_EQ(warnings.all,
            std::vector<std::string>{"no process is left; end some; until then 2 trials are run "
                                     "at a time instead of 4"});
  places.check();
}

TEST(Places, AreNoneWhenNothingCanBeStartedThreeTimes) {
  Warnings warnings;
  Places places(4, 60.0, warnings);
  for (int i = 0; i < 2; ++i) places.refused(kNoProcess, 0, start());
  places.proved();
  for (int i = 0; i < 2; ++i) places.refused(kNoProcess, 0, start());
  EXPECT_NO_THROW(places.check()) << "not in a row";
  places.refused(kNoProcess, 0, start());
  EXPECT_EQ(test::message_of([&] { places.check(); }), "no process is left; end some");
}

TEST(Places, AreNoneWhenNoOutputCanBeWritten) {
  Warnings warnings;
  Places places(4, 60.0, warnings);
  for (int i = 0; i < 2; ++i) places.output_refused(kNoProcess);
  EXPECT_NO_THROW(places.check());
  places.output_refused(kNoProcess);
  EXPECT_THROW(places.check(), Error);
}

TEST(Places, WaitForRoomAsLongAsTrialsRun) {
  Warnings warnings;
  Places places(4, 0.0, warnings);  // no patience
  places.refused(kFull, 1, start());
  EXPECT_NO_THROW(places.check());
  EXPECT_EQ(places.count(start()), 4);
  EXPECT_EQ(warnings.all.size(), 1U);
  places.refused(kFull, 0, start());
  EXPECT_THROW(places.check(), Error);
  EXPECT_EQ(warnings.all.size(), 1U) << "said once";
}

TEST(Patience, IsForStoresThatAreBusyOrFull) {
  Warnings warnings;
  Patience patience(60.0, 60.0, warnings);
  EXPECT_TRUE(patience.call([] {}));
  EXPECT_FALSE(patience.paused(start()));
  EXPECT_FALSE(patience.call([] { throw kBusy; }));
  EXPECT_TRUE(patience.paused(start()));
  EXPECT_TRUE(warnings.all.empty());
  EXPECT_FALSE(patience.call([] { throw kFull; }));
  EXPECT_EQ(warnings.all, std::vector<std::string>{
                              "no room is left; make some; it is tried again for up to 60 seconds, and "
                              "what runs goes on"});
  EXPECT_THROW(patience.call([] { throw kNoProcess; }), Error);
}

TEST(Patience, HasAnEnd) {
  Warnings warnings;
  Patience patience(-1.0, 0.0, warnings);
  EXPECT_THROW(patience.call([] { throw kBusy; }), Error);
  EXPECT_THROW(patience.call([] { throw kFull; }), Error);
}

}  // namespace
}  // namespace hone::runner
