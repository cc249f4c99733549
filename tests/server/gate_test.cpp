// SPDX-License-Identifier: MIT
// Every route against everybody who may not use it, and every body that it must refuse.
#include "hone/server/gate.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "hone/meta/meta_model.hpp"
#include "server/service_fixture.hpp"

namespace hone::server {
namespace {

class TokenGate : public test::ServiceTest {
 protected:
  TokenGate() : ServiceTest({.tokens = true}) {
    admin_ = tokens_.create({.label = "admin", .role = Role::Admin});
    create("demo", "", admin_);
  }
  std::string token(Role role, const std::string& studies = "*", Timestamp expires = 0) {
    return tokens_.create({.role = role, .studies = studies, .expires = expires});
  }
  /// A path that the route has.
  static std::string target_of(const Route& route) {
    std::string target = route.pattern;
    for (const auto& [name, value] : std::map<std::string, std::string>{{"{study}", "demo"},
                                                                        {"{number}", "0"},
                                                                        {"{chart}", "history"},
                                                                        {"{kind}", "k"},
                                                                        {"{id}", "00000000"},
                                                                        {"{name}", "n"}}) {
      const std::size_t at = target.find(name);
      if (at != std::string::npos) target.replace(at, name.size(), value);
    }
    return target;
  }
  int status_of(const Route& route, const std::string& bearer, const std::string& body = "") {
    return send(route.method, target_of(route), body, bearer).status;
  }
  static std::string some_body(const Route& route) { return route.takes_json() ? "{}" : ""; }

