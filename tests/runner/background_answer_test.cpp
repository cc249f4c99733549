// SPDX-License-Identifier: MIT
#include "hone/runner/background_answer.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <stdexcept>

#include "hone/core/space.hpp"
#include "support/processes.hpp"
#include "support/slow_sampler.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<Proposer> proposer(std::chrono::milliseconds time, test::SlowSampler::Hook thinking = {}) {
  return std::make_shared<Proposer>(std::make_unique<test::SlowSampler>(
      std::make_unique<test::TinySampler>(Space({real("x", 0, 1)})), time, std::move(thinking)));
}

Question question(int count) {
  return {.count = count, .seed = 7, .running = std::make_shared<const std::vector<Trial>>()};
}

TEST(BackgroundAnswer, ComesWhileTheCallerWaitsForSomethingElse) {
  BackgroundAnswer answer;
  EXPECT_FALSE(answer.expected());
  EXPECT_EQ(answer.fd(), -1);
  const auto asked = proposer(50ms);
  answer.begin(asked, question(3));
  EXPECT_TRUE(answer.expected());
  EXPECT_FALSE(answer.ready());
  pollfd readable{answer.fd(), POLLIN, 0};
  ASSERT_EQ(::poll(&readable, 1, 10'000), 1);
  EXPECT_TRUE(answer.ready());
  const auto proposals = answer.take();
  EXPECT_EQ(proposals.size(), 3U);
  EXPECT_FALSE(answer.expected());
  EXPECT_EQ(proposals[0].configuration, asked->answer(question(1))[0].configuration)
      << "the thread does not change the answer";
}

TEST(BackgroundAnswer, ThrowsWhatTheSamplerThrew) {
  BackgroundAnswer answer;
  answer.begin(proposer(0ms, [](const AskRequest&) { throw std::runtime_error("no idea"); }), question(1));
  EXPECT_THROW(answer.take(), std::runtime_error);
  EXPECT_FALSE(answer.expected());
}

TEST(BackgroundAnswer, GivesUpWithoutWaiting) {
  std::atomic<bool> go = false;
  {
    BackgroundAnswer answer;
    answer.begin(proposer(0ms, [&](const AskRequest&) { go.wait(false); }), question(1));
  }  // the waiting ends here, before the sampler has thought
  EXPECT_TRUE(thinking_in_vain());
  go = true;
  go.notify_all();
  EXPECT_TRUE(test::eventually([] { return !thinking_in_vain(); }));
}

}  // namespace
}  // namespace hone::runner
