// SPDX-License-Identifier: MIT
// The server on a real port: what goes over the wire, and what must not.
#include "hone/server/server.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/codec/json.hpp"
#include "hone/remote/remote_storage.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "server/wire.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

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
  options.listen.waiting_of_address = 2;  // all of them: otherwise the first makes room for the second
  const auto server = serve(options);
  Wire one(server->port());
  Wire two(server->port());
  one.send(get_text("/healthz"));
  two.send(get_text("/healthz"));
  EXPECT_EQ(status_in(one.answer()), 200);
  EXPECT_EQ(status_in(two.answer()), 200);
  Wire three(server->port());
  three.send(get_text("/v1"));
  EXPECT_EQ(status_in(three.answer()), 503);
  // Whoever asks how it is has to be told all the same, and nobody keeps him out by saying nothing.
  EXPECT_EQ(status_in(ask(server->port(), get_text("/healthz"))), 200);
  std::vector<std::unique_ptr<Wire>> silent;
  for (int i = 0; i < 20; ++i) silent.push_back(std::make_unique<Wire>(server->port()));
  EXPECT_EQ(status_in(ask(server->port(), get_text("/healthz"))), 200);
  EXPECT_EQ(status_in(ask(server->port(), get_text("/readyz"))), 200);
  EXPECT_TRUE(silent.front()->closed());
}

