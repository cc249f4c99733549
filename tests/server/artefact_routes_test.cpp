// SPDX-License-Identifier: MIT
// Files that trials leave, over HTTP: who may leave and read them, how they are served, and how large bodies
// are read.
#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>

#include "hone/base/percent.hpp"
#include "hone/base/sha256.hpp"
#include "hone/remote/remote_storage.hpp"
#include "hone/server/server.hpp"
#include "hone/service/trial_artefacts.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "server/service_fixture.hpp"
#include "server/wire.hpp"
#include "storage/store_support.hpp"
#include "support/temp_dir.hpp"

namespace hone::server {
namespace {

using ::testing::HasSubstr;

class ArtefactRoutes : public test::ServiceTest {
 protected:
  static std::string path(const std::string& name, std::int64_t number = 0) {
    return "/v1/studies/demo/trials/" + std::to_string(number) + "/artefacts/" + percent_encoded(name);
  }
  static std::string held(const Json& trial, const std::string& client) {
    return "?client=" + client + "&token=" + trial["token"].dump();
  }
  HttpAnswer put(const std::string& target, const std::string& bytes, const std::string& token = "") {
    HttpRequest request{.method = "PUT",
                        .target = target,
                        .headers = {{"host", "localhost:7180"}},
                        .file = std::make_shared<storage::MemorySource>(bytes),
                        .peer = "127.0.0.1",
                        .id = "1"};
    if (!token.empty()) request.headers.emplace_back("authorization", "Bearer " + token);
    return send(std::move(request));
  }
  static std::string body_of(const HttpAnswer& answer) {
    std::string all = answer.body;
    if (answer.more)
      for (std::string piece; !(piece = answer.more()).empty();) all += piece;
    return all;
  }
  static std::string header_of(const HttpAnswer& answer, const std::string& name) {
    for (const auto& [key, value] : answer.headers)
      if (key == name) return value;
    return "";
  }
};

TEST_F(ArtefactRoutes, WhoHoldsATrialLeavesAFileThatIsServedAsItWas) {
  create("demo");
  const Json trial = ask("demo", "a")["trials"][0];
  const HttpAnswer kept = put(path("loss ü.csv") + held(trial, "a"), "x,y\n1,2\n");
  ASSERT_EQ(kept.status, 201) << kept.body;
  EXPECT_EQ(Json::parse(kept.body)["hash"], sha256("x,y\n1,2\n"));
  const HttpAnswer got = send("GET", path("loss ü.csv"));
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(body_of(got), "x,y\n1,2\n");
  EXPECT_EQ(got.type, "text/csv");
  EXPECT_THAT(header_of(got, "Content-Disposition"),
              HasSubstr("attachment; filename*=UTF-8''loss%20%C3%BC.csv"));
  EXPECT_EQ(header_of(got, "X-Content-Type-Options"), "nosniff");
  EXPECT_THAT(header_of(got, "Content-Security-Policy"), HasSubstr("sandbox"));
  const Json list = json("GET", "/v1/studies/demo/artefacts");
  ASSERT_EQ(list["artefacts"].size(), 1U);
  EXPECT_EQ(list["artefacts"][0]["name"], "loss ü.csv");
  EXPECT_EQ(list["artefacts"][0]["trial"], 0);
  EXPECT_EQ(list["next"], nullptr);
}

TEST_F(ArtefactRoutes, NothingThatABrowserRunsIsServedAsThat) {
  create("demo");
  const Json trial = ask("demo", "a")["trials"][0];
  const std::pair<std::string, std::string> hostile[] = {{"a.svg", "<svg onload=\"alert(1)\"/>"},
                                                         {"a.html", "<!doctype html><script>1</script>"},
                                                         {"a.png", "<html><script>1</script>"},
                                                         {"a.js", "alert(1)"},
                                                         {"a.xml", "<?xml version=\"1.0\"?><a/>"}};
  for (const auto& [name, bytes] : hostile) {
    ASSERT_EQ(put(path(name) + held(trial, "a"), bytes).status, 201);
    const HttpAnswer got = send("GET", path(name));
    EXPECT_EQ(got.type, "text/plain") << name;
    EXPECT_THAT(header_of(got, "Content-Disposition"), HasSubstr("attachment")) << name;
  }
  put(path("a") + held(trial, "a"), "\x89PNG\r\n\x1a\n");
  EXPECT_THAT(header_of(send("GET", path("a")), "Content-Disposition"), HasSubstr("inline"));
}

TEST_F(ArtefactRoutes, OnlyWhoHoldsTheTrialOrAnAdminMayPut) {
  const std::string admin = tokens_.create({.role = Role::Admin});
  const std::string work = tokens_.create({.role = Role::Work});
  const std::string read = tokens_.create({.role = Role::Read});
  const std::string other = tokens_.create({.role = Role::Work, .studies = "other*"});
  create("demo", "", admin);
  const Json asked = json("POST", "/v1/studies/demo:ask", R"({"client":"a"})", 200, work);
  const Json trial = asked["trials"][0];
  EXPECT_EQ(put(path("a") + held(trial, "a"), "x").status, 401);
  EXPECT_EQ(put(path("a") + held(trial, "a"), "x", read).status, 403);
  EXPECT_EQ(put(path("a") + held(trial, "a"), "x", other).status, 403);
  EXPECT_EQ(put(path("a"), "x", work).status, 403);
  EXPECT_EQ(put(path("a") + "?client=a&token=17", "x", work).status, 409);
  EXPECT_EQ(put(path("a") + held(trial, "b"), "x", work).status, 409);
  EXPECT_EQ(put(path("a", 1) + held(trial, "a"), "x", work).status, 409);
  EXPECT_EQ(put(path("a") + held(trial, "a"), "x", work).status, 201);
  EXPECT_EQ(put(path("b"), "x", admin).status, 201);
  EXPECT_EQ(send("GET", path("a"), "", "").status, 401);
  EXPECT_EQ(send("GET", path("a"), "", other).status, 403);
  EXPECT_EQ(send("GET", path("a"), "", read).status, 200);
  EXPECT_EQ(send("GET", "/v1/studies/demo/artefacts", "", other).status, 403);
  const std::string removal = R"({"number":0,"name":"a"})";
  json("POST", "/v1/studies/demo:removeArtefact", removal, 403, work);
  json("POST", "/v1/studies/demo:removeArtefact", removal, 200, admin);
  json("POST", "/v1/studies/demo:removeArtefact", removal, 404, admin);
  EXPECT_EQ(send("GET", path("a"), "", read).status, 404);
}

TEST_F(ArtefactRoutes, AfterTheResultNothingIsLeftAnyMore) {
  create("demo");
  const Json trial = ask("demo", "a")["trials"][0];
  const Json result = {{"number", 0}, {"token", trial["token"]}, {"value", 1.0}};
  json("POST", "/v1/studies/demo:tell", Json({{"client", "a"}, {"results", Json::array({result})}}).dump());
  EXPECT_EQ(put(path("a") + held(trial, "a"), "x").status, 409);
}

TEST_F(ArtefactRoutes, NamesThatAreNoneAreRefused) {
  create("demo");
  const Json trial = ask("demo", "a")["trials"][0];
  for (const char* name : {"..", ".", ".a", "a/b", "../a", "a\\b", "a\nb",
                           "a\xe2\x80\xae"
                           "b",
                           "\xff"})
    EXPECT_EQ(put(path(name) + held(trial, "a"), "x").status, 400) << name;
  EXPECT_EQ(send("GET", path("../../../etc/passwd")).status, 404);
  EXPECT_EQ(send("GET", "/v1/studies/demo/trials/x/artefacts/a").status, 400);
  EXPECT_EQ(send("GET", "/v1/studies/demo/trials/-1/artefacts/a").status, 400);
  EXPECT_EQ(put(path("a") + "?token=-1", "x").status, 400);
  EXPECT_EQ(put(path("a") + "?tokens=1", "x").status, 400);
}

TEST_F(ArtefactRoutes, TheListComesByPages) {
  create("demo");
  const Json trials = ask("demo", "a", R"(,"count":3)")["trials"];
  for (const Json& trial : trials)
    for (const char* name : {"a", "b"})
      ASSERT_EQ(put(path(name, trial["number"].get<std::int64_t>()) + held(trial, "a"), "x").status, 201);
  Json page = json("GET", "/v1/studies/demo/artefacts?page_size=3");
  EXPECT_EQ(page["artefacts"].size(), 4U);  // whole trials
  EXPECT_EQ(page["next"], "2");
  page = json("GET", "/v1/studies/demo/artefacts?page_size=3&page_token=2");
  EXPECT_EQ(page["artefacts"].size(), 2U);
  EXPECT_EQ(page["next"], nullptr);
  EXPECT_EQ(json("GET", "/v1/studies/demo/artefacts?number=1")["artefacts"].size(), 2U);
  EXPECT_EQ(json("GET", "/v1/studies/demo/artefacts?number=9")["artefacts"].size(), 0U);
}

// --- with sockets

class ArtefactServer : public ::testing::Test {
 protected:
  ArtefactServer() {
    ServerOptions options;
    options.listen.port = 0;
    server_.emplace([this](bool) { return storage::open_sqlite(folder_.file("hone.db")); },
                    std::move(options));
    store_.emplace(server_->url(), remote::RemoteOptions{.name = "w"});
    id_ = store_->create_study(hone::test::svm_study("demo"));
    const std::vector<Proposal> one = {hone::test::proposal(0)};
    const storage::Worker worker{"w", 60'000};
    lease_ = store_->start(id_, 0, one, std::span(&worker, 1)).value().front();
  }
  static std::string large(std::size_t size) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 31 + i / 251);
    return bytes;
  }
  TrialArtefact put(const std::string& name, const std::string& bytes) {
    return store_->put_trial_artefact(id_, {0, name, lease_.fence}, storage::MemorySource(bytes));
  }

