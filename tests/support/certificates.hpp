// SPDX-License-Identifier: MIT
#pragma once

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

namespace hone::test {

/// Signs certificates for servers at 127.0.0.1 and for clients, of a test.
class Authority {
 public:
  explicit Authority(const std::string& name) : name_(name), key_(new_key()) {
    certificate_ = make(name, key_.get(), nullptr, key_.get(), true);
  }

  /// Its own certificate, which others are to trust.
  void write(const std::string& file) const { write_certificate(file, certificate_.get()); }

  /// A certificate that it has signed, and its key.
  void issue(const std::string& name, const std::string& certificate, const std::string& key) const {
    const Key own = new_key();
    write_certificate(certificate, make(name, own.get(), certificate_.get(), key_.get(), false).get());
    const File file = open(key);
    if (PEM_write_PrivateKey(file.get(), own.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1)
      throw std::runtime_error("cannot write " + key);
  }

 private:
  struct Free {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using Key = std::unique_ptr<EVP_PKEY, Free>;
  using Certificate = std::unique_ptr<X509, Free>;
  using File = std::unique_ptr<std::FILE, Free>;

  static Key new_key() { return Key(EVP_EC_gen("P-256")); }
  static File open(const std::string& path) {
    File file(std::fopen(path.c_str(), "w"));
    if (!file) throw std::runtime_error("cannot write " + path);
    return file;
  }
  static void write_certificate(const std::string& path, X509* certificate) {
    const File file = open(path);
    if (PEM_write_X509(file.get(), certificate) != 1) throw std::runtime_error("cannot write " + path);
  }
  static void extend(X509* certificate, X509* issuer, int what, const char* value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer == nullptr ? certificate : issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, what, value);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
  }
  static Certificate make(const std::string& name, EVP_PKEY* key, X509* issuer, EVP_PKEY* signer, bool ca) {
    static long serial = 0;
    Certificate made(X509_new());
    X509_set_version(made.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), -60);
    X509_gmtime_adj(X509_getm_notAfter(made.get()), 3600);
    X509_set_pubkey(made.get(), key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(made.get(), X509_get_subject_name(issuer == nullptr ? made.get() : issuer));
    extend(made.get(), issuer, NID_basic_constraints, ca ? "critical,CA:TRUE" : "CA:FALSE");
    if (!ca) extend(made.get(), issuer, NID_subject_alt_name, "IP:127.0.0.1,DNS:localhost");
    if (X509_sign(made.get(), signer, EVP_sha256()) == 0)
      throw std::runtime_error("cannot sign a certificate");
    return made;
  }

  std::string name_;
  Key key_;
  Certificate certificate_;
};

}  // namespace hone::test