  std::string admin_;
};

TEST_F(TokenGate, EveryRouteAsksForAToken) {
  for (const Route& route : routes()) {
    const int expected = route.role == Role::None ? 200 : 401;
    EXPECT_EQ(status_of(route, "", some_body(route)), expected) << route.operation;
  }
}

TEST_F(TokenGate, NoRouteTakesALowerRole) {
  const std::string read = token(Role::Read);
  const std::string work = token(Role::Work);
  for (const Route& route : routes()) {
    if (route.role > Role::Read) {
      EXPECT_EQ(status_of(route, read, some_body(route)), 403) << route.operation;
    }
    if (route.role > Role::Work) {
      EXPECT_EQ(status_of(route, work, some_body(route)), 403) << route.operation;
    }
  }
}

TEST_F(TokenGate, NoRouteShowsAForeignStudy) {
  const std::string foreign = token(Role::Admin, "other-*");
  for (const Route& route : routes()) {
    const bool one = route.pattern.find("{study}") != std::string::npos;
    if (one || route.whole_store) {
      EXPECT_EQ(status_of(route, foreign, some_body(route)), 403) << route.operation;
    }
  }
  EXPECT_EQ(json("GET", "/v1/studies", "", 200, foreign)["studies"].size(), 0U);
  json("POST", "/v1/studies", R"({"name":"mine","parameters":{"x":{"type":"float","low":0,"high":1}}})", 403,
       foreign);
}

TEST_F(TokenGate, AScopedTokenStaysInItsScope) {
  create("other-secret", "", admin_);
  create("svm-1", "", admin_);
  const std::string space = R"("parameters":{"x":{"type":"float","low":0,"high":1}})";
  const std::string scoped = token(Role::Admin, "svm-*");
  // Neither a free nor a taken name: the answer does not tell which.
  json("PUT", "/v1/studies/svm-1", R"({"name":"zzz",)" + space + "}", 400, scoped);
  json("PUT", "/v1/studies/svm-1", R"({"name":"other-secret",)" + space + "}", 400, scoped);
  EXPECT_EQ(send("GET", "/v1/studies/svm-1", "", scoped).status, 200);
  json("POST", "/v1/studies/svm-1:rename", R"({"name":"zzz"})", 403, scoped);
  json("POST", "/v1/studies/svm-1:rename", R"({"name":"other-secret"})", 403, scoped);
  json("POST", "/v1/studies/svm-1:rename", R"({"name":"svm-0"})", 200, scoped);
  json("POST", "/v1/studies/svm-0:rename", R"({"name":"svm-1"})", 200, scoped);
  const auto with_source = [&](const std::string& name, const std::string& source) {
    return R"({"name":")" + name + "\"," + space + R"(,"sampler":"rgpe","sources":[)" + source + "]}";
  };
  for (const char* source : {R"("other-secret")", R"("*")", R"("svm-*")", R"({"study":"other-secret"})"}) {
    json("POST", "/v1/studies", with_source("svm-2", source), 403, scoped);
    json("PUT", "/v1/studies/svm-1", with_source("svm-1", source), 403, scoped);
    json("PATCH", "/v1/studies/svm-1", R"({"sources":[)" + std::string(source) + "]}", 403, scoped);
    EXPECT_EQ(json("POST", "/v1/studies:check", with_source("svm-2", source), 200, scoped)["valid"], false);
  }
  const Json near = json("POST", "/v1/studies", with_source("svm-2", R"("svm-secret")"), 400, scoped);
  EXPECT_EQ(near["error"]["message"].get<std::string>().find("other-secret"), std::string::npos);
  json("POST", "/v1/studies", with_source("svm-2", R"("svm-1")"), 201, scoped);
  // What somebody who may has given to the study stays with it.
  json("PATCH", "/v1/studies/svm-1", R"({"sources":["other-secret"],"sampler":"rgpe"})", 200, admin_);
  json("PATCH", "/v1/studies/svm-1", R"({"budget":{"trials":9}})", 200, scoped);
}

TEST_F(TokenGate, AScopedTokenUsesNoModelOfForeignStudies) {
  const auto keep = [&](const std::string& name, std::vector<ArtefactSource> sources) {
    operations_.store().put_artefact({.kind = meta::kModelKind,
                                      .name = name,
                                      .maker = "test",
                                      .settings = "",
                                      .sources = std::move(sources),
                                      .bytes = "bytes"});
  };
  keep("secret", {{"svm-1", 5, 1}, {"other", 5, 1}});
  keep("imported", {});
  create("svm-1", "", admin_);
  const std::string scoped = token(Role::Admin, "svm-*");
  const std::string space = R"("parameters":{"q":{"type":"float","low":0,"high":1}})";
  for (const std::string model : {"secret", "secret@1", "imported"}) {
    const std::string sampler = R"("sampler":{"name":"malibo","model":")" + model + "\"}";
    const std::string study = R"({"name":"svm-2",)" + space + "," + sampler + "}";
    json("POST", "/v1/studies", study, 403, scoped);
    json("PATCH", "/v1/studies/svm-1", "{" + sampler + "}", 403, scoped);
    EXPECT_EQ(json("POST", "/v1/studies:check", study, 200, scoped)["valid"], false);
  }
}

TEST_F(TokenGate, APictureOfForeignStudiesIsNotKeptForOthers) {
  create("svm-1", "", admin_);
  for (const char* study : {"demo", "svm-1"}) {
    const Json asked =
        json("POST", "/v1/studies/" + std::string(study) + ":ask", R"({"client":"a"})", 200, admin_);
    const Json result = {{"number", 0}, {"token", asked["trials"][0]["token"]}, {"value", 0.5}};
    json("POST", "/v1/studies/" + std::string(study) + ":tell",
         Json({{"client", "a"}, {"results", Json::array({result})}}).dump(), 200, admin_);
  }
  const std::string target = "/v1/studies/svm-1/charts/edf?with=demo";
  json("GET", target, "", 200, admin_);
  json("GET", target, "", 403, token(Role::Read, "svm-*"));
}

