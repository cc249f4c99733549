// SPDX-License-Identifier: MIT
// Tokens over the API, limits, the audit trail, identity providers, proxies: through the gate, and on a port
// where the connection matters.
#include "hone/server/identities.hpp"

#include <chrono>
#include <set>
#include <thread>

#include "hone/base/sha256.hpp"
#include "hone/server/oidc_keys.hpp"
#include "hone/server/server.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "server/service_fixture.hpp"
#include "server/wire.hpp"
#include "support/temp_dir.hpp"
#include "support/test_issuer.hpp"

namespace hone::server {
namespace {

class IdentityGate : public test::ServiceTest {
 protected:
  IdentityGate() : ServiceTest({.tokens = true}) {
    admin_ = tokens_.create({.label = "boss", .role = Role::Admin});
  }
  std::string token(Role role, const std::string& studies = "*", const service::TokenLimits& limits = {}) {
    return tokens_.create({.role = role, .studies = studies, .limits = limits});
  }
  Json trail() { return json("GET", "/v1/audit?since=0&limit=1000", "", 200, admin_)["entries"]; }
  /// What is refused for a limit; nothing when it is not.
  std::string refused(const HttpAnswer& answer) {
    if (answer.status != 429) return "";
    bool later = false;
    for (const auto& [name, value] : answer.headers) later = later || (name == "Retry-After" && value != "0");
    EXPECT_TRUE(later) << answer.body;
    const Json error = Json::parse(answer.body)["error"];
    EXPECT_EQ(error["code"], "quota_exceeded");
    return error["message"];
  }
  static std::string study(const std::string& name) {
    return R"({"name":")" + name +
           R"(","parameters":{"x":{"type":"float","low":0,"high":1}},"sampler":"random"})";
  }

  std::string admin_;
};

// --- tokens

TEST_F(IdentityGate, AdminsMakeListAndRevokeTokens) {
  const HttpAnswer answer = send(
      "POST", "/v1/tokens",
      R"({"role":"work","studies":"svm-*","label":"ci","expires":"12h","limits":{"studies":3}})", admin_);
  ASSERT_EQ(answer.status, 201) << answer.body;
  EXPECT_EQ(std::count(answer.headers.begin(), answer.headers.end(),
                       std::pair<std::string, std::string>("Cache-Control", "no-store")),
            1);
  const Json made = Json::parse(answer.body);
  const std::string secret = made["token"];
  EXPECT_EQ(made["role"], "work");
  EXPECT_EQ(made["limits"], Json({{"studies", 3}}));
  const HttpAnswer listed = send("GET", "/v1/tokens", "", admin_);
  EXPECT_EQ(listed.body.find(secret.substr(14)), std::string::npos);
  EXPECT_EQ(listed.body.find(sha256(secret)), std::string::npos);
  EXPECT_NE(listed.body.find(made["id"].get<std::string>()), std::string::npos);
  EXPECT_EQ(json("GET", "/v1", "", 200, secret)["studies"], "svm-*");
  now_ += 13 * 3600 * 1000;
  EXPECT_EQ(send("GET", "/v1", "", secret).status, 401);
  const std::string id = made["id"];
  EXPECT_EQ(json("DELETE", "/v1/tokens/" + id, "", 200, admin_)["revoked"], id);
  json("DELETE", "/v1/tokens/" + id, "", 404, admin_);
}

TEST_F(IdentityGate, ATokenIsMadeByWhoMayDoEverythingWithoutLimits) {
  const std::string wish = R"({"role":"read"})";
  json("POST", "/v1/tokens", wish, 403, token(Role::Work));
  json("POST", "/v1/tokens", wish, 403, token(Role::Admin, "svm-*"));
  json("GET", "/v1/tokens", "", 403, token(Role::Admin, "svm-*"));
  json("GET", "/v1/audit", "", 403, token(Role::Admin, "svm-*"));
  json("GET", "/v1/tokens", "", 403, token(Role::Read));
  // Each of a thousand tokens would have as much again.
  json("POST", "/v1/tokens", wish, 403, token(Role::Admin, "*", {.bytes = 1'000'000}));
  json("POST", "/v1/tokens", wish, 201, token(Role::Admin));
}