  hone::test::TempDir folder_;
  std::optional<Server> server_;
  std::optional<remote::RemoteStorage> store_;
  storage::StudyId id_ = 0;
  storage::Lease lease_;
};

// Larger than any other body may be: it is kept in a file while it is read.
TEST_F(ArtefactServer, LargeFilesGoThereAndBack) {
  for (const std::size_t size : {0UL, 1UL, 262'143UL, 262'144UL, 262'145UL, 30'000'000UL, 67'108'864UL}) {
    const std::string bytes = large(size);
    EXPECT_EQ(put("a", bytes).hash, sha256(bytes)) << size;
    const auto found = store_->trial_artefact(id_, 0, "a");
    ASSERT_TRUE(found);
    EXPECT_TRUE(read_all(*found->bytes, 100'000'000) == bytes) << size;
  }
}

TEST_F(ArtefactServer, WhatIsTooLargeIsRefusedBeforeItIsRead) {
  test::Wire wire(server_->port());
  wire.send(
      "PUT /v1/studies/demo/trials/0/artefacts/a HTTP/1.1\r\nHost: localhost\r\n"
      "Content-Length: 67108865\r\n\r\n");
  EXPECT_THAT(wire.answer(), HasSubstr("413"));
  test::Wire other(server_->port());
  other.send("PUT /v1/artefacts/a/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16777217\r\n\r\n");
  EXPECT_THAT(other.answer(), HasSubstr("413"));
}

TEST_F(ArtefactServer, ChunksOfAnyLengthAreTakenUpToTheLimit) {
  const std::string bytes = large(1'000'000);
  std::string message =
      "PUT /v1/studies/demo/trials/0/artefacts/a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      "Transfer-Encoding: chunked\r\n\r\n";
  for (std::size_t at = 0; at < bytes.size(); at += 12'345) {
    const std::string piece = bytes.substr(at, 12'345);
    std::array<char, 16> size{};
    std::snprintf(size.data(), size.size(), "%zx\r\n", piece.size());
    message += size.data() + piece + "\r\n";
  }
  test::Wire wire(server_->port());
  wire.send(message + "0\r\n\r\n");
  EXPECT_THAT(wire.answer(), HasSubstr(sha256(bytes)));
}

// What a client that leaves had sent is nobody's.
TEST_F(ArtefactServer, HalfAFileIsNone) {
  {
    test::Wire wire(server_->port());
    wire.send(
        "PUT /v1/studies/demo/trials/0/artefacts/a HTTP/1.1\r\nHost: localhost\r\n"
        "Content-Length: 30000000\r\n\r\n" +
        large(1'000'000));
  }
  put("b", "x");
  EXPECT_EQ(store_->trial_artefacts(id_, 0, 10).size(), 1U);
  EXPECT_EQ(service::open_artefact(server_->operations(), "demo", 0, "b").info.size, 1);
}

// The answer is cut off rather than ended, so that nobody takes other bytes for what was put.
TEST_F(ArtefactServer, DamagedBytesAreNotServedAsWhole) {
  const std::string bytes = large(600'000);
  const std::string hash = put("a", bytes).hash;
  const std::string file = folder_.file("hone.db") + ".artefacts/" + hash.substr(0, 2) + "/" + hash;
  {
    std::fstream damaged(file, std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekp(500'000);
    damaged.put('!');
  }
  test::Wire wire(server_->port());
  wire.send("GET /v1/studies/demo/trials/0/artefacts/a HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const std::string answer = wire.until("\x01never");
  EXPECT_THAT(answer, HasSubstr("HTTP/1.1 200"));
  EXPECT_FALSE(answer.ends_with("0\r\n\r\n"));
  std::filesystem::remove(file);
  test::Wire gone(server_->port());
  gone.send(
      "GET /v1/studies/demo/trials/0/artefacts/a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(gone.answer(), HasSubstr("HTTP/1.1 500"));
}

}  // namespace
}  // namespace hone::server
