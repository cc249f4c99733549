// SPDX-License-Identifier: MIT

#include <cstdlib>

#include "cli/cli_fixture.hpp"
#include "hone/codec/json.hpp"
#include "hone/server/server.hpp"
#include "hone/storage/sqlite_storage.hpp"

namespace hone::cli {
namespace {

class TokenCommand : public test::CliTest {};

TEST_F(TokenCommand, MakesListsAndRevokes) {
  const test::Ran made = run({"token", "create", "work", "--studies", "svm-*", "--label", "ci"});
  EXPECT_EQ(made.code, 0) << made.err;
  ASSERT_EQ(made.out.size(), 79U) << made.out;
  const std::string id = made.out.substr(5, 8);
  const std::string listed = output({"token", "list"});
  EXPECT_HAS(listed, id);
  EXPECT_HAS(listed, "svm-*");
  EXPECT_EQ(listed.find(made.out.substr(14, 64)), std::string::npos) << "the secret is listed";
  EXPECT_EQ(run({"token", "revoke", id}).code, 0);
  EXPECT_EQ(run({"token", "revoke", id}).code, 4);
  EXPECT_HAS(output({"token", "list"}), "no tokens");
}

TEST_F(TokenCommand, SaysInJsonWhatIsNeededToRevokeIt) {
  const codec::Json made =
      codec::Json::parse(output({"token", "create", "work", "--label", "ci", "--expires", "1h", "--json"}));
  const codec::Json listed = codec::Json::parse(output({"token", "list", "--json"}))["tokens"][0];
  EXPECT_EQ(made["token"].get<std::string>().substr(5, 8), made["id"]);
  for (const char* field : {"id", "label", "role", "studies", "created", "expires"})
    EXPECT_EQ(made[field], listed[field]) << field;
  EXPECT_TRUE(made["expires"].is_string());
  EXPECT_TRUE(
      codec::Json::parse(output({"token", "create", "read", "--expires", "never", "--json"}))["expires"]
          .is_null());
}

TEST_F(TokenCommand, RefusesOtherRolesAndTimes) {
  EXPECT_EQ(run({"token", "create", "god"}).code, 2);
  EXPECT_EQ(run({"token", "create", "read", "--expires", "soon"}).code, 2);
  EXPECT_EQ(run({"token", "create", "read", "--expires", "never"}).code, 0);
  EXPECT_EQ(run({"token", "create", "read", "--expires", "99999999999d"}).code, 2);
  EXPECT_EQ(run({"token", "create", "read", "--studies", ""}).code, 2);
  EXPECT_EQ(run({"serve", "--rate", "-1"}).code, 2);
}

TEST_F(TokenCommand, AServerNeedsAStoreAndBothFilesOfTls) {
  EXPECT_EQ(run({"serve", "--store", "http://127.0.0.1:1"}).code, 2);
  EXPECT_EQ(run({"serve", "--tls-cert", "a.pem"}).code, 2);
  const test::Ran open = run({"serve", "--host", "0.0.0.0", "--port", "0"});
  EXPECT_EQ(open.code, 3);
  EXPECT_HAS(open.err, "hone token create");
}

TEST_F(TokenCommand, AWorkerNeedsAStudy) {
  EXPECT_EQ(run({"worker", "http://127.0.0.1:1"}).code, 2);
  EXPECT_EQ(run({"worker", "nonsense", "--study", "a"}).code, 3);
}

TEST_F(TokenCommand, LimitsGoWithTheToken) {
  const test::Ran made = run({"token", "create", "work", "--limit-studies", "3", "--limit-connections", "0"});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_HAS(made.err, "studies 3, connections 0");
  const codec::Json listed = codec::Json::parse(output({"token", "list", "--json"}))["tokens"][0];
  EXPECT_EQ(listed["limits"], codec::Json({{"studies", 3}, {"connections", 0}}));
  EXPECT_EQ(run({"token", "create", "work", "--limit-bytes", "-1"}).code, 2);
}

TEST_F(TokenCommand, TheAuditTrailHasThoseMadeAndRevokedHere) {
  EXPECT_EQ(run({"token", "list"}).code, 4);  // looking makes no store
  const std::string id = output({"token", "create", "work", "--label", "ci"}).substr(5, 8);
  EXPECT_EQ(run({"token", "revoke", id}).code, 0);
  const codec::Json entries = codec::Json::parse(output({"db", "audit", "--json"}))["entries"];
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0]["what"], "createToken");
  EXPECT_EQ(entries[0]["target"], "token " + id + ", work of *");
  EXPECT_EQ(entries[0]["who"].get<std::string>().find("command line, "), 0U);
  EXPECT_EQ(entries[1]["what"], "revokeToken");
  EXPECT_HAS(output({"db", "audit"}), "revokeToken");
  EXPECT_EQ(codec::Json::parse(output({"db", "audit", "--since", "1", "--json"}))["entries"].size(), 1U);
  EXPECT_EQ(codec::Json::parse(output({"db", "check", "--json"}))["ok"], true);
}

