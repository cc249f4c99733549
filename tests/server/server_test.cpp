// SPDX-License-Identifier: MIT
// The server on a real port: what goes over the wire, and what must not.
#include "hone/server/server.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "hone/base/error.hpp"
#include "hone/codec/json.hpp"
#include "hone/remote/remote_storage.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "server/wire.hpp"
#include "support/temp_dir.hpp"

namespace hone::server {
namespace {

using test::get_text;
using test::post_text;
using test::Wire;

TEST(Loopback, IsToldByTheAddress) {
  EXPECT_TRUE(is_loopback("127.0.0.1"));
  EXPECT_TRUE(is_loopback("::1"));
  EXPECT_TRUE(is_loopback("localhost"));
  EXPECT_FALSE(is_loopback("0.0.0.0"));
  EXPECT_FALSE(is_loopback("10.0.0.1"));
  EXPECT_FALSE(is_loopback("::"));
}

constexpr const char* kLine =
    R"({"name":"demo","parameters":{"x":{"type":"float","low":0,"high":1}},"sampler":"random","seed":1})";

ServerOptions small_options() {
  ServerOptions options;
  options.listen.port = 0;
  options.listen.workers = 4;
  options.listen.body = 100'000;
  options.listen.header = 4096;
  options.listen.request_time = 1.0;
  options.lease = 1000;
  return options;
}

class ServerTest : public ::testing::Test {
 protected:
  std::unique_ptr<Server> serve(const ServerOptions& options) {
    const std::string path = folder_.file("hone.db");
    return std::make_unique<Server>([path](bool) { return storage::open_sqlite(path); }, options);
  }
  std::string ask(std::uint16_t port, const std::string& bytes) {
    Wire wire(port);
    wire.send(bytes);
    return wire.answer();
  }
  hone::test::TempDir folder_;
};

int status_in(const std::string& answer) { return answer.size() > 12 ? std::stoi(answer.substr(9, 3)) : 0; }

TEST_F(ServerTest, KeepsAConnectionForManyRequests) {
  const auto server = serve(small_options());
  Wire wire(server->port());
  for (int i = 0; i < 5; ++i) {
    wire.send(get_text("/healthz"));
    EXPECT_EQ(status_in(wire.answer()), 200);
  }
  wire.send(get_text("/healthz") + get_text("/v1"));  // one after the other without waiting
  EXPECT_EQ(status_in(wire.answer()), 200);
  EXPECT_NE(wire.answer().find("\"api\":1"), std::string::npos);
  wire.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(status_in(wire.answer()), 200);
  EXPECT_TRUE(wire.closed());
}

TEST_F(ServerTest, RefusesWhatIsTooLongTooSlowOrNotHttp) {
  const auto server = serve(small_options());
  const std::uint16_t port = server->port();
  EXPECT_EQ(status_in(ask(port, post_text("/v1/studies", std::string(200'000, ' ')))), 413);
  EXPECT_EQ(
      status_in(ask(port, "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(5000, 'a') + "\r\n\r\n")),
      431);
  EXPECT_EQ(status_in(ask(port, "NONSENSE\r\n\r\n")), 400);
  EXPECT_EQ(status_in(ask(port, "POST /v1/studies HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n")),
            400);
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(
      status_in(ask(port, "POST /v1/studies HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nab")),
      408);
  EXPECT_EQ(status_in(ask(port, "GET / HT")), 408);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(15));
  EXPECT_EQ(status_in(ask(port, get_text("/healthz"))), 200);
}

TEST_F(ServerTest, TakesOneEncodingOnly) {
  const auto server = serve(small_options());
  const auto status = [&](const std::string& version, const std::string& headers) {
    Wire wire(server->port());
    wire.send("POST /v1/studies HTTP/" + version + "\r\nHost: localhost\r\n" + headers +
              "\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const int first = status_in(wire.answer());
    EXPECT_EQ(wire.answer(), "") << headers << ": the body was taken for a request";
    return first;
  };
  EXPECT_EQ(status("1.1", "Transfer-Encoding: xchunked\r\n"), 501);
  EXPECT_EQ(status("1.1", "Transfer-Encoding: gzip, chunked\r\n"), 501);
  EXPECT_EQ(status("1.1", "Transfer-Encoding: identity\r\nContent-Length: 2\r\n"), 400);
  EXPECT_EQ(status("1.0", "Transfer-Encoding: chunked\r\n"), 400);
  const std::string chunked =
      "POST /v1/studies:check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
  EXPECT_EQ(status_in(ask(server->port(), chunked)), 200);
}

TEST_F(ServerTest, HeadHasNoBody) {
  const auto server = serve(small_options());
  for (const char* target : {"/healthz", "/readyz", "/v1/studies", "/v1/nothing", "/v1/events"}) {
    Wire wire(server->port());
    wire.send("HEAD " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n\r\n" + get_text("/healthz"));
    const std::string both = wire.until("{");
    EXPECT_EQ(status_in(both), target == std::string("/v1/nothing") ? 404 : 200);
    const std::size_t end = both.find("\r\n\r\n");
    ASSERT_NE(end, std::string::npos);
    EXPECT_EQ(both.substr(end + 4, 9), "HTTP/1.1 ") << target << ": " << both;
  }
}

TEST_F(ServerTest, ReadsNoLargeBodyOfAStranger) {
  const auto storage = storage::open_sqlite(folder_.file("hone.db"));
  TokenBook book([&]() -> storage::Storage& { return *storage; });
  const std::string token = book.create({.role = Role::Admin});
  const auto server = serve(small_options());
  const auto head = [](const std::string& more) {
    return "POST /v1/studies HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + more +
           "\r\n";
  };
  // The body never comes: who waits for it answers 408.
  EXPECT_EQ(status_in(ask(server->port(), head("Content-Length: 90000\r\n"))), 401);
  EXPECT_EQ(status_in(ask(server->port(), head("Transfer-Encoding: chunked\r\n"))), 401);
  EXPECT_EQ(status_in(ask(server->port(), head("Content-Length: 90\r\n"))), 408);
  const std::string known = "Authorization: Bearer " + token + "\r\n";
  EXPECT_EQ(status_in(ask(server->port(), head(known + "Content-Length: 90000\r\n"))), 408);
  const std::string padded = std::string(80'000, ' ') + kLine;
  EXPECT_EQ(
      status_in(ask(server->port(),
                    head(known + "Content-Length: " + std::to_string(padded.size()) + "\r\n") + padded)),
      201);
}

TEST_F(ServerTest, TellsTooManyConnectionsToComeLater) {
  ServerOptions options = small_options();
  options.listen.connections = 2;
  const auto server = serve(options);
  Wire one(server->port());
  Wire two(server->port());
  one.send(get_text("/healthz"));
  two.send(get_text("/healthz"));
  EXPECT_EQ(status_in(one.answer()), 200);
  EXPECT_EQ(status_in(two.answer()), 200);
  Wire three(server->port());
  EXPECT_EQ(status_in(three.answer()), 503);
}

TEST_F(ServerTest, StreamsWhatChanges) {
  const auto server = serve(small_options());
  ask(server->port(), post_text("/v1/studies", kLine));
  Wire stream(server->port());
  stream.send(get_text("/v1/studies/demo/events?since=0"));
  EXPECT_NE(stream.until(": hone").find("text/event-stream"), std::string::npos);
  const std::string asked = ask(server->port(), post_text("/v1/studies/demo:ask", R"({"client":"a"})"));
  const auto token = codec::Json::parse(asked.substr(asked.find("\r\n\r\n")))["trials"][0]["token"];
  const std::string event = stream.until("\"state\":\"running\"");
  EXPECT_NE(event.find("event: trials"), std::string::npos) << event;
  EXPECT_NE(event.find("\"state\":\"running\""), std::string::npos) << event;
  ask(server->port(),
      post_text("/v1/studies/demo:tell",
                R"({"client":"a","results":[{"number":0,"value":0.5,"token":)" + token.dump() + "}]}"));
  EXPECT_NE(stream.until("\"state\":\"complete\"").find("\"complete\":1"), std::string::npos);
}

TEST_F(ServerTest, EndsInGoodOrder) {
  ServerOptions options = small_options();
  auto server = serve(options);
  ask(server->port(),
      post_text(
          "/v1/studies",
          R"({"name":"full","parameters":{"x":{"type":"float","low":0,"high":1}},"sampler":"random","budget":{"trials":1}})"));
  ask(server->port(), post_text("/v1/studies/full:ask", R"({"client":"a"})"));
  Wire waiting(server->port());
  waiting.send(post_text("/v1/studies/full:ask", R"({"client":"b","wait":30})"));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const auto begun = std::chrono::steady_clock::now();
  server->stop(10.0);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(8));
  EXPECT_EQ(status_in(waiting.answer()), 200);  // a long poll is answered, not cut off
}

TEST_F(ServerTest, IsNotForOtherMachinesWithoutTokens) {
  ServerOptions options = small_options();
  options.listen.host = "0.0.0.0";
  EXPECT_THROW(serve(options), Error);
  const auto storage = storage::open_sqlite(folder_.file("hone.db"));
  TokenBook book([&]() -> storage::Storage& { return *storage; });
  const std::string token = book.create({.role = Role::Read});
  const auto server = serve(options);
  EXPECT_EQ(status_in(ask(server->port(), get_text("/v1"))), 401);
  EXPECT_EQ(status_in(ask(server->port(),
                          "GET /v1 HTTP/1.1\r\nHost: any\r\nAuthorization: Bearer " + token + "\r\n\r\n")),
            200);
}

TEST_F(ServerTest, AnAskIsAnsweredTheSameAfterARestart) {
  ServerOptions options = small_options();
  auto server = serve(options);
  ask(server->port(), post_text("/v1/studies", kLine));
  const std::string wish = R"({"client":"a","key":"k"})";
  const std::string first = ask(server->port(), post_text("/v1/studies/demo:ask", wish));
  ASSERT_EQ(status_in(first), 200);
  server.reset();
  server = serve(options);
  const std::string again = ask(server->port(), post_text("/v1/studies/demo:ask", wish));
  const auto body = [](const std::string& answer) { return answer.substr(answer.find("\r\n\r\n")); };
  EXPECT_EQ(body(first), body(again));
}

// The client's store is the server's store.
TEST_F(ServerTest, AServiceIsAStore) {
  const auto server = serve(small_options());
  remote::RemoteStorage remote(server->url(), {.name = "tester"});
  const Study study{
      .name = "far", .space = Space({real("x", 0, 1), real("y", 0, 1)}), .sampler = {"sobol"}, .seed = 3};
  const auto id = remote.create_study(study);
  EXPECT_THROW(remote.create_study(study), Error);
  EXPECT_EQ(remote.find_study("far"), id);
  EXPECT_EQ(remote.find_study("none"), std::nullopt);
  EXPECT_EQ(remote.current(id).study, study);
  const storage::HandedOut handed = remote.hand_out(id, 2, {}, {"tester", 30'000});
  ASSERT_EQ(handed.claims.size(), 2U);
  EXPECT_EQ(handed.claims[0].lease.fence, 1);  // folders of trials are named by it
  remote.report(id, handed.claims[0].lease, std::vector<Report>{{1, 0.25}});
  EXPECT_TRUE(remote.heartbeat(id, std::vector{handed.claims[0].lease}, {"tester", 30'000}).empty());
  const storage::Outcome outcome{
      .lease = handed.claims[0].lease, .values = {0.1 + 0.2}, .attributes = {{"a", std::int64_t{1}}}};
  remote.finish(id, std::span(&outcome, 1));
  remote.finish(id, std::span(&outcome, 1));  // the answer was lost, and it is sent again
  remote.requeue(id, handed.claims[1].lease, "not now", storage::Attempt::Kept);
  const auto here = storage::open_sqlite(folder_.file("hone.db"));
  const storage::Changes far = remote.changes(id, 0);
  const storage::Changes near = here->changes(*here->find_study("far"), 0);
  EXPECT_EQ(far.revision, near.revision);
  EXPECT_EQ(far.trials, near.trials);
  ASSERT_EQ(remote.studies().size(), 1U);
  EXPECT_EQ(remote.studies()[0].complete, 1);
  const ArtefactInfo kept = remote.put_artefact(
      {.kind = "k", .name = "a/b", .maker = "m", .settings = "s", .bytes = std::string("a\0b", 3)});
  const std::optional<Artefact> found = remote.artefact(ArtefactKey{.kind = "k", .name = "a/b"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->bytes, std::string("a\0b", 3));
  EXPECT_EQ(found->info.hash, kept.hash);
  EXPECT_EQ(found->info.created, kept.created);
  remote.delete_study(id);
  EXPECT_TRUE(remote.studies().empty());
}

}  // namespace
}  // namespace hone::server
