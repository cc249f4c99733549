// SPDX-License-Identifier: MIT
#include "hone/net/signature.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <cstdint>

namespace hone::net {
namespace {

constexpr int kLeastBits = 2048;
constexpr std::size_t kLongestModulus = 2048;  // bytes: a longer one only takes time
constexpr std::size_t kCoordinate = 32;

// The structures that OpenSSL reads keys and signatures from (X.690), as there is one way to write them.

std::string der(unsigned char tag, const std::string& content) {
  std::string out(1, static_cast<char>(tag));
  const std::size_t size = content.size();
  if (size < 0x80) {
    out += static_cast<char>(size);
  } else if (size < 0x100) {
    out += {static_cast<char>(0x81), static_cast<char>(size)};
  } else {
    out += {static_cast<char>(0x82), static_cast<char>(size >> 8), static_cast<char>(size & 0xff)};
  }
  return out + content;
}

std::string der_sequence(const std::string& content) { return der(0x30, content); }
std::string der_bits(const std::string& content) { return der(0x03, std::string(1, '\0') + content); }

/// A whole number that is not negative.
std::string der_integer(std::string_view bytes) {
  while (bytes.size() > 1 && bytes.front() == '\0') bytes.remove_prefix(1);
  const bool is_high = !bytes.empty() && (static_cast<unsigned char>(bytes.front()) & 0x80) != 0;
  return der(0x02, (is_high || bytes.empty() ? std::string(1, '\0') : "") + std::string(bytes));
}

const std::string& rsa_algorithm() {
  static const std::string algorithm =
      der_sequence(std::string("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01\x05\x00", 13));
  return algorithm;
}

const std::string& p256_algorithm() {
  static const std::string algorithm = der_sequence(
      std::string("\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07", 19));
  return algorithm;
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

/// The value of a digit; -1 for what is none.
int digit_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '-') return 62;
  return c == '_' ? 63 : -1;
}

}  // namespace

struct PublicKey::Parts {
  explicit Parts(EVP_PKEY* given) : key(given) {}
  ~Parts() { EVP_PKEY_free(key); }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  EVP_PKEY* key;
};

std::optional<PublicKey> PublicKey::from_der(Kind kind, const std::string& der) {
  const unsigned char* begin = bytes_of(der);
  EVP_PKEY* key = d2i_PUBKEY(nullptr, &begin, static_cast<long>(der.size()));
  ERR_clear_error();
  if (key == nullptr) return std::nullopt;
  return PublicKey(kind, std::make_shared<const Parts>(key));
}

std::optional<PublicKey> PublicKey::rsa(std::string_view modulus, std::string_view exponent) {
  if (modulus.size() > kLongestModulus || exponent.size() > sizeof(std::uint64_t)) return std::nullopt;
  const std::string numbers = der_sequence(der_integer(modulus) + der_integer(exponent));
  auto key = from_der(Kind::Rs256, der_sequence(rsa_algorithm() + der_bits(numbers)));
  if (key && EVP_PKEY_bits(key->parts_->key) < kLeastBits) return std::nullopt;
  return key;
}

std::optional<PublicKey> PublicKey::p256(std::string_view x, std::string_view y) {
  if (x.size() != kCoordinate || y.size() != kCoordinate) return std::nullopt;
  const std::string point = "\x04" + std::string(x) + std::string(y);
  return from_der(Kind::Es256, der_sequence(p256_algorithm() + der_bits(point)));
}

bool PublicKey::verifies(std::string_view message, std::string_view signature) const {
  std::string written(signature);
  if (kind_ == Kind::Es256) {
    if (signature.size() != 2 * kCoordinate) return false;
    written = der_sequence(der_integer(signature.substr(0, kCoordinate)) +
                           der_integer(signature.substr(kCoordinate)));
  }
  const std::unique_ptr<EVP_MD_CTX, FreeContext> context(EVP_MD_CTX_new());
  const bool begun =
      context && EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, parts_->key) == 1;
  const bool good = begun && EVP_DigestVerify(context.get(), bytes_of(written), written.size(),
                                              bytes_of(message), message.size()) == 1;
  ERR_clear_error();
  return good;
}

std::optional<std::string> base64url_decoded(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int digit = digit_of(c);
    if (digit < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xff);
  }
  const bool rest_is_zero = (bits & ((1U << count) - 1)) == 0;
  if (count >= 6 || !rest_is_zero) return std::nullopt;
  return out;
}

}  // namespace hone::net