TEST_F(TokenCommand, AServiceManagesTheTokensOfItsStore) {
  server::ServerOptions options;
  options.listen.port = 0;
  options.gate.tokens = true;
  const std::string path = "served.db";
  const std::string admin = output({"token", "create", "admin", "--store", path}).substr(0, 78);
  const std::string reader = output({"token", "create", "read", "--store", path}).substr(0, 78);
  server::Server server([path](bool) { return storage::open_sqlite(path); }, std::move(options));
  const std::string url = server.url();
  ::setenv("HONE_TOKEN", reader.c_str(), 1);
  EXPECT_NE(run({"token", "create", "read", "--store", url}).code, 0);
  EXPECT_NE(run({"token", "list", "--store", url}).code, 0);
  ::setenv("HONE_TOKEN", admin.c_str(), 1);
  const test::Ran made =
      run({"token", "create", "work", "--studies", "svm-*", "--limit-streams", "2", "--store", url});
  EXPECT_EQ(made.code, 0) << made.err;
  ASSERT_EQ(made.out.size(), 79U) << made.out;
  const std::string id = made.out.substr(5, 8);
  EXPECT_HAS(output({"token", "list", "--store", url}), id);
  EXPECT_HAS(output({"token", "list", "--store", path}), "streams 2");
  EXPECT_EQ(run({"token", "revoke", id, "--store", url}).code, 0);
  EXPECT_EQ(run({"token", "revoke", id, "--store", url}).code, 4);
  EXPECT_HAS(output({"db", "audit", "--store", url}), "revokeToken");
  EXPECT_EQ(output({"db", "audit", "--store", url, "--json"}),
            output({"db", "audit", "--store", path, "--json"}));
  ::unsetenv("HONE_TOKEN");
}

TEST_F(TokenCommand, ServesOnlyWithAWholeIdentityProvider) {
  EXPECT_EQ(run({"serve", "--oidc-issuer", "https://id.example"}).code, 2);
  EXPECT_EQ(run({"serve", "--oidc-role", "a=read"}).code, 2);
  const std::vector<std::string> whole = {
      "serve",       "--oidc-issuer", "https://id.example", "--oidc-audience", "hone",
      "--oidc-jwks", "none",          "--oidc-role",        "team=worker"};
  const test::Ran role = run(whole);
  EXPECT_NE(role.code, 0);
  EXPECT_HAS(role.err, "team=worker");
  std::vector<std::string> no_keys = whole;
  no_keys.back() = "team=work";
  EXPECT_EQ(run(no_keys).code, 4);
  no_keys[6] = "http://id.example/keys";
  EXPECT_HAS(run(no_keys).err, "no TLS");
  EXPECT_EQ(run({"serve", "--trusted-proxy", "10.0.0.0/40"}).code, 2);
}

}  // namespace
}  // namespace hone::cli
