// SPDX-License-Identifier: MIT
#include "hone/remote/sigv4.hpp"

#include <algorithm>
#include <cstdint>

#include "hone/base/percent.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"

namespace hone::remote {
namespace {

constexpr std::size_t kBlock = 64;  // bytes of SHA-256

std::string bytes_of(const std::string& digits) {
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(value(digits[i]) * 16 + value(digits[i + 1]));
  return bytes;
}

std::string hex(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string digits;
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    digits += kHex[byte >> 4];
    digits += kHex[byte & 15];
  }
  return digits;
}

std::string whitened(std::string_view key, char pad) {
  std::string block(key);
  block.resize(kBlock, '\0');
  for (char& c : block) c = static_cast<char>(c ^ pad);
  return block;
}

}  // namespace

std::string hmac_sha256(std::string_view key, std::string_view message) {
  const std::string shorter = key.size() > kBlock ? bytes_of(sha256(key)) : std::string(key);
  const std::string inner = bytes_of(sha256(whitened(shorter, 0x36) + std::string(message)));
  return bytes_of(sha256(whitened(shorter, 0x5c) + inner));
}

std::string s3_query(const S3Request& request) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : request.query)
    parts.push_back(percent_encoded(name) + "=" + percent_encoded(value));
  std::sort(parts.begin(), parts.end());
  return join(parts, "&");
}

// Amazon S3, API Reference, "Authenticating Requests: Using the Authorization Header".
std::string s3_authorization(const S3Request& request, const S3Key& key, const std::string& region,
                             const std::string& time) {
  auto headers = request.headers;
  std::sort(headers.begin(), headers.end());
  std::string listed;
  std::string names;
  for (const auto& [name, value] : headers) {
    listed += name + ":" + value + "\n";
    names += (names.empty() ? "" : ";") + name;
  }
  const std::string canonical = text(request.method, "\n", request.path, "\n", s3_query(request), "\n",
                                     listed, "\n", names, "\n", request.hash);
  const std::string day = time.substr(0, 8);
  const std::string scope = text(day, "/", region, "/s3/aws4_request");
  const std::string to_sign = text("AWS4-HMAC-SHA256\n", time, "\n", scope, "\n", sha256(canonical));
  std::string signing = "AWS4" + key.secret;
  for (const std::string& part : {day, region, std::string("s3"), std::string("aws4_request")})
    signing = hmac_sha256(signing, part);
  return text("AWS4-HMAC-SHA256 Credential=", key.id, "/", scope, ",SignedHeaders=", names,
              ",Signature=", hex(hmac_sha256(signing, to_sign)));
}

}  // namespace hone::remote
