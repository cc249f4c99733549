// SPDX-License-Identifier: MIT
// Several servers of one store, and clients that know them all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "hone/base/error.hpp"
#include "hone/codec/json.hpp"
#include "hone/remote/remote_storage.hpp"
#include "hone/server/server.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "server/wire.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::server {
namespace {

using ::testing::HasSubstr;

/// Takes connections, reads what is sent and closes without an answer: the request may have been done.
class MuteServer {
 public:
  MuteServer() : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(fd_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(fd_, 16) != 0 ||
        ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
      throw std::runtime_error("cannot listen on a port of this machine");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] {
      for (int client = ::accept(fd_, nullptr, nullptr); client >= 0;
           client = ::accept(fd_, nullptr, nullptr)) {
        char bytes[65536];
        static_cast<void>(!::recv(client, bytes, sizeof bytes, 0));
        ++asked_;
        ::close(client);
      }
    });
  }
  ~MuteServer() {
    ::shutdown(fd_, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  int asked() const { return asked_; }

 private:
  int fd_;
  std::uint16_t port_ = 0;
  std::atomic<int> asked_{0};
  std::thread thread_;
};

class Failover : public ::testing::Test {
 protected:
  std::unique_ptr<Server> serve(std::uint16_t port = 0) {
    const std::string path = folder_.file("hone.db");
    ServerOptions options;
    options.listen.port = port;
    options.lease = 1000;
    return std::make_unique<Server>([path](bool) { return storage::open_sqlite(path); }, options);
  }
  static remote::RemoteOptions quickly_back() { return {.client = {.return_time = 0.2}, .name = "tester"}; }
  static Study study() {
    return {.name = "s", .space = Space({real("x", 0, 1)}), .sampler = {"random"}, .seed = 1};
  }
  static storage::Outcome complete(const storage::Claim& claim, double value) {
    return {.lease = claim.lease, .values = {value}};
  }

  hone::test::TempDir folder_;
  storage::Worker worker_{"tester", 30'000};
};

TEST_F(Failover, TheNextServerTakesTheResultOfATrialThatAnotherHandedOut) {
  auto first = serve();
  const auto second = serve();
  remote::RemoteStorage store(first->url() + "," + second->url(), {.name = "tester"});
  const auto id = store.create_study(study());
  const auto handed = store.hand_out(id, 2, {}, worker_);
  ASSERT_EQ(handed.claims.size(), 2U);
  first.reset();
  const storage::Outcome one = complete(handed.claims[0], 0.5);
  store.finish(id, std::span(&one, 1));
  const std::vector<storage::Lease> held = {handed.claims[1].lease};
  EXPECT_TRUE(store.heartbeat(id, held, worker_).empty()) << "the trial is still ours";
  const std::vector<std::int64_t> holding = {handed.claims[1].lease.number};
  const auto more = store.hand_out(id, 1, holding, worker_);
  ASSERT_EQ(more.claims.size(), 1U);
  EXPECT_EQ(more.claims[0].lease.number, 2);
  const std::vector<storage::Outcome> others = {complete(handed.claims[1], 0.25),
                                                complete(more.claims[0], 0.125)};
  store.finish(id, others);
  store.finish(id, others);  // told twice, as an answer may be lost
  const auto near = storage::open_sqlite(folder_.file("hone.db"));
  const auto all = near->changes(near->find_study("s").value(), 0).trials;
  ASSERT_EQ(all.size(), 3U);
  for (const Trial& trial : all) EXPECT_EQ(trial.state, TrialState::Complete) << trial.number;
}

TEST_F(Failover, ADrainedServerIsLeftForTheNextWhichItsTrialsAreToldTo) {
  const auto first = serve();
  const auto second = serve();
  const std::string both = first->url() + "," + second->url();
  remote::HttpClient client(remote::ServiceUrl::parse_list(both), {});
  remote::RemoteStorage store(both, {.name = "tester"});
  const auto id = store.create_study(study());
  const auto handed = store.hand_out(id, 1, {}, worker_);
  ASSERT_EQ(handed.claims.size(), 1U);
  first->drain(true);
  EXPECT_EQ(client.send({.method = "GET", .target = "/readyz"}).server, second->url());
  const std::vector<std::int64_t> holding = {0};
  EXPECT_EQ(store.hand_out(id, 1, holding, worker_).claims.size(), 1U);
  const storage::Outcome one = complete(handed.claims[0], 0.5);
  store.finish(id, std::span(&one, 1));
  EXPECT_EQ(store.trial(id, 0)->state, TrialState::Complete);
  // Behind a balancer, or through one address of several servers, another connection helps.
  test::Wire wire(first->port());
  wire.send(test::post_text("/v1/studies/s:ask", R"({"client":"w"})"));
  EXPECT_THAT(wire.answer(), ::testing::StartsWith("HTTP/1.1 503"));
  EXPECT_TRUE(wire.closed());
  // Who knows no other server may tell, and is told to come later when he asks.
  remote::RemoteStorage alone(first->url(), {.name = "alone"});
  EXPECT_THAT(hone::test::message_of([&] { alone.hand_out(id, 1, {}, worker_); }),
              HasSubstr("being drained"));
  first->drain(false);
  EXPECT_EQ(alone.hand_out(id, 1, {}, worker_).claims.size(), 1U);
}

TEST_F(Failover, TheFirstServerIsAskedAgainWhenItIsBack) {
  auto first = serve();
  const auto second = serve();
  const std::uint16_t port = first->port();
  const std::string first_url = first->url();
  remote::HttpClient client(remote::ServiceUrl::parse_list(first_url + "," + second->url()),
                            quickly_back().client);
  const auto who = [&] { return client.send({.method = "GET", .target = "/healthz"}).server; };
  EXPECT_EQ(who(), first_url);
  first.reset();
  EXPECT_EQ(who(), second->url());
  first = serve(port);
  EXPECT_TRUE(hone::test::eventually([&] { return who() == first_url; }, 30.0));
  EXPECT_EQ(who(), first_url) << "and it stays";
}

TEST_F(Failover, WhatMayHappenOnlyOnceIsNotSentToASecondServer) {
  const MuteServer mute;
  const auto server = serve();
  remote::RemoteStorage good(server->url(), {.name = "tester"});
  const auto id = good.create_study(study());
  remote::RemoteStorage store(mute.url() + "," + server->url(), {.name = "tester"});
  ASSERT_EQ(store.find_study("s"), id) << "a look goes on to the next";
  Trial ended;
  ended.state = TrialState::Complete;
  ended.configuration = study().space.configuration({0.5});
  ended.values = {1.0};
  good.insert(id, std::span(&ended, 1));
  const int asked = mute.asked();
  EXPECT_GE(asked, 1);
  remote::HttpClient client(remote::ServiceUrl::parse_list(mute.url() + "," + server->url()), {});
  EXPECT_THAT(hone::test::message_of([&] {
                client.send({.method = "POST",
                             .target = "/v1/studies/s:note",
                             .body = R"({"number":0,"note":"loud"})",
                             .once = true});
              }),
              HasSubstr("does not answer"));
  EXPECT_EQ(mute.asked(), asked + 1);
  EXPECT_TRUE(good.trial(id, 0)->remarks.empty()) << "it was sent to the second server";
  const auto answer = client.send(
      {.method = "POST", .target = "/v1/studies/s:note", .body = R"({"number":0,"note":"loud"})"});
  EXPECT_EQ(answer.server, server->url());
  EXPECT_EQ(good.trial(id, 0)->remarks.size(), 1U);
}

}  // namespace
}  // namespace hone::server
