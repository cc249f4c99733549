// SPDX-License-Identifier: MIT
// What `hone serve` refuses before it serves anything; tests/e2e/service_test.cpp has the rest.
#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

class Serve : public test::CliTest {};

TEST_F(Serve, RefusesOptionsThatNeedOthers) {
  const test::Ran no_folder = run({"serve", "--backup-every", "1h"});
  EXPECT_EQ(no_folder.code, 2);
  EXPECT_HAS(no_folder.err, "add --backup DIR");
  EXPECT_EQ(run({"serve", "--backup-keep", "3"}).code, 2);
  EXPECT_HAS(run({"serve", "--backup", "b", "--backup-every", "soon"}).err, "'soon' is not a time");
  EXPECT_HAS(run({"serve", "--backup", "b", "--store", "memory:"}).err, "memory has no backups");
  EXPECT_HAS(run({"serve", "--tls-client-ca", "ca.pem", "--port", "0"}).err, "--tls-cert");
  EXPECT_HAS(run({"serve", "--store", "http://a:1,http://b:1"}).err, "a service cannot serve another one");
  EXPECT_FALSE(std::filesystem::exists("b"));
}

TEST_F(Serve, AProbeSaysWhyNot) {
  const test::Ran away = run({"serve", "--probe", "http://127.0.0.1:1"});
  EXPECT_EQ(away.code, 1);
  EXPECT_EQ(away.out, "");
  EXPECT_HAS(away.err, "not ready");
  EXPECT_EQ(run({"serve", "--probe", "localhost"}).code, 3) << "that is no address";
}

}  // namespace
}  // namespace hone::cli