TEST_F(IdentityGate, WrongWishesForTokensAreRefused) {
  for (const char* wish :
       {"{}", R"({"role":"god"})", R"({"role":"none"})", R"({"role":"read","studies":""})",
        R"({"role":"read","expires":"soon"})", R"({"role":"read","limits":{"studies":-1}})",
        R"({"role":"read","limits":{"cpus":1}})", R"({"role":"read","id":"0a1b2c3d"})",
        R"({"role":"read","hash":"x"})"})
    json("POST", "/v1/tokens", wish, 400, admin_);
  EXPECT_EQ(tokens_.list().size(), 1U);
}

// --- limits

TEST_F(IdentityGate, StudiesAreLimited) {
  const std::string limited = token(Role::Admin, "svm-*", {.studies = 1});
  json("POST", "/v1/studies", study("svm-1"), 201, limited);
  EXPECT_NE(refused(send("POST", "/v1/studies", study("svm-2"), limited)).find("1 studies"),
            std::string::npos);
  EXPECT_EQ(send("POST", "/v1/studies?existing=resume", study("svm-1"), limited).status, 200);
  json("POST", "/v1/studies", study("svm-2"), 201, admin_);
  json("POST", "/v1/studies", study("other"), 201, admin_);
  json("DELETE", "/v1/studies/svm-1", "", 204, admin_);
  EXPECT_NE(refused(send("POST", "/v1/studies", study("svm-3"), limited)), "");
  json("DELETE", "/v1/studies/svm-2", "", 204, admin_);
  json("POST", "/v1/studies", study("svm-3"), 201, limited);
}

TEST_F(IdentityGate, BytesAreLimited) {
  create("demo", "", admin_);
  const std::string limited = token(Role::Work, "*", {.bytes = 300});
  const std::string note = R"({"note":")" + std::string(189, 'x') + "\"}";  // 200 bytes
  ASSERT_EQ(note.size(), 200U);
  json("POST", "/v1/studies/demo:note", note, 200, limited);
  EXPECT_NE(refused(send("POST", "/v1/studies/demo:note", note, limited)).find("200 bytes of the 300"),
            std::string::npos);
  json("GET", "/v1/studies/demo", "", 200, limited);
}

TEST_F(IdentityGate, ProcessorTimeIsLimited) {
  create("demo", "", admin_);
  const std::string limited = token(Role::Work, "*", {.processor_seconds = 1});
  json("GET", "/v1/studies/demo", "", 200, limited);
  Grant grant = tokens_.check(limited).value();
  identities_.quotas.meter(grant);
  grant.meter->spend(1.5);
  EXPECT_NE(refused(send("GET", "/v1/studies/demo", "", limited)).find("processor time"), std::string::npos);
  json("GET", "/v1/studies/demo", "", 200, admin_);
  watch_ = watch_.load() + std::chrono::seconds(1801);
  json("GET", "/v1/studies/demo", "", 200, limited);
}

// A sampler thinks in threads of its own.
TEST_F(IdentityGate, ThoughtsAreBilledToWhoAsked) {
  json(
      "POST", "/v1/studies",
      R"({"name":"slow","parameters":{"x":{"type":"float","low":0,"high":1},"y":{"type":"float","low":0,"high":1}},"sampler":"gp","seed":1})",
      201, admin_);
  const std::string limited = token(Role::Work, "*", {.processor_seconds = 1});
  for (int i = 0; i < 12; ++i) {
    const HttpAnswer asked =
        send("POST", "/v1/studies/slow:ask", R"({"client":"a"})", i < 11 ? admin_ : limited);
    ASSERT_EQ(asked.status, 200) << asked.body;
    const Json trial = Json::parse(asked.body)["trials"][0];
    const Json result = {{"number", trial["number"]}, {"token", trial["token"]}, {"value", 0.1 * i}};
    json("POST", "/v1/studies/slow:tell", Json({{"client", "a"}, {"results", Json::array({result})}}).dump(),
         200, admin_);
  }
  // One more thought is billed to the limited token until it has spent its second.
  std::string why;
  for (int i = 0; i < 3000 && why.empty(); ++i) {
    const HttpAnswer asked = send("POST", "/v1/studies/slow:ask", R"({"client":"b"})", limited);
    why = refused(asked);
    if (!why.empty()) break;
    ASSERT_EQ(asked.status, 200) << asked.body;
    const Json trial = Json::parse(asked.body)["trials"][0];
    const Json result = {{"number", trial["number"]}, {"token", trial["token"]}, {"value", 0.5}};
    json("POST", "/v1/studies/slow:tell", Json({{"client", "b"}, {"results", Json::array({result})}}).dump(),
         200, admin_);
  }
  EXPECT_NE(why.find("processor time"), std::string::npos);
}

