// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "hone/remote/http_client.hpp"

namespace hone::remote {
namespace {

TEST(ServiceUrl, IsTakenApart) {
  const ServiceUrl plain = ServiceUrl::parse("http://host:7180/");
  EXPECT_EQ(plain.host, "host");
  EXPECT_EQ(plain.port, "7180");
  EXPECT_EQ(plain.prefix, "");
  EXPECT_FALSE(plain.tls);
  const ServiceUrl secure = ServiceUrl::parse("https://hone.example/team/a/");
  EXPECT_EQ(secure.port, "443");
  EXPECT_EQ(secure.prefix, "/team/a");
  EXPECT_TRUE(secure.tls);
  const ServiceUrl six = ServiceUrl::parse("http://[::1]:81");
  EXPECT_EQ(six.host, "::1");
  EXPECT_EQ(six.port, "81");
  EXPECT_EQ(six.text(), "http://[::1]:81");
  EXPECT_EQ(ServiceUrl::parse("http://host").port, "80");
}

TEST(ServiceUrl, RefusesWhatIsNotOne) {
  for (const char* url : {"ftp://a", "http://", "http://:80", "http://a:0", "http://a:x",
                          "http://me:secret@a", "http://a/b?c", "http://a b"})
    EXPECT_THROW(ServiceUrl::parse(url), Error) << url;
}

TEST(HttpClient, SaysThatNobodyAnswers) {
  HttpClient client(ServiceUrl::parse_list("http://127.0.0.1:1"), {});
  try {
    client.send({.method = "GET", .target = "/v1"});
    FAIL() << "nobody listens at port 1";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::StorageBusy);
    EXPECT_NE(std::string(error.what()).find("http://127.0.0.1:1"), std::string::npos);
  }
}

}  // namespace
}  // namespace hone::remote