TEST_F(ServerTest, SaysHowLongABodyMayBe) {
  const auto server = serve(small_options());
  const auto refusal = [&](const std::string& line) {
    Wire wire(server->port());
    wire.send(line +
              " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              "Content-Length: 900000000\r\n\r\n");
    return wire.answer();
  };
  const ListenOptions options = small_options().listen;
  const std::string body = refusal("POST /v1/studies");
  EXPECT_EQ(status_in(body), 413);
  EXPECT_NE(body.find("longer than " + std::to_string(options.body) + " bytes"), std::string::npos) << body;
  const std::string file = refusal("PUT /v1/studies/demo/trials/0/artefacts/a.txt");
  EXPECT_EQ(status_in(file), 413);
  EXPECT_NE(file.find("longer than " + std::to_string(options.file) + " bytes"), std::string::npos) << file;
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

/// The body of an answer in chunks.
std::string unchunked(std::string_view answer) {
  std::string body;
  answer.remove_prefix(std::min(answer.find("\r\n\r\n") + 4, answer.size()));
  while (!answer.empty()) {
    const std::size_t size = std::stoul(std::string(answer.substr(0, answer.find("\r\n"))), nullptr, 16);
    answer.remove_prefix(answer.find("\r\n") + 2);
    body += answer.substr(0, size);
    answer.remove_prefix(size + 2);
  }
  return body;
}

/// One study of so many trials that have ended.
void insert_trials(Server& server, int count) {
  Wire wire(server.port());
  wire.send(post_text("/v1/studies", kLine));
  wire.answer();
  for (int done = 0; done < count; done += 500) {
    codec::Json trials = codec::Json::array();
    for (int i = done; i < std::min(done + 500, count); ++i)
      trials.push_back({{"params", {{"x", i / static_cast<double>(count)}}}, {"value", i}});
    wire.send(post_text("/v1/studies/demo/trials", codec::Json({{"trials", trials}}).dump()));
    EXPECT_EQ(status_in(wire.answer()), 200);
  }
}

TEST_F(ServerTest, SendsLongAnswersInPieces) {
  const auto server = serve(small_options());
  insert_trials(*server, 2000);
  Wire wire(server->port());
  wire.send(get_text("/v1/studies/demo/trials?since=0"));
  const std::string answer = wire.until("\r\n0\r\n\r\n");
  EXPECT_NE(answer.find("Transfer-Encoding: chunked\r\n"), std::string::npos) << answer.substr(0, 500);
  EXPECT_EQ(answer.find("Content-Length"), std::string::npos);
  const auto body = codec::Json::parse(unchunked(answer));
  ASSERT_EQ(body["trials"].size(), 2000U);
  for (int i = 0; i < 2000; ++i) {
    ASSERT_EQ(body["trials"][i]["number"], i);
    ASSERT_EQ(body["trials"][i]["value"], i);
  }
  EXPECT_EQ(body["total"], 2000);
  wire.send(
      get_text("/v1/studies/demo/trials?since=" + body["revision"].dump()));  // the same connection goes on
  const std::string nothing = wire.answer();
  EXPECT_NE(nothing.find("Content-Length"), std::string::npos) << nothing;  // a short answer is whole
  EXPECT_NE(nothing.find("\"trials\":[]"), std::string::npos) << nothing;
  Wire head(server->port());
  head.send("HEAD /v1/studies/demo/trials?since=0 HTTP/1.1\r\nHost: localhost\r\n\r\n" +
            get_text("/healthz"));
  EXPECT_EQ(head.answer().find("\"trials\""), std::string::npos);
  EXPECT_NE(head.answer().find("\"ok\":true"), std::string::npos);
}

TEST_F(ServerTest, SendsLongAnswersToClientsThatKnowNoChunks) {
  const auto server = serve(small_options());
  insert_trials(*server, 2000);
  Wire wire(server->port());
  wire.send("GET /v1/studies/demo/trials?since=0 HTTP/1.0\r\nHost: localhost\r\n\r\n");
  const std::string answer = wire.until("\"space\":1}");
  EXPECT_EQ(answer.find("chunked"), std::string::npos);
  EXPECT_EQ(codec::Json::parse(answer.substr(answer.find("\r\n\r\n")))["trials"].size(), 2000U);
  EXPECT_TRUE(wire.closed());  // which says that it was all
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

// It used to ask again for ever: the answer did not say that nothing was to be waited for.
TEST_F(ServerTest, AStoppedStudyAnswersWhoAsksThroughItsStore) {
  const auto server = serve(small_options());
  service::Operations far({.open = [&](bool) {
    return std::make_unique<remote::RemoteStorage>(server->url(), remote::RemoteOptions{.name = "tester"});
  }});
  far.create({.name = "far", .space = Space({real("x", 0, 1)}), .sampler = {"random"}});
  ASSERT_EQ(far.ask("far", 1, false).claims.size(), 1U);
  far.annotate("far", {.stopped = true});
  const service::Asked asked = far.ask("far", 1, false);
  EXPECT_TRUE(asked.stopped);
  EXPECT_TRUE(asked.claims.empty());
  EXPECT_EQ(asked.running, 1);
  far.annotate("far", {.stopped = false});
  EXPECT_EQ(far.ask("far", 1, false).claims.size(), 1U);
}

// As a store that is not far away says it, without the address in front.
TEST_F(ServerTest, ARefusalReadsAsThatOfAnyStore) {
  const auto server = serve(small_options());
  remote::RemoteStorage remote(server->url(), {.name = "tester"});
  const auto id =
      remote.create_study({.name = "far", .space = Space({real("x", 0, 1)}), .sampler = {"random"}});
  const storage::Correction wrong{.number = 7, .kind = storage::Correction::Kind::Retry};
  const std::string far = hone::test::message_of([&] { remote.correct(id, std::span(&wrong, 1)); });
  const auto here = storage::open_sqlite(folder_.file("hone.db"));
  const std::string near =
      hone::test::message_of([&] { here->correct(*here->find_study("far"), std::span(&wrong, 1)); });
  EXPECT_EQ(far, near);
}

TEST_F(ServerTest, WhoGetsNothingHearsWhatToWaitFor) {
  const auto server = serve(small_options());
  remote::RemoteStorage remote(server->url(), {.name = "tester"});
  const storage::Worker worker{"tester", 30'000};
  const auto id = remote.create_study(
      {.name = "far", .space = Space({categorical("c", {"a", "b"})}), .sampler = {"grid"}, .seed = 3});
  const storage::HandedOut all = remote.hand_out(id, 2, {}, worker);
  ASSERT_EQ(all.claims.size(), 2U);
  const std::vector<std::int64_t> holding = {0, 1};
  storage::HandedOut nothing = remote.hand_out(id, 1, holding, worker);
  while (nothing.thinking) nothing = remote.hand_out(id, 1, holding, worker);
  EXPECT_TRUE(nothing.claims.empty());
  EXPECT_FALSE(nothing.done);
  EXPECT_EQ(nothing.running, 2);
  const std::vector<storage::Outcome> outcomes = {{.lease = all.claims[0].lease, .values = {0.5}},
                                                  {.lease = all.claims[1].lease, .values = {0.25}}};
  remote.finish(id, outcomes);
  nothing = remote.hand_out(id, 1, {}, worker);
  while (nothing.thinking) nothing = remote.hand_out(id, 1, {}, worker);
  EXPECT_TRUE(nothing.done);
  EXPECT_EQ(nothing.running, 0);
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
  Study renamed = remote.current(id).study;
  renamed.name = "farther";
  remote.redefine_study(id, renamed, std::nullopt);
  EXPECT_EQ(remote.find_study("farther"), id);
  EXPECT_EQ(remote.find_study("far"), std::nullopt);
  remote.delete_study(id);
  EXPECT_TRUE(remote.studies().empty());
}

}  // namespace
}  // namespace hone::server