TEST_F(TokenGate, AScopedTokenSeesAndWritesTheNotesOfItsStudies) {
  create("svm-1", "", admin_);
  const std::string note = R"({"note":"the fan was loud","tags":{"paper":true}})";
  const std::string work = token(Role::Work, "svm-*");
  json("POST", "/v1/studies/svm-1:note", note, 200, work);
  json("POST", "/v1/studies/svm-1:note", note, 403, token(Role::Read, "svm-*"));
  json("POST", "/v1/studies/demo:note", note, 403, work);
  json("POST", "/v1/studies/svm-1:note", "{}", 400, work);
  const Json seen = json("GET", "/v1/studies/svm-1/notes", "", 200, token(Role::Read, "svm-*"));
  EXPECT_EQ(seen["tags"], Json({"paper"}));
  EXPECT_EQ(seen["stopped"], false);
  ASSERT_EQ(seen["notes"].size(), 1U);
  EXPECT_EQ(seen["notes"][0]["text"], "the fan was loud");
  json("GET", "/v1/studies/demo/notes", "", 403, work);
  json("GET", "/v1/artefacts?kind=study-note", "", 403, work);
  EXPECT_EQ(send("PUT", "/v1/artefacts/study-note/1-1%2F1-1", "{}", work).status, 403);
  EXPECT_EQ(send("PUT", "/v1/artefacts/study-note/1-1%2F1-1", "{}", admin_).status, 403);
  EXPECT_EQ(json("GET", "/v1/studies/svm-1/notes", "", 200, work)["notes"].size(), 1U);
}

/// What would go over the wire.
class KeptStream : public Stream {
 public:
  bool send(std::string) override { return open_; }
  bool open() const override { return open_; }
  void close() override { open_ = false; }

 private:
  std::atomic<bool> open_{true};
};

