// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Signature Version 4, by which S3-compatible stores know who asks and that nothing was changed on the way.
namespace hone::remote {

struct S3Key {
  std::string id;
  std::string secret;
  std::string session = {};  ///< of temporary keys
};

struct S3Request {
  std::string method;
  std::string path;                                             ///< encoded, as it is sent
  std::vector<std::pair<std::string, std::string>> query = {};  ///< not encoded
  /// Those that are signed, "host" among them; names in lower case.
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string hash;  ///< SHA-256 of the body in hexadecimal digits
};

/// HMAC-SHA256 (RFC 2104): 32 bytes.
std::string hmac_sha256(std::string_view key, std::string_view message);

/// "a=1&b=2", in the order and the encoding in which it is signed.
std::string s3_query(const S3Request& request);

/// The header Authorization of a request at this time, "20130524T000000Z". The hash and the time must be
/// among the headers, as x-amz-content-sha256 and x-amz-date.
std::string s3_authorization(const S3Request& request, const S3Key& key, const std::string& region,
                             const std::string& time);

}  // namespace hone::remote
