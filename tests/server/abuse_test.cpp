// SPDX-License-Identifier: MIT
// A store that is silent, full or damaged, and clients that lie, leave or take too much.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/codec/json.hpp"
#include "hone/remote/remote_storage.hpp"
#include "hone/server/server.hpp"
#include "hone/service/ask_desk.hpp"
#include "server/service_fixture.hpp"
#include "server/wire.hpp"
#include "support/hooked_storage.hpp"

namespace hone::server {
namespace {

using test::get_text;
using test::post_text;
using test::Wire;

int status_of_answer(const std::string& answer) {
  return answer.size() > 12 ? std::stoi(answer.substr(9, 3)) : 0;
}

/// A store of many servers, whose calls may be held or fail. It outlives them.
class StubbornStore {
 public:
  Server::OpenStore open() {
    return [this](bool) {
      auto store = std::make_unique<hone::test::HookedStorage>(*inner_);
      store->set_hook([this](std::string_view call) { pass(call); });
      return store;
    };
  }
  /// Holds this call, or all of them.
  void fall_silent(const std::string& call = "") {
    const std::lock_guard guard(mutex_);
    held_ = call;
    silent_ = true;
  }
  void speak() {
    const std::lock_guard guard(mutex_);
    silent_ = false;
    moved_.notify_all();
  }
  void fail(std::optional<Error> error) {
    const std::lock_guard guard(mutex_);
    error_ = std::move(error);
  }
  /// How often a study was looked for.
  int looks() const { return looks_; }
  void wait_for_looks(int count) {
    std::unique_lock lock(mutex_);
    moved_.wait(lock, [&] { return looks_ >= count; });
  }

 private:
  void pass(std::string_view call) {
    std::unique_lock lock(mutex_);
    if (call == "find_study") ++looks_;
    moved_.notify_all();
    moved_.wait(lock, [&] { return !silent_ || (!held_.empty() && held_ != call); });
    if (error_) throw *error_;
  }