class IdentityStream : public Stream {
 public:
  bool send(std::string) override { return open_; }
  bool open() const override { return open_; }
  void close() override { open_ = false; }

 private:
  std::atomic<bool> open_{true};
};

TEST_F(IdentityGate, StreamsAreLimited) {
  create("demo", "", admin_);
  const std::string limited = token(Role::Read, "*", {.streams = 2});
  std::vector<std::shared_ptr<IdentityStream>> streams;
  for (const char* target : {"/v1/events", "/v1/studies/demo/events"}) {
    const HttpAnswer answer = send("GET", target, "", limited);
    ASSERT_TRUE(answer.stream) << answer.body;
    streams.push_back(std::make_shared<IdentityStream>());
    answer.stream(streams.back());
  }
  EXPECT_NE(refused(send("GET", "/v1/events", "", limited)).find("event streams"), std::string::npos);
  EXPECT_TRUE(send("GET", "/v1/events", "", admin_).stream);
  streams.front()->close();
  std::string why = "not tried";
  for (int i = 0; i < 100 && !why.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    why = refused(send("GET", "/v1/events", "", limited));
  }
  EXPECT_EQ(why, "");
}

TEST_F(IdentityGate, ConnectionsAreLimitedByTheTokenThatIsUsedOnThem) {
  const std::string limited = token(Role::Read, "*", {.connections = 1});
  const auto over = [&](const std::shared_ptr<Connection>& connection, const std::string& bearer) {
    HttpRequest request{.method = "GET",
                        .target = "/v1",
                        .headers = {{"host", "localhost"}, {"authorization", "Bearer " + bearer}},
                        .id = "1",
                        .connection = connection};
    return send(std::move(request));
  };
  auto first = std::make_shared<Connection>();
  const auto second = std::make_shared<Connection>();
  EXPECT_EQ(over(first, limited).status, 200);
  EXPECT_EQ(over(first, limited).status, 200);
  EXPECT_NE(refused(over(second, limited)).find("connections"), std::string::npos);
  EXPECT_TRUE(second->refused);
  EXPECT_EQ(over(second, admin_).status, 200);
  first.reset();
  EXPECT_EQ(over(second, limited).status, 200);
  EXPECT_EQ(over(second, admin_).status, 200);  // which gives the place back
  EXPECT_EQ(over(std::make_shared<Connection>(), limited).status, 200);
}

// --- audit

TEST_F(IdentityGate, KeepsWhoDidWhat) {
  create("demo", "", admin_);
  json("PATCH", "/v1/studies/demo", R"({"budget":{"trials":9}})", 200, admin_);
  const Json made = json("POST", "/v1/tokens", R"({"role":"work","label":"w"})", 201, admin_);
  json("DELETE", "/v1/studies/demo", "", 204, admin_);
  json("DELETE", "/v1/tokens/" + made["id"].get<std::string>(), "", 200, admin_);
  const Json entries = trail();
  ASSERT_EQ(entries.size(), 5U) << entries.dump();
  const std::string who = "token " + admin_.substr(5, 8) + " (boss)";
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"createStudy", "name demo"},
      {"changeStudy", "study demo"},
      {"createToken", "token " + made["id"].get<std::string>() + ", work of *"},
      {"deleteStudy", "study demo"},
      {"revokeToken", "id " + made["id"].get<std::string>()}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(entries[i]["number"], i + 1);
    EXPECT_EQ(entries[i]["who"], who);
    EXPECT_EQ(entries[i]["origin"], "127.0.0.1");
    EXPECT_EQ(entries[i]["what"], expected[i].first);
    EXPECT_EQ(entries[i]["target"], expected[i].second);
    EXPECT_LT(entries[i]["status"], 300);
  }
  EXPECT_EQ(entries.dump().find(made["token"].get<std::string>().substr(14)), std::string::npos);
  EXPECT_EQ(json("GET", "/v1/audit?since=4", "", 200, admin_)["entries"].size(), 1U);
  EXPECT_EQ(json("GET", "/v1/audit?limit=2", "", 200, admin_)["entries"][0]["number"], 4);
  json("GET", "/v1/audit?limit=2000", "", 400, admin_);
}

