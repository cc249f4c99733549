// SPDX-License-Identifier: MIT
#pragma once

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hone/codec/json.hpp"

namespace hone::test {

inline std::string base64url(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (count += 8; count >= 6;) {
      count -= 6;
      out += kDigits[bits >> count & 63];
    }
  }
  if (count > 0) out += kDigits[bits << (6 - count) & 63];
  return out;
}

/// A key of an identity provider, made anew, that signs tokens.
class TestIssuer {
 public:
  /// "RS256" or "ES256".
  explicit TestIssuer(std::string algorithm, std::string id, unsigned bits = 2048)
      : algorithm_(std::move(algorithm)),
        id_(std::move(id)),
        key_(algorithm_ == "RS256" ? EVP_RSA_gen(bits) : EVP_EC_gen("P-256"), EVP_PKEY_free) {
    if (!key_) throw std::runtime_error("no key could be made");
  }

  /// The public key as a member of a JSON Web Key Set.
  codec::Json jwk() const {
    if (algorithm_ == "RS256")
      return {{"kty", "RSA"},
              {"use", "sig"},
              {"kid", id_},
              {"n", number(OSSL_PKEY_PARAM_RSA_N, 0)},
              {"e", number(OSSL_PKEY_PARAM_RSA_E, 0)}};
    return {{"kty", "EC"},
            {"crv", "P-256"},
            {"kid", id_},
            {"x", number(OSSL_PKEY_PARAM_EC_PUB_X, 32)},
            {"y", number(OSSL_PKEY_PARAM_EC_PUB_Y, 32)}};
  }
  codec::Json header() const { return {{"alg", algorithm_}, {"typ", "JWT"}, {"kid", id_}}; }

  std::string token(const codec::Json& claims) const { return token(header(), claims); }
  std::string token(const codec::Json& header, const codec::Json& claims) const {
    const std::string message = base64url(header.dump()) + "." + base64url(claims.dump());
    return message + "." + base64url(signature(message));
  }

 private:
  std::string number(const char* name, int least) const {
    BIGNUM* found = nullptr;
    if (EVP_PKEY_get_bn_param(key_.get(), name, &found) != 1) throw std::runtime_error("no such number");
    const std::unique_ptr<BIGNUM, decltype(&BN_free)> kept(found, BN_free);
    std::vector<unsigned char> bytes(static_cast<std::size_t>(std::max(BN_num_bytes(found), least)));
    BN_bn2binpad(found, bytes.data(), static_cast<int>(bytes.size()));
    return base64url({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  std::string signature(const std::string& message) const {
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    const auto* begin = reinterpret_cast<const unsigned char*>(message.data());
    std::size_t size = 0;
    if (EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key_.get()) != 1 ||
        EVP_DigestSign(context.get(), nullptr, &size, begin, message.size()) != 1)
      throw std::runtime_error("cannot sign");
    std::vector<unsigned char> bytes(size);
    if (EVP_DigestSign(context.get(), bytes.data(), &size, begin, message.size()) != 1)
      throw std::runtime_error("cannot sign");
    if (algorithm_ == "RS256") return {reinterpret_cast<const char*>(bytes.data()), size};
    const unsigned char* der = bytes.data();
    const std::unique_ptr<ECDSA_SIG, decltype(&ECDSA_SIG_free)> pair(
        d2i_ECDSA_SIG(nullptr, &der, static_cast<long>(size)), ECDSA_SIG_free);
    unsigned char raw[64];
    BN_bn2binpad(ECDSA_SIG_get0_r(pair.get()), raw, 32);
    BN_bn2binpad(ECDSA_SIG_get0_s(pair.get()), raw + 32, 32);
    return {reinterpret_cast<const char*>(raw), sizeof raw};
  }

  std::string algorithm_;
  std::string id_;
  std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key_;
};

/// {"keys": [...]}
inline std::string key_set(const std::vector<const TestIssuer*>& issuers) {
  codec::Json keys = codec::Json::array();
  for (const TestIssuer* issuer : issuers) keys.push_back(issuer->jwk());
  return codec::Json({{"keys", keys}}).dump();
}

}  // namespace hone::test
