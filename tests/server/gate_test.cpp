// SPDX-License-Identifier: MIT
// Every route against everybody who may not use it, and every body that it must refuse.
#include "hone/server/gate.hpp"

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
                                                                        {"{name}", "n"}}) {
      const std::size_t at = target.find(name);
      if (at != std::string::npos) target.replace(at, name.size(), value);
    }
    return target;
  }
  int status_of(const Route& route, const std::string& bearer, const std::string& body = "") {
    return send(route.method, target_of(route), body, bearer).status;
  }
  static std::string some_body(const Route& route) { return route.body == Body::Object ? "{}" : ""; }

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
    if (route.body != Body::Object) continue;
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
      const std::string given = route.body == Body::Object ? body : "";
      const HttpAnswer answer = send(route.method, target_of(route), given, admin_);
      EXPECT_LT(answer.status, 500) << route.operation << ": " << answer.body;
    }
    const HttpAnswer query = send(route.method, target_of(route) + "?no_such=1", some_body(route), admin_);
    EXPECT_EQ(query.status, 400) << route.operation;
  }
}

TEST_F(TokenGate, UnknownStudiesAreNotFound) {
  for (const Route& route : routes()) {
    if (route.pattern.find("{study}") == std::string::npos || route.body == Body::Object) continue;
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
  EXPECT_EQ(from("evil.example:7180"), 403);
  EXPECT_EQ(from("localhost:7180", {{"origin", "http://localhost:7180"}}), 200);
  EXPECT_EQ(from("localhost:7180", {{"origin", "http://evil.example"}}), 403);
  EXPECT_EQ(from("localhost:7180", {{"origin", "null"}}), 403);
  EXPECT_EQ(from("localhost:7180", {{"sec-fetch-site", "cross-site"}}), 403);
  EXPECT_EQ(from("localhost:7180", {{"sec-fetch-site", "same-origin"}}), 200);
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
    EXPECT_EQ(send(route.method, target, route.body == Body::Object ? "{}" : "").status, 403)
        << route.operation;
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
