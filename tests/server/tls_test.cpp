// SPDX-License-Identifier: MIT
// Certificates: renewed while the server runs, and asked of clients.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>

#include "hone/base/error.hpp"
#include "hone/codec/json.hpp"
#include "hone/remote/http_client.hpp"
#include "hone/server/server.hpp"
#include "hone/storage/storage.hpp"
#include "support/certificates.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::server {
namespace {

using hone::test::Authority;
using ::testing::HasSubstr;

class Tls : public ::testing::Test {
 protected:
  std::unique_ptr<Server> serve(const std::string& client_ca = "") {
    ServerOptions options;
    options.listen.port = 0;
    options.listen.certificate = file("server.pem");
    options.listen.key = file("server.key");
    options.listen.client_ca = client_ca;
    options.listen.certificate_look = look_;
    options.event_log = [this](const std::string& line) {
      const std::lock_guard guard(mutex_);
      events_.push_back(Json::parse(line));
    };
    return std::make_unique<Server>([](bool) { return storage::open_memory(); }, options);
  }
  /// The status of an answer over a new connection; 0 when the two do not agree on TLS.
  int get(const Server& server, const remote::ClientOptions& options, const std::string& target = "/v1") {
    remote::HttpClient client(remote::ServiceUrl::parse_list(server.url()), options);
    try {
      const remote::HttpResponse response = client.send({.method = "GET", .target = target});
      body_ = response.body;
      return response.status;
    } catch (const Error& error) {
      said_ = error.what();
      return 0;
    }
  }
  std::string file(const std::string& name) { return folder_.file(name); }
  std::vector<Json> events() {
    const std::lock_guard guard(mutex_);
    return events_;
  }

  double look_ = 0.05;
  hone::test::TempDir folder_;
  std::string said_;
  std::string body_;
  std::mutex mutex_;
  std::vector<Json> events_;
};

TEST_F(Tls, ARenewedCertificateIsUsedWithoutARestart) {
  const Authority old("old");
  const Authority renewed("renewed");
  old.write(file("old-ca.pem"));
  renewed.write(file("new-ca.pem"));
  old.issue("server", file("server.pem"), file("server.key"));
  const auto server = serve();
  EXPECT_EQ(get(*server, {.ca_file = file("old-ca.pem")}), 200);
  EXPECT_EQ(get(*server, {.ca_file = file("new-ca.pem")}), 0);
  EXPECT_THAT(said_, HasSubstr("agree on TLS"));
  remote::HttpClient kept(remote::ServiceUrl::parse_list(server->url()), {.ca_file = file("old-ca.pem")});
  kept.send({.method = "GET", .target = "/healthz"});
  renewed.issue("server", file("server.pem"), file("server.key"));
  EXPECT_TRUE(
      hone::test::eventually([&] { return get(*server, {.ca_file = file("new-ca.pem")}) == 200; }, 30.0))
      << said_;
  EXPECT_EQ(get(*server, {.ca_file = file("old-ca.pem")}), 0);
  EXPECT_EQ(kept.send({.method = "GET", .target = "/healthz"}).status, 200) << "an open connection stays";
}

TEST_F(Tls, ABrokenFileKeepsTheFormerCertificateAndIsTold) {
  const Authority authority("one");
  authority.write(file("ca.pem"));
  authority.issue("server", file("server.pem"), file("server.key"));
  const auto server = serve();
  hone::test::write_file(file("server.pem"), "no certificate\n");
  ASSERT_TRUE(hone::test::eventually([&] { return !events().empty(); }, 30.0));
  const Json event = events().front();
  EXPECT_EQ(event["event"], "certificate_renewed");
  EXPECT_EQ(event["ok"], false);
  EXPECT_THAT(event["error"].get<std::string>(), HasSubstr("server.pem"));
  EXPECT_EQ(get(*server, {.ca_file = file("ca.pem")}, "/metrics"), 200) << said_;
  EXPECT_THAT(body_, HasSubstr("hone_certificates_refused_total 1\n"));
  EXPECT_THAT(body_, HasSubstr("hone_certificate_expires_timestamp_seconds "));
  // Of a pair the certificate comes first: it does not fit the key until that comes, too.
  authority.issue("server", file("server.pem"), file("other.key"));
  EXPECT_TRUE(hone::test::eventually([&] { return events().size() > 1; }, 30.0));
  EXPECT_EQ(events().back()["ok"], false);
  std::filesystem::rename(file("other.key"), file("server.key"));
  EXPECT_TRUE(hone::test::eventually([&] { return events().back()["ok"] == true; }, 30.0));
  EXPECT_EQ(get(*server, {.ca_file = file("ca.pem")}), 200) << said_;
}

TEST_F(Tls, IsReadAnewWhenToldTo) {
  const Authority authority("one");
  authority.issue("server", file("server.pem"), file("server.key"));
  look_ = 3600.0;
  const auto server = serve();
  server->renew_certificate();
  EXPECT_TRUE(hone::test::eventually([&] { return !events().empty(); }, 30.0));
  EXPECT_EQ(events().front()["ok"], true);
}

TEST_F(Tls, AClientMustShowACertificateOfTheRightAuthority) {
  const Authority servers("servers");
  const Authority clients("clients");
  const Authority strangers("strangers");
  servers.write(file("ca.pem"));
  clients.write(file("client-ca.pem"));
  servers.issue("server", file("server.pem"), file("server.key"));
  clients.issue("worker", file("worker.pem"), file("worker.key"));
  strangers.issue("worker", file("stranger.pem"), file("stranger.key"));
  const auto server = serve(file("client-ca.pem"));
  EXPECT_EQ(get(*server, {.ca_file = file("ca.pem")}), 0) << "without a certificate";
  EXPECT_EQ(
      get(*server,
          {.ca_file = file("ca.pem"), .certificate = file("stranger.pem"), .key = file("stranger.key")}),
      0);
  EXPECT_EQ(
      get(*server, {.ca_file = file("ca.pem"), .certificate = file("worker.pem"), .key = file("worker.key")}),
      200)
      << said_;
}

TEST_F(Tls, CertificatesOfClientsNeedOne) {
  ServerOptions options;
  options.listen.port = 0;
  options.listen.client_ca = file("ca.pem");
  EXPECT_THAT(hone::test::message_of([&] { Server([](bool) { return storage::open_memory(); }, options); }),
              HasSubstr("--tls-cert"));
}

}  // namespace
}  // namespace hone::server
