// SPDX-License-Identifier: MIT
#include "hone/server/lanes.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "hone/server/route.hpp"

namespace hone::server {
namespace {

/// Jobs that end when they are told to.
class Held {
 public:
  std::function<void()> job() {
    return [this] {
      ++begun_;
      gate_.get_future().wait();
    };
  }
  void let_go() { gate_.set_value(); }
  bool begun() const { return begun_ > 0; }

 private:
  std::promise<void> gate_;
  std::atomic<int> begun_ = 0;
};

TEST(Lanes, NoneWaitsForAnother) {
  Held held;
  Lanes lanes(1);
  std::vector<std::unique_ptr<Held>> more;
  for (int i = 0; i < 10; ++i) {  // however many processors there are
    more.push_back(std::make_unique<Held>());
    lanes.run(Lane::Bulk, more.back()->job());
  }
  for (const Lane lane : {Lane::Work, Lane::Look, Lane::File}) {
    std::promise<void> done;
    lanes.run(lane, [&] { done.set_value(); });
    done.get_future().wait();
  }
  EXPECT_FALSE(more.back()->begun());
  EXPECT_FALSE(lanes.wait_idle(0.0));
  for (const auto& one : more) one->let_go();
}

TEST(Lanes, ForgetWhatWasNotBegun) {
  auto forgotten = std::make_shared<int>(1);
  Held held;
  {
    Lanes lanes(1);
    lanes.run(Lane::Work, held.job());
    lanes.run(Lane::Work, [forgotten] { ++*forgotten; });
    while (!held.begun()) std::this_thread::yield();
    lanes.stop();
    EXPECT_EQ(forgotten.use_count(), 1);  // and with it what it held
    lanes.run(Lane::Work, [forgotten] { ++*forgotten; });
    EXPECT_EQ(forgotten.use_count(), 1);
    held.let_go();
    EXPECT_TRUE(lanes.wait_idle(60.0));
  }
  EXPECT_EQ(*forgotten, 1);
}

TEST(Lanes, AreChosenByWhatIsAskedFor) {
  const auto lane = [](const std::string& method, const std::string& target) {
    return lane_of({.method = method, .target = target});
  };
  EXPECT_EQ(lane("POST", "/v1/studies/a:ask"), Lane::Work);
  EXPECT_EQ(lane("POST", "/v1/studies/a:tell"), Lane::Work);
  EXPECT_EQ(lane("POST", "/v1/studies/a:heartbeat"), Lane::Work);
  EXPECT_EQ(lane("PATCH", "/v1/studies/a"), Lane::Work);
  EXPECT_EQ(lane("GET", "/v1/studies"), Lane::Look);
  EXPECT_EQ(lane("HEAD", "/v1/studies/a"), Lane::Look);
  EXPECT_EQ(lane("GET", "/v1/studies/a/trials?since=0"), Lane::Look);  // sent in pieces
  EXPECT_EQ(lane("GET", "/v1/studies/a/charts/history"), Lane::Bulk);
  EXPECT_EQ(lane("GET", "/v1/studies/a/diagnosis"), Lane::Bulk);
  EXPECT_EQ(lane("GET", "/v1/studies/a/export?format=csv"), Lane::Bulk);
  EXPECT_EQ(lane("POST", "/v1/studies/a:preview"), Lane::Bulk);
  EXPECT_EQ(lane("POST", "/v1/studies:check"), Lane::Look);
  EXPECT_EQ(lane("POST", "/v1:drain"), Lane::Work);
  EXPECT_EQ(lane("PUT", "/v1/studies/a/trials/0/artefacts/a.txt"), Lane::File);
  const std::string filtered = "/v1/studies/a/trials?where=x%3C";
  EXPECT_EQ(lane("GET", filtered + "1"), Lane::Look);
  EXPECT_EQ(lane("GET", filtered + std::string(300, '1')), Lane::Bulk);
  EXPECT_EQ(lane("GET", "/no/such/path"), Lane::Look);
  EXPECT_EQ(lane("GET", "/v1/studies/%zz"), Lane::Look);  // refused there
}

}  // namespace
}  // namespace hone::server