TEST_F(IdentityGate, KeepsRefusedAttemptsOfKnownCallers) {
  create("demo", "", admin_);
  const std::string work = token(Role::Work);
  json("DELETE", "/v1/studies/demo", "", 403, work);
  json("GET", "/v1/tokens", "", 403, work);
  json("DELETE", "/v1/studies/demo", "", 401, "hone_00000000_00");
  HttpRequest large{.method = "PUT",
                    .target = "/v1/studies/demo",
                    .headers = {{"host", "localhost"}, {"authorization", "Bearer " + work}},
                    .id = "1"};
  ASSERT_EQ(gate_.refusal_of(large)->status, 403);
  const Json entries = trail();
  ASSERT_EQ(entries.size(), 4U) << entries.dump();
  EXPECT_EQ(entries[1]["what"], "deleteStudy");
  EXPECT_EQ(entries[1]["status"], 403);
  EXPECT_NE(entries[1]["detail"].get<std::string>().find("role admin"), std::string::npos);
  EXPECT_EQ(entries[2]["what"], "listTokens");
  EXPECT_EQ(entries[3]["what"], "replaceStudy");
}

TEST_F(IdentityGate, KeepsNothingOfWorkAndOfLooks) {
  create("demo", "", admin_);
  const Json asked = json("POST", "/v1/studies/demo:ask", R"({"client":"a"})", 200, admin_);
  const Json result = {{"number", 0}, {"token", asked["trials"][0]["token"]}, {"value", 0.5}};
  json("POST", "/v1/studies/demo:tell", Json({{"client", "a"}, {"results", Json::array({result})}}).dump(),
       200, admin_);
  json("POST", "/v1/studies:check", study("x"), 200, admin_);
  json("GET", "/v1/studies/demo", "", 200, admin_);
  json("POST", "/v1/studies", "{}", 400, admin_);
  json("POST", "/v1/studies/demo:note", R"({"note":"x"})", 403, token(Role::Read));
  EXPECT_EQ(trail().size(), 1U) << trail().dump();
}

// --- an identity provider

std::shared_ptr<service::Oidc> provider_with(const hone::test::TestIssuer& issuer, std::int64_t& now) {
  service::OidcOptions options{.issuer = "https://id.example", .audience = "hone"};
  for (const char* role : {"ops=admin", "team=work", "svm=admin:svm-*", "all=read"})
    options.roles.push_back(service::OidcRole::parse(role));
  return std::make_shared<service::Oidc>(
      options, [&issuer] { return hone::test::key_set({&issuer}); }, [&now] { return now * 1000; });
}

class ProviderGate : public IdentityGate {
 protected:
  ProviderGate() {
    identities_.oidc = provider_with(issuer(), now());
    create("demo", "", admin_);
  }