  std::unique_ptr<storage::Storage> inner_ = storage::open_memory();
  std::mutex mutex_;
  std::condition_variable moved_;
  bool silent_ = false;
  std::string held_;
  std::atomic<int> looks_{0};
  std::optional<Error> error_;
};

ServerOptions abused_options() {
  ServerOptions options;
  options.listen.port = 0;
  options.listen.workers = 4;
  options.listen.io_threads = 1;
  return options;
}

class AbusedServer : public ::testing::Test {
 protected:
  ~AbusedServer() override { store_.speak(); }
  std::string get(const Server& server, const std::string& target) {
    Wire wire(server.port());
    wire.send(get_text(target));
    return wire.answer();
  }
  StubbornStore store_;
};

TEST_F(AbusedServer, ProbesWaitForNeitherTheStoreNorOtherRequests) {
  Server server(store_.open(), abused_options());
  EXPECT_EQ(status_of_answer(get(server, "/readyz")), 200);
  store_.fall_silent();
  std::array<std::optional<Wire>, 12> others;
  for (auto& wire : others) {
    wire.emplace(server.port());
    wire->send(get_text("/v1/studies"));
  }
  // The store speaks only after these were answered.
  EXPECT_EQ(status_of_answer(get(server, "/healthz")), 200);
  while (status_of_answer(get(server, "/readyz")) == 200) {
  }  // what was found within the last half second is believed
  const std::string silent = get(server, "/readyz");
  EXPECT_EQ(status_of_answer(silent), 503);
  EXPECT_NE(silent.find("storage_busy"), std::string::npos) << silent;
  store_.speak();
  for (auto& wire : others) {
    const int status = status_of_answer(wire->answer());
    EXPECT_TRUE(status == 200 || status == 503) << status;  // some had to wait for too long
  }
  while (status_of_answer(get(server, "/readyz")) != 200) {
  }
}

TEST_F(AbusedServer, AFullDiskIsNotReady) {
  Server server(store_.open(), abused_options());
  store_.fail(
      Error(ErrorCode::StorageFull, "the disk is full: '/srv/secret.db' cannot be written", "free some"));
  const std::string answer = get(server, "/readyz");
  EXPECT_EQ(status_of_answer(answer), 503);
  EXPECT_NE(answer.find("storage_full"), std::string::npos) << answer;
  EXPECT_EQ(answer.find("secret.db"), std::string::npos) << answer;
  EXPECT_EQ(status_of_answer(get(server, "/healthz")), 200);
}

// As when a database is started again: a worker that asked just then ended, although nothing was wrong with
// the service.
TEST_F(AbusedServer, WhoAsksForAStoreThatFailedMayWaitForIt) {
  Server server(store_.open(), abused_options());
  remote::RemoteStorage client(server.url(), {.name = "tester"});
  client.require_there();
  store_.fail(Error(ErrorCode::StorageFailed, "the connection was lost", "see the database"));
  ErrorCode code = ErrorCode::Internal;
  while (code == ErrorCode::Internal) {  // what was found within the last half second is believed
    try {
      client.require_there();
    } catch (const Error& error) {
      code = error.code();
    }
  }
  EXPECT_EQ(code, ErrorCode::StorageBusy);
}

TEST_F(AbusedServer, AFailureOfTheStoreNamesNoAddressButInTheLog) {
  std::mutex mutex;
  std::vector<std::string> lines;
  ServerOptions options = abused_options();
  options.log = [&](const std::string& line) {
    const std::lock_guard guard(mutex);
    lines.push_back(line);
  };
  {
    Server server(store_.open(), options);
    for (const auto& [code, status] : std::map<ErrorCode, int>{{ErrorCode::StorageBusy, 503},
                                                               {ErrorCode::StorageFull, 507},
                                                               {ErrorCode::StorageFailed, 500},
                                                               {ErrorCode::StorageCorrupt, 500},
                                                               {ErrorCode::System, 500},
                                                               {ErrorCode::Internal, 500}}) {
      store_.fail(Error(code, "'postgresql://ann@db.example/hone' is gone", "look for it"));
      const std::string answer = get(server, "/v1/studies");
      EXPECT_EQ(status_of_answer(answer), status) << answer;
      EXPECT_EQ(answer.find("db.example"), std::string::npos) << answer;
      EXPECT_NE(answer.find(code_name(code)), std::string::npos) << answer;
    }
    store_.fail(std::nullopt);
  }
  ASSERT_EQ(lines.size(), 6U);
  for (const std::string& line : lines)
    EXPECT_NE(codec::Json::parse(line).at("error").get<std::string>().find("db.example"), std::string::npos);
}

TEST_F(AbusedServer, DoesNothingForAClientThatLeft) {
  Server server(store_.open(), abused_options());
  store_.fall_silent("find_study");
  const std::string look = get_text("/v1/studies/none/versions");
  std::array<std::optional<Wire>, 2> first;  // as many as there are threads for looks
  for (auto& wire : first) {
    wire.emplace(server.port());
    wire->send(look);
  }
  store_.wait_for_looks(2);
  {
    Wire second(server.port());
    second.send(look);
    // Answered by the thread that reads: it has read the request before.
    EXPECT_EQ(status_of_answer(get(server, "/healthz")), 200);
  }
  EXPECT_EQ(status_of_answer(get(server, "/healthz")), 200);  // and has seen its end before this
  Wire third(server.port());
  third.send(look);
  store_.speak();
  for (auto& wire : first) EXPECT_EQ(status_of_answer(wire->answer()), 404);
  EXPECT_EQ(status_of_answer(third.answer()), 404);
  EXPECT_EQ(store_.looks(), 3) << "the second was asked for by nobody any more";
}

TEST_F(AbusedServer, ClosesTheLongestWaitingConnectionOfAnAddressThatHasTooMany) {
  ServerOptions options = abused_options();
  options.listen.waiting_of_address = 2;
  Server server(store_.open(), options);
  Wire first(server.port());
  first.send(get_text("/v1"));
  EXPECT_EQ(status_of_answer(first.answer()), 200);
  Wire second(server.port());
  second.send(get_text("/v1"));
  EXPECT_EQ(status_of_answer(second.answer()), 200);
  // An answer may be here before its connection counts as one that waits: then the next one makes room.
  std::array<std::optional<Wire>, 2> others;
  for (auto& wire : others) {
    if (first.closed_by_now()) break;
    wire.emplace(server.port());
    wire->send(get_text("/v1"));
    EXPECT_EQ(status_of_answer(wire->answer()), 200);
  }
  EXPECT_TRUE(first.closed_by_now());
  second.send(get_text("/v1"));
  EXPECT_EQ(status_of_answer(second.answer()), 200);
}

TEST_F(AbusedServer, StreamsAndLongPollsOfAnAddressAreBoundedAsWhatIsIdle) {
  ServerOptions options = abused_options();
  options.listen.waiting_of_address = 3;
  Server server(store_.open(), options);
  {
    Wire wire(server.port());
    wire.send(post_text("/v1/studies",
                        R"({"name":"demo","parameters":{"x":{"type":"float","low":0,"high":1}},)"
                        R"("sampler":"random","budget":{"trials":1}})"));
    EXPECT_EQ(status_of_answer(wire.answer()), 201);
    wire.send(post_text("/v1/studies/demo:ask", R"({"client":"first"})"));
    EXPECT_EQ(status_of_answer(wire.answer()), 200);
  }
  Wire stream(server.port());
  stream.send(get_text("/v1/events"));
  EXPECT_NE(stream.until(": hone").find("200 OK"), std::string::npos);
  Wire poll(server.port());
  poll.send(post_text("/v1/studies/demo:ask", R"({"client":"second","wait":60})"));
  while (server.operations().asks().waiting() == 0) std::this_thread::yield();
  // Each of them asks and then is idle: of four that wait the first makes room, which is the stream.
  std::array<std::optional<Wire>, 4> others;
  for (auto& wire : others) {
    wire.emplace(server.port());
    wire->send(get_text("/v1"));
    EXPECT_EQ(status_of_answer(wire->answer()), 200);
  }
  EXPECT_TRUE(stream.closed());
  EXPECT_TRUE(poll.closed());
  others.back()->send(get_text("/v1"));
  EXPECT_EQ(status_of_answer(others.back()->answer()), 200);
}

TEST_F(AbusedServer, ClosesStreamsThatBeganAtOnce) {
  ServerOptions options = abused_options();
  options.listen.waiting_of_address = 3;
  options.listen.connections = 8;
  Server server(store_.open(), options);
  std::array<std::optional<Wire>, 8> streams;
  for (auto& wire : streams) {
    wire.emplace(server.port());
    wire->send(get_text("/v1/events"));
  }
  const auto open_streams = [&] {
    const std::string name = "\nhone_event_streams ";
    const std::string text = get(server, "/metrics");
    const std::size_t at = text.find(name);
    return at == std::string::npos ? 99 : std::stoi(text.substr(at + name.size()));
  };
  for (auto& wire : streams) static_cast<void>(wire->until(": hone"));  // or it is closed
  for (int i = 0; i < 1000 && open_streams() > 3; ++i) std::this_thread::yield();
  EXPECT_LE(open_streams(), 3);
}

TEST_F(AbusedServer, BodiesOfAllConnectionsAreBounded) {
  ServerOptions options = abused_options();
  options.listen.body = options.listen.bodies = std::size_t{1} << 20;
  Server server(store_.open(), options);
  const auto body_of = [](std::size_t size) { return R"({"z":")" + std::string(size, 'x') + "\"}"; };
  const auto check = [&](std::size_t size) {
    Wire wire(server.port());
    wire.send(post_text("/v1/studies:check", body_of(size)));
    return status_of_answer(wire.answer());
  };
  EXPECT_EQ(check(300'000), 200);
  const std::string whole = post_text("/v1/studies:check", body_of(1'000'000));
  bool refused = false;
  // Which of two that arrive together is let in is chance: again until it is the one that does not end.
  for (int pause = 1; pause <= 512 && !refused; pause *= 2) {
    std::this_thread::sleep_for(std::chrono::milliseconds(pause));  // until the last one has been given back
    Wire endless(server.port());
    endless.send(whole.substr(0, 900'000));
    std::this_thread::sleep_for(std::chrono::milliseconds(pause));
    const int status = check(300'000);
    if (status != 503 && status != 0) continue;  // its end may come before the answer was read
    EXPECT_EQ(check(60'000), 200) << "what is small is taken all the same";
    endless.send(whole.substr(900'000));
    refused = status_of_answer(endless.answer()) == 200;  // both are refused when both had a part of it
  }
  EXPECT_TRUE(refused);
  int status = 503;
  for (int i = 0; i < 1000 && status != 200; ++i) status = check(300'000);
  EXPECT_EQ(status, 200);
}

/// A client that leaves while its request is being handled: when it has been asked about for the second time
/// by what computes the answer.
class LeavingClient : public test::ServiceTest {
 protected:
  LeavingClient() {
    create("demo", R"(,"objectives":[{"name":"loss","direction":"minimize"}])");
    Json trials = Json::array();
    for (int i = 0; i < 3000; ++i)
      trials.push_back({{"params", {{"x", (i % 997) / 997.0}, {"y", (i % 89) / 89.0}}}, {"value", i % 31}});
    json("POST", "/v1/studies",
         R"({"name":"many","parameters":{"x":{"type":"float","low":0,"high":1},)"
         R"("y":{"type":"float","low":0,"high":1}},"sampler":"random"})",
         201);
    json("POST", "/v1/studies/many/trials", Json({{"trials", trials}}).dump());
  }

  /// How often it was asked about in all.
  int looks_until_it_left(const std::string& method, const std::string& target,
                          const std::string& body = "") {
    int looks = 0;
    HttpRequest request{.method = method,
                        .target = target,
                        .headers = {{"host", "localhost:7180"}},
                        .body = body,
                        .peer = "127.0.0.1",
                        .id = "1"};
    if (!body.empty()) request.headers.emplace_back("content-type", "application/json");
    request.left = [&looks] { return ++looks > 2; };
    const HttpAnswer answer = send(std::move(request));
    EXPECT_EQ(answer.status, 499) << target << ": " << answer.body.substr(0, 200);
    return looks;
  }
};

TEST_F(LeavingClient, EndsWhatIsComputedForIt) {
  for (const char* target :
       {"/v1/studies/many/charts/contour", "/v1/studies/many/importance",
        "/v1/studies/many/importance?method=ped-anova", "/v1/studies/many/trials?since=0"})
    EXPECT_EQ(looks_until_it_left("GET", target), 3)
        << target << ": nothing is done after the look that says so";
  std::string body = R"({"z":[)";
  for (int i = 0; i < 50'000; ++i) body += "{},";
  EXPECT_EQ(looks_until_it_left("POST", "/v1/studies:check", body + "{}]}"), 3);
  Json parameters;
  for (int i = 0; i < 6; ++i)
    parameters["p" + std::to_string(i)] = {{"type", "int"}, {"low", 0}, {"high", 9}};
  const Json study = {
      {"name", "a"}, {"parameters", parameters}, {"constraints", Json::array({"p0 * p0 == 2"})}};
  EXPECT_EQ(looks_until_it_left("POST", "/v1/studies:check", study.dump()), 3);
  EXPECT_EQ(looks_until_it_left("GET", "/v1/studies/many/trials?where=x%20%3C%200.5"), 3);
  EXPECT_EQ(looks_until_it_left("GET", "/v1/studies/many/export?where=x%20%3C%200.5"), 3);
}

TEST_F(LeavingClient, HasItsResultsRecordedAllTheSame) {
  const Json trial = ask("demo", "a")["trials"][0];
  HttpRequest request{
      .method = "POST",
      .target = "/v1/studies/demo:tell",
      .headers = {{"host", "localhost:7180"}, {"content-type", "application/json"}},
      .body =
          Json({{"client", "a"},
                {"results",
                 Json::array({{{"number", trial["number"]}, {"token", trial["token"]}, {"value", 0.5}}})}})
              .dump(),
      .peer = "127.0.0.1",
      .id = "1"};
  request.left = [] { return true; };
  EXPECT_EQ(send(std::move(request)).status, 200);
  EXPECT_EQ(json("GET", "/v1/studies/demo/trials/0")["state"], "complete");
}

TEST_F(LeavingClient, LeavesTheSameQuestionToTheNext) {
  looks_until_it_left("GET", "/v1/studies/many/importance");
  json("GET", "/v1/studies/many/importance");
}

class AbusedGate : public test::ServiceTest {
 protected:
  AbusedGate() : ServiceTest({.tokens = true}) {
    admin_ = tokens_.create({.label = "admin", .role = Role::Admin});
  }
  std::string admin_;
};

TEST_F(AbusedGate, AResultWithAGuessedTokenIsRefused) {
  create("demo", "", admin_);
  const auto ask = [&](const std::string& client) {
    return json("POST", "/v1/studies/demo:ask", R"({"client":")" + client + "\"}", 200, admin_)["trials"][0];
  };
  const Json one = ask("a");
  const Json two = ask("b");
  const auto tell = [&](const Json& token, int status) {
    const Json result = {{"number", one["number"]}, {"token", token}, {"value", 0.5}};
    json("POST", "/v1/studies/demo:tell", Json({{"client", "a"}, {"results", Json::array({result})}}).dump(),
         status, admin_);
  };
  const auto id = *operations_.store().find_study("demo");
  tell(1, 409);
  tell(id * 100'000'000 + 1, 409);  // what tokens once were
  tell(two["token"], 409);          // of another trial, in its first hands as this one
  tell(one["token"].get<std::int64_t>() + (1 << 16), 409);
  tell(one["token"], 200);
}

TEST_F(AbusedGate, MetricsAreForWhoMaySeeAllStudies) {
  json("GET", "/metrics", "", 403, tokens_.create({.role = Role::Read, .studies = "svm-*"}));
  EXPECT_EQ(send("GET", "/metrics", "", tokens_.create({.role = Role::Read})).status, 200);
}

TEST_F(AbusedGate, ADamagedTokenTakesNobodyElseOut) {
  const auto put = [&](const std::string& id, const std::string& bytes) {
    operations_.artefacts().put_artefact(
        {.kind = "service-token", .name = id, .maker = "hone", .settings = "", .bytes = bytes});
  };
  put("0a1b2c3d", "[");
  put("1a1b2c3d", R"({"role":1})");
  json("GET", "/v1/studies", "", 200, admin_);
  json("GET", "/v1/studies", "", 401, "hone_0a1b2c3d_");
  EXPECT_EQ(tokens_.list().size(), 3U);
}

TEST_F(AbusedGate, NamesThatTurnTheDirectionOfTextAreRefused) {
  const std::string space = R"("parameters":{"x":{"type":"float","low":0,"high":1}},"sampler":"random")";
  json("POST", "/v1/studies", "{\"name\":\"a\u202eb\"," + space + "}", 400, admin_);
  for (const char* hidden : {"\u200e", "\u200b", "\u00ad", "\u2060", "\u3164"})
    json("POST", "/v1/studies", "{\"name\":\"a" + std::string(hidden) + "b\"," + space + "}", 400, admin_);
  json("POST", "/v1/studies",
       "{\"name\":\"a\",\"parameters\":{\"x\u202ey\":{\"type\":\"float\",\"low\":0,\"high\":1}}}", 400,
       admin_);
  json("POST", "/v1/studies",
       "{\"name\":\"a\",\"objective\":{\"name\":\"\u2067l\",\"direction\":\"minimize\"}," + space + "}", 400,
       admin_);
  create("demo", "", admin_);
  json("POST", "/v1/studies/demo:ask", "{\"client\":\"a\u202eb\"}", 400, admin_);
  const Json trial = json("POST", "/v1/studies/demo:ask", R"({"client":"a"})", 200, admin_)["trials"][0];
  const auto tell = [&](const Json& attributes, int status) {
    const Json result = {
        {"number", 0}, {"token", trial["token"]}, {"value", 0.5}, {"attributes", attributes}};
    json("POST", "/v1/studies/demo:tell", Json({{"client", "a"}, {"results", Json::array({result})}}).dump(),
         status, admin_);
  };
  tell({{"n\u202em", 1}}, 400);
  tell({{"x", std::string(2'000'000, 'y')}}, 400);
  tell({{"nm", 1}}, 200);
}

}  // namespace
}  // namespace hone::server
