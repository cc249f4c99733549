// SPDX-License-Identifier: MIT
#include "hone/net/address_range.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hone::net {
namespace {

std::vector<AddressRange> ranges(const std::vector<std::string>& words) {
  std::vector<AddressRange> found;
  for (const std::string& word : words) found.push_back(AddressRange::parse(word).value());
  return found;
}

bool contains(const std::string& range, const std::string& address) {
  return AddressRange::parse(range).value().contains(Address::parse(address).value());
}

TEST(Addresses, AreTheSameHoweverTheyAreWritten) {
  EXPECT_EQ(Address::parse("::ffff:192.0.2.1"), Address::parse("192.0.2.1"));
  EXPECT_EQ(Address::parse("2001:DB8:0::1"), Address::parse("2001:db8::1"));
  EXPECT_EQ(Address::parse("::ffff:192.0.2.1")->text(), "192.0.2.1");
  EXPECT_EQ(Address::parse("2001:DB8:0:0::1")->text(), "2001:db8::1");
  EXPECT_EQ(Address::parse("fe80::1%eth0")->text(), "fe80::1");
  for (const char* bad : {"", "unknown", "192.0.2", "192.0.2.256", "192.0.2.1:80", "::1::", "1.2.3.4 "})
    EXPECT_FALSE(Address::parse(bad)) << bad;
}

TEST(AddressRanges, ComparePrefixesBitByBit) {
  EXPECT_TRUE(contains("10.0.0.0/8", "10.255.0.1"));
  EXPECT_FALSE(contains("10.0.0.0/8", "11.0.0.1"));
  EXPECT_TRUE(contains("192.168.4.0/22", "192.168.7.255"));
  EXPECT_FALSE(contains("192.168.4.0/22", "192.168.8.0"));
  EXPECT_TRUE(contains("192.0.2.7", "192.0.2.7"));
  EXPECT_FALSE(contains("192.0.2.7", "192.0.2.6"));
  EXPECT_TRUE(contains("0.0.0.0/0", "203.0.113.9"));
  EXPECT_FALSE(contains("0.0.0.0/0", "2001:db8::1"));
  EXPECT_TRUE(contains("::/0", "203.0.113.9"));
  EXPECT_TRUE(contains("2001:db8::/33", "2001:db8:7fff::1"));
  EXPECT_FALSE(contains("2001:db8::/33", "2001:db8:8000::1"));
  for (const char* bad : {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10/8", "::/129", "proxy", "/8"})
    EXPECT_FALSE(AddressRange::parse(bad)) << bad;
}

TEST(Clients, AreWhomTrustedProxiesName) {
  const auto trusted = ranges({"10.0.0.0/8", "2001:db8::/32"});
  EXPECT_EQ(client_of("10.0.0.1", "203.0.113.9", trusted), "203.0.113.9");
  EXPECT_EQ(client_of("10.0.0.1", "203.0.113.9:4711", trusted), "203.0.113.9");
  EXPECT_EQ(client_of("10.0.0.1", "[2a00::1]:4711", trusted), "2a00::1");
  EXPECT_EQ(client_of("2001:db8::5", " 2a00::1 ", trusted), "2a00::1");
  EXPECT_EQ(client_of("::ffff:10.0.0.1", "203.0.113.9", trusted), "203.0.113.9");
  EXPECT_EQ(client_of("10.0.0.1", "", trusted), "10.0.0.1");
}

// What a client writes itself stands to the left of what the proxies add.
TEST(Clients, AreTheLastThatNoTrustedProxyIs) {
  const auto trusted = ranges({"10.0.0.0/8"});
  EXPECT_EQ(client_of("10.0.0.1", "1.1.1.1, 203.0.113.9", trusted), "203.0.113.9");
  EXPECT_EQ(client_of("10.0.0.1", "1.1.1.1,203.0.113.9,10.0.0.2, 10.0.0.3", trusted), "203.0.113.9");
  EXPECT_EQ(client_of("10.0.0.1", "10.0.0.2, 10.0.0.3", trusted), "10.0.0.2");
  EXPECT_EQ(client_of("10.0.0.1", "203.0.113.9, unknown", trusted), "10.0.0.1");
  EXPECT_EQ(client_of("10.0.0.1", "203.0.113.9, unknown, 10.0.0.2", trusted), "10.0.0.2");
}

TEST(Clients, ThatAreNoTrustedProxiesAreNotBelieved) {
  const auto trusted = ranges({"10.0.0.0/8"});
  EXPECT_EQ(client_of("192.0.2.1", "203.0.113.9", trusted), "192.0.2.1");
  EXPECT_EQ(client_of("10.0.0.1", "203.0.113.9", {}), "10.0.0.1");
  EXPECT_TRUE(is_trusted("10.9.9.9", trusted));
  EXPECT_FALSE(is_trusted("192.0.2.1", trusted));
  EXPECT_FALSE(is_trusted("", trusted));
}

}  // namespace
}  // namespace hone::net