TEST_F(TokenGate, StreamsEndWithTheirToken) {
  const std::string revoked = token(Role::Read);
  const std::string expires = token(Role::Read, "*", now_ + 1000);
  const std::string stays = token(Role::Read);
  std::vector<std::shared_ptr<KeptStream>> streams;
  for (const std::string& bearer : {revoked, expires, stays})
    for (const char* target : {"/v1/events", "/v1/studies/demo/events"}) {
      const HttpAnswer answer = send("GET", target, "", bearer);
      ASSERT_TRUE(answer.stream) << answer.body;
      streams.push_back(std::make_shared<KeptStream>());
      answer.stream(streams.back());
    }
  now_ += 2000;
  ASSERT_TRUE(tokens_.revoke(revoked.substr(5, 8)));
  const auto closed = [&](std::size_t i) { return !streams[i]->open(); };
  for (int i = 0; i < 100 && !(closed(0) && closed(1) && closed(2) && closed(3)); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(closed(i)) << i;
  for (std::size_t i = 4; i < 6; ++i) EXPECT_FALSE(closed(i)) << i;
}

TEST_F(TokenGate, RefusesByTheHeadAlone) {
  const auto refusal = [&](const std::string& target, const std::string& bearer) {
    HttpRequest head{.method = "POST", .target = target, .headers = {{"host", "localhost"}}, .id = "1"};
    if (!bearer.empty()) head.headers.emplace_back("authorization", "Bearer " + bearer);
    const auto answer = gate_.refusal_of(head);
    return answer ? answer->status : 0;
  };
  EXPECT_EQ(refusal("/v1/studies", ""), 401);
  EXPECT_EQ(refusal("/v1/studies", "hone_00000000_00"), 401);
  EXPECT_EQ(refusal("/v1/studies", token(Role::Work)), 403);
  EXPECT_EQ(refusal("/v1/studies/demo:tell", token(Role::Work, "svm-*")), 403);
  EXPECT_EQ(refusal("/v1/nothing", admin_), 404);
  EXPECT_EQ(refusal("/v1/studies", admin_), 0);
}

TEST_F(TokenGate, ExpiredRevokedAndInventedTokensAreRefused) {
  const std::string expired = token(Role::Admin, "*", now_ - 1);
  const std::string later = token(Role::Admin, "*", now_ + 1000);
  const std::string revoked = token(Role::Admin);
  ASSERT_TRUE(tokens_.revoke(revoked.substr(5, 8)));
  std::string invented = admin_;
  invented.back() = invented.back() == '0' ? '1' : '0';
  EXPECT_EQ(send("GET", "/v1", "", later).status, 200);
  for (const std::string& bad : {expired, revoked, invented, std::string("x"), std::string("hone_12345678_")})
    EXPECT_EQ(send("GET", "/v1", "", bad).status, 401) << bad;
  for (const Route& route : routes()) {
    if (route.role == Role::None) continue;
    const int status = status_of(route, expired, some_body(route));
    EXPECT_TRUE(status == 401 || status == 429) << route.operation;  // 429: so many wrong ones in a row
  }
}

TEST_F(TokenGate, MalformedBodiesAreRefusedEverywhere) {
  for (const Route& route : routes()) {
    if (!route.takes_json()) continue;
    for (const char* body : {"{", "[]", "null", "\"x\"", "{\"a\":1,\"a\":2}", "{\"client\":1e999}"})
      EXPECT_EQ(status_of(route, admin_, body), 400) << route.operation << " " << body;
    HttpRequest plain{.method = route.method,
                      .target = target_of(route),
                      .headers = {{"host", "localhost"},
                                  {"content-type", "text/plain"},
                                  {"authorization", "Bearer " + admin_}},
                      .body = "{}"};
    EXPECT_EQ(send(plain).status, 415) << route.operation;
    if (route.operation == "checkStudy") continue;  // it answers what is wrong
    const int unknown = status_of(route, admin_, R"({"no_such_field":1})");
    EXPECT_EQ(unknown, 400) << route.operation;
  }
}

TEST_F(TokenGate, NoRouteFailsByItself) {
  for (const Route& route : routes()) {
    if (route.operation == "deleteStudy" || route.operation.starts_with("watch")) continue;
    for (const char* body : {"{}", R"({"client":"a","leases":[],"results":[],"points":[],"numbers":[]})"}) {
      const std::string given = route.takes_json() ? body : "";
      const HttpAnswer answer = send(route.method, target_of(route), given, admin_);
      EXPECT_LT(answer.status, 500) << route.operation << ": " << answer.body;
    }
    const HttpAnswer query = send(route.method, target_of(route) + "?no_such=1", some_body(route), admin_);
    EXPECT_EQ(query.status, 400) << route.operation;
    service_.drain(false);
  }
}

TEST_F(TokenGate, UnknownStudiesAreNotFound) {
  for (const Route& route : routes()) {
    if (route.pattern.find("{study}") == std::string::npos || route.takes_json()) continue;
    std::string target = target_of(route);
    target.replace(target.find("demo"), 4, "nobody");
    EXPECT_EQ(send(route.method, target, "", admin_).status, 404) << route.operation;
  }
}

class OpenGate : public test::ServiceTest {};

TEST_F(OpenGate, IsForLocalhostOnly) {
  const auto from = [&](const std::string& host, std::vector<std::pair<std::string, std::string>> more = {}) {
    HttpRequest request{.method = "GET", .target = "/v1/studies", .headers = {{"host", host}}};
    request.headers.insert(request.headers.end(), more.begin(), more.end());
    return send(request).status;
  };
  EXPECT_EQ(from("localhost:7180"), 200);
  EXPECT_EQ(from("127.0.0.1:7180"), 200);
  EXPECT_EQ(from("[::1]:7180"), 200);
  EXPECT_EQ(from("LOCALHOST:7180"), 200);
  EXPECT_EQ(from("evil.example:7180"), 403);
  EXPECT_EQ(from("localhost:x"), 403);
  EXPECT_EQ(from("[::1"), 403);
  EXPECT_EQ(from("localhost:7180", {{"host", "localhost:7180"}}), 400);
  EXPECT_EQ(from("localhost:7180", {{"origin", "http://localhost:7180"}}), 200);
  EXPECT_EQ(from("localhost:7180", {{"origin", "http://evil.example"}}), 403);
  EXPECT_EQ(from("localhost:7180", {{"origin", "null"}}), 403);
  EXPECT_EQ(from("localhost:7180", {{"sec-fetch-site", "cross-site"}}), 403);
  EXPECT_EQ(from("localhost:7180", {{"sec-fetch-site", "same-origin"}}), 200);
}

TEST_F(OpenGate, TheFirstTokenClosesIt) {
  EXPECT_EQ(send("GET", "/v1/studies").status, 200);
  const std::string token = tokens_.create({.role = Role::Read});
  EXPECT_EQ(send("GET", "/v1/studies").status, 401);
  EXPECT_EQ(send("GET", "/v1/studies", "", token).status, 200);
  EXPECT_EQ(send("GET", "/healthz").status, 200);
  tokens_.revoke(token.substr(5, 8));
  EXPECT_EQ(send("GET", "/v1/studies").status, 401);  // nobody meant to open it again
}

TEST_F(OpenGate, HeadIsGet) {
  EXPECT_EQ(send("HEAD", "/healthz").status, 200);
  EXPECT_EQ(send("HEAD", "/readyz").status, 200);
  EXPECT_EQ(send("HEAD", "/v1/studies").status, 200);
  EXPECT_EQ(send("HEAD", "/v1/studies:check").status, 405);
}

TEST_F(OpenGate, EveryAnswerIsSafeInABrowser) {
  for (const char* target : {"/", "/v1/studies", "/v1/nothing", "/assets/none.js"}) {
    const HttpAnswer answer = send("GET", target);
    std::map<std::string, std::string> headers(answer.headers.begin(), answer.headers.end());
    EXPECT_NE(headers["Content-Security-Policy"].find("default-src 'none'"), std::string::npos) << target;
    EXPECT_EQ(headers["X-Content-Type-Options"], "nosniff");
    EXPECT_FALSE(headers.contains("Access-Control-Allow-Origin"));
    EXPECT_EQ(headers["X-Request-Id"], "1");
  }
}

TEST_F(OpenGate, SaysWhichMethodsAPathHas) {
  const HttpAnswer answer = send("DELETE", "/v1/studies");
  EXPECT_EQ(answer.status, 405);
  std::map<std::string, std::string> headers(answer.headers.begin(), answer.headers.end());
  EXPECT_EQ(headers["Allow"], "GET, POST");
  EXPECT_EQ(send("GET", "/v1/nothing").status, 404);
  EXPECT_EQ(send("GET", "/v1/studies/%zz").status, 400);
  EXPECT_EQ(send("GET", "/v1/studies/%00").status, 400);
}

TEST_F(OpenGate, ReadOnlyRefusesChanges) {
  create("demo");
  service_.read_only = true;
  for (const Route& route : routes()) {
    if (route.method == "GET" || !route.changes) continue;
    std::string target = route.pattern;
    const std::size_t at = target.find("{study}");
    if (at != std::string::npos) target.replace(at, 7, "demo");
    EXPECT_EQ(send(route.method, target, route.takes_json() ? "{}" : "").status, 403) << route.operation;
  }
  EXPECT_EQ(send("GET", "/v1/studies/demo").status, 200);
}

TEST_F(OpenGate, AClosedServerSaysSo) {
  gate_.close();
  EXPECT_EQ(send("GET", "/v1/studies").status, 503);
  EXPECT_EQ(send("GET", "/readyz").status, 503);
  EXPECT_EQ(send("GET", "/healthz").status, 200);
}

class SlowGate : public test::ServiceTest {
 protected:
  SlowGate() : ServiceTest({.rate = 5.0}) {}
};

TEST_F(SlowGate, LimitsTheRateOfAnAddress) {
  int refused = 0;
  for (int i = 0; i < 30; ++i) refused += send("GET", "/v1").status == 429 ? 1 : 0;
  EXPECT_GE(refused, 15);
  EXPECT_LT(refused, 30);
}

}  // namespace
}  // namespace hone::server