  static const hone::test::TestIssuer& issuer() {
    static const hone::test::TestIssuer made("ES256", "key");
    return made;
  }
  static std::int64_t& now() {
    static std::int64_t seconds = 1'700'000'000;
    return seconds;
  }
  static std::string of(const std::string& group, std::int64_t lifetime = 3600) {
    return issuer().token({{"iss", "https://id.example"},
                           {"aud", "hone"},
                           {"sub", "ann"},
                           {"exp", now() + lifetime},
                           {"groups", {group}}});
  }
  static std::string path_of(const Route& route) {
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
};

TEST_F(ProviderGate, NoRouteTakesALowerRoleOrAForeignStudy) {
  for (const Route& route : routes()) {
    const std::string body = route.takes_json() ? "{}" : "";
    const auto status = [&](const std::string& bearer) {
      return send(route.method, path_of(route), body, bearer).status;
    };
    if (route.role == Role::None) continue;
    EXPECT_EQ(status(of("nobody")), 403) << route.operation;
    if (route.role > Role::Read) {
      EXPECT_EQ(status(of("all")), 403) << route.operation;
    }
    if (route.role > Role::Work) {
      EXPECT_EQ(status(of("team")), 403) << route.operation;
    }
    if (route.whole_store || route.pattern.find("{study}") != std::string::npos) {
      EXPECT_EQ(status(of("svm")), 403) << route.operation;
    }
  }
  EXPECT_EQ(send("GET", "/v1/studies/demo", "", of("all")).status, 200);
  EXPECT_EQ(send("GET", "/v1/tokens", "", of("ops")).status, 200);
}

TEST_F(ProviderGate, TokensOfTheStoreGoOnWorking) {
  EXPECT_EQ(send("GET", "/v1", "", admin_).status, 200);
  EXPECT_EQ(send("GET", "/v1", "", "").status, 401);
}

TEST_F(ProviderGate, SaysWhyATokenIsRefused) {
  const HttpAnswer answer = send("GET", "/v1", "", of("all", -120));
  EXPECT_EQ(answer.status, 401);
  EXPECT_NE(answer.body.find("expired"), std::string::npos);
}

TEST_F(ProviderGate, TheAuditTrailNamesIssuerAndSubject) {
  json("DELETE", "/v1/studies/demo", "", 204, of("ops"));
  EXPECT_EQ(trail().back()["who"], "https://id.example ann");
}

TEST_F(ProviderGate, AStreamEndsWithItsToken) {
  const HttpAnswer answer = send("GET", "/v1/events", "", of("all", 10));
  ASSERT_TRUE(answer.stream) << answer.body;
  const auto stream = std::make_shared<IdentityStream>();
  answer.stream(stream);
  now() += 120;
  for (int i = 0; i < 100 && stream->open(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(stream->open());
}

class AbsentProviderGate : public test::ServiceTest {
 protected:
  AbsentProviderGate() : ServiceTest({.tokens = true}) {
    identities_.oidc = std::make_shared<service::Oidc>(
        service::OidcOptions{.issuer = "i", .audience = "a"},
        []() -> std::string { throw std::runtime_error("10.0.0.7 does not answer"); });
  }
};

TEST_F(AbsentProviderGate, IsToldApartFromAWrongToken) {
  const HttpAnswer answer =
      send("GET", "/v1", "", hone::test::TestIssuer("ES256", "k").token({{"iss", "i"}}));
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.body.find("10.0.0.7"), std::string::npos);
}

// --- on a port

class IdentityServer : public ::testing::Test {
 protected:
  std::unique_ptr<Server> serve(ServerOptions options) {
    options.listen.port = 0;
    const std::string path = folder_.file("hone.db");
    return std::make_unique<Server>([path](bool) { return storage::open_sqlite(path); }, std::move(options));
  }
  static int status_of(const std::string& answer) {
    return answer.size() > 12 ? std::stoi(answer.substr(9, 3)) : 0;
  }
  static std::string get(const std::string& target, const std::string& more) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n";
  }
  hone::test::TempDir folder_;
};

TEST_F(IdentityServer, KeysComeFromTheProvidersAddress) {
  const hone::test::TestIssuer issuer("RS256", "a");
  Metrics metrics;
  ListenOptions listen;
  listen.port = 0;
  std::atomic<int> asked{0};
  Listener provider(
      listen,
      [&](const HttpRequest& request, const Respond& respond) {
        ++asked;
        EXPECT_FALSE(request.header("authorization"));
        if (request.target != "/realm/keys") return respond({.status = 404});
        respond({.body = hone::test::key_set({&issuer})});
      },
      [](const HttpRequest&) { return Lane::Look; }, metrics);
  service::OidcOptions oidc{.issuer = "https://id.example", .audience = "hone"};
  oidc.roles.push_back(service::OidcRole::parse("all=read"));
  ServerOptions options;
  options.oidc = std::make_shared<service::Oidc>(oidc, key_source(provider.url() + "/realm/keys"));
  const auto server = serve(std::move(options));
  EXPECT_TRUE(server->asks_for_tokens());
  const auto now =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  const Json claims = {
      {"iss", "https://id.example"}, {"aud", "hone"}, {"sub", "ann"}, {"exp", now + 60}, {"groups", "all"}};
  test::Wire wire(server->port());
  for (int i = 0; i < 3; ++i) {
    wire.send(get("/v1/studies", "Authorization: Bearer " + issuer.token(claims) + "\r\n"));
    EXPECT_EQ(status_of(wire.answer()), 200);
  }
  EXPECT_EQ(asked, 1);
  wire.send(get("/v1/studies", ""));
  EXPECT_EQ(status_of(wire.answer()), 401);
  const auto elsewhere = key_source(provider.url() + "/other");
  EXPECT_THROW(elsewhere(), Error);
  EXPECT_THROW(key_source("http://id.example/keys"), Error);
}

TEST_F(IdentityServer, TheRateIsThatOfWhomATrustedProxySpeaksFor) {
  ServerOptions options;
  options.gate.rate = 3.0;
  options.listen.proxies = {net::AddressRange::parse("127.0.0.0/8").value()};
  std::vector<std::string> lines;
  std::mutex mutex;
  options.log = [&](const std::string& line) {
    const std::lock_guard guard(mutex);
    lines.push_back(line);
  };
  const auto server = serve(std::move(options));
  test::Wire wire(server->port());
  const auto statuses = [&](const std::function<std::string(int)>& forwarded) {
    std::set<int> seen;
    for (int i = 0; i < 20; ++i) {
      wire.send(get("/v1", "X-Forwarded-For: " + forwarded(i) + "\r\n"));
      seen.insert(status_of(wire.answer()));
    }
    return seen;
  };
  EXPECT_EQ(statuses([](int i) { return "203.0.113." + std::to_string(i); }), std::set<int>({200}));
  // What the client itself wrote stands before what the proxy added.
  EXPECT_TRUE(
      statuses([](int i) { return "198.51.100." + std::to_string(i) + ", 192.0.2.1"; }).contains(429));
  const std::lock_guard guard(mutex);
  EXPECT_EQ(Json::parse(lines.front())["peer"], "203.0.113.0");
  EXPECT_EQ(Json::parse(lines.back())["peer"], "192.0.2.1");
}

TEST_F(IdentityServer, NobodyElseChoosesHisAddress) {
  ServerOptions options;
  options.gate.rate = 3.0;
  options.listen.proxies = {net::AddressRange::parse("10.0.0.0/8").value()};
  const auto server = serve(std::move(options));
  test::Wire wire(server->port());
  std::set<int> seen;
  for (int i = 0; i < 20; ++i) {
    wire.send(get("/v1", "X-Forwarded-For: 203.0.113." + std::to_string(i) + "\r\n"));
    seen.insert(status_of(wire.answer()));
  }
  EXPECT_TRUE(seen.contains(429));
}

TEST_F(IdentityServer, AConnectionBeyondTheLimitIsClosed) {
  const std::string path = folder_.file("hone.db");
  std::string limited;
  {
    const auto store = storage::open_sqlite(path);
    TokenBook book([&]() -> storage::ArtefactStore& { return *store; });
    limited = book.create({.role = Role::Read, .limits = {.connections = 2}});
  }
  const auto server = serve({});
  const std::string request = get("/v1", "Authorization: Bearer " + limited + "\r\n");
  auto first = std::make_unique<test::Wire>(server->port());
  test::Wire second(server->port());
  for (test::Wire* wire : {first.get(), &second}) {
    wire->send(request);
    EXPECT_EQ(status_of(wire->answer()), 200);
  }
  test::Wire third(server->port());
  third.send(request);
  EXPECT_EQ(status_of(third.answer()), 429);
  EXPECT_TRUE(third.closed());
  first.reset();
  int status = 0;
  for (int i = 0; i < 100 && status != 200; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    test::Wire next(server->port());
    next.send(request);
    status = status_of(next.answer());
  }
  EXPECT_EQ(status, 200);
}

}  // namespace
}  // namespace hone::server
