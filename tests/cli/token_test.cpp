// SPDX-License-Identifier: MIT

#include "cli/cli_fixture.hpp"

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

TEST_F(TokenCommand, AServiceHasNoTokensToManage) {
  const std::string service = "http://127.0.0.1:1";
  for (const test::Ran& refused :
       {run({"token", "create", "read", "--store", service}), run({"token", "list", "--store", service}),
        run({"token", "revoke", "0a1b2c3d", "--store", service})}) {
    EXPECT_EQ(refused.code, 2);
    EXPECT_HAS(refused.err, "managed at its store");
  }
}

}  // namespace
}  // namespace hone::cli
