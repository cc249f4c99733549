// SPDX-License-Identifier: MIT
#include "hone/remote/http_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "hone/remote/remote_storage.hpp"
#include "support/throws.hpp"

namespace hone::remote {
namespace {

using ::testing::HasSubstr;

TEST(ServiceUrls, SeveralStandInAList) {
  const auto urls = ServiceUrl::parse_list("https://b.example, http://a:7180/x/");
  ASSERT_EQ(urls.size(), 2U);
  EXPECT_EQ(urls[0].text(), "https://b.example:443");
  EXPECT_EQ(urls[1].text(), "http://a:7180/x");
  for (const char* wrong : {"http://a,", "http://a,b:80", "http://a,http://a:80", ""})
    EXPECT_THROW(ServiceUrl::parse_list(wrong), Error) << wrong;
}

// Trial folders and leases are found by the place of a store: another order is no other service.
TEST(ServiceUrls, APlaceIsTheSameInAnyOrder) {
  const RemoteStorage one("http://b:1,http://a:1", {});
  const RemoteStorage other("http://a:1,http://b:1", {});
  EXPECT_EQ(one.location(), "http://a:1,http://b:1");
  EXPECT_EQ(other.location(), one.location());
  EXPECT_EQ(RemoteStorage("http://a:1", {}).location(), "http://a:1");
}

TEST(HttpClientOptions, ACertificateNeedsItsKey) {
  const auto make = [](ClientOptions options) {
    return test::message_of([&] { HttpClient(ServiceUrl::parse_list("https://a"), std::move(options)); });
  };
  EXPECT_THAT(make({.certificate = "own.pem"}), HasSubstr("HONE_CLIENT_KEY"));
  EXPECT_THAT(make({.key = "own.key"}), HasSubstr("HONE_CLIENT_CERT"));
  EXPECT_THAT(make({.certificate = "no-such.pem", .key = "no-such.key"}), HasSubstr("no-such.pem"));
}

TEST(HttpClientOptions, NobodyAnswersOfSeveral) {
  HttpClient client(ServiceUrl::parse_list("http://127.0.0.1:1,http://127.0.0.1:2"), {});
  EXPECT_THAT(test::message_of([&] { client.send({.method = "GET", .target = "/v1"}); }),
              HasSubstr("none of the 2 servers answers"));
}

}  // namespace
}  // namespace hone::remote
