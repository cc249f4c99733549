// SPDX-License-Identifier: MIT
// A server that is about to be replaced: it hands out nothing new, and ends what it began.
#include <gtest/gtest.h>

#include <chrono>
#include <future>

#include "hone/codec/json.hpp"
#include "hone/service/ask_desk.hpp"
#include "server/service_fixture.hpp"

namespace hone::server {
namespace {

class Drain : public test::ServiceTest {
 protected:
  int status(const std::string& method, const std::string& target, const std::string& body = "") {
    return send(method, target, body).status;
  }
};

TEST_F(Drain, HandsOutNothingNewAndTakesEverything) {
  create("demo", R"(,"budget":{"trials":9})");
  const Json trial = ask("demo", "w")["trials"].at(0);
  json("POST", "/v1/studies/demo:enqueue", R"({"points":[{"x":0.5}]})");
  EXPECT_EQ(json("POST", "/v1:drain")["draining"], true);
  EXPECT_EQ(json("GET", "/v1")["draining"], true);
  for (const char* what : {":ask", ":claim"}) {
    const HttpAnswer refused = send("POST", std::string("/v1/studies/demo") + what, R"({"client":"w"})");
    EXPECT_EQ(refused.status, 503) << what;
    EXPECT_EQ(Json::parse(refused.body)["error"]["code"], "unavailable") << what;
  }
  const HttpAnswer ready = send("GET", "/readyz");
  EXPECT_EQ(ready.status, 503);
  EXPECT_EQ(Json::parse(ready.body)["error"]["code"], "draining");
  EXPECT_EQ(status("GET", "/healthz"), 200);
  const std::string lease = R"({"number":0,"token":)" + trial["token"].dump() +
                            R"(,"client":"w","reports":[{"step":1,"value":2}]})";
  json("POST", "/v1/studies/demo:report", lease);
  const std::string leases =
      R"({"client":"w","leases":[{"number":0,"token":)" + trial["token"].dump() + "}]}";
  EXPECT_TRUE(json("POST", "/v1/studies/demo:heartbeat", leases)["lost"].empty());
  json("POST", "/v1/studies/demo:tell",
       R"({"client":"w","results":[{"number":0,"value":1,"token":)" + trial["token"].dump() + "}]}");
  EXPECT_EQ(json("GET", "/v1/studies/demo/trials/0")["state"], "complete");
  EXPECT_EQ(json("POST", "/v1:drain?state=off")["draining"], false);
  EXPECT_EQ(status("GET", "/readyz"), 200);
  EXPECT_EQ(ask("demo", "w")["trials"].size(), 1U);
  EXPECT_EQ(status("POST", "/v1:drain?state=maybe"), 400);
}

TEST_F(Drain, WhoWaitsForATrialIsAnsweredAtOnce) {
  create("demo", R"(,"budget":{"trials":1})");
  ask("demo", "a");
  auto waiting = std::async(std::launch::async, [this] { return ask("demo", "b", R"(,"wait":60)"); });
  while (operations_.asks().waiting() == 0) std::this_thread::yield();
  const auto begun = std::chrono::steady_clock::now();
  service_.drain(true);
  EXPECT_TRUE(waiting.get()["trials"].empty());
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
}

}  // namespace
}  // namespace hone::server
