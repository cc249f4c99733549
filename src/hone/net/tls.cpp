// SPDX-License-Identifier: MIT
#include "hone/net/tls.hpp"

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <ctime>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/net/stream_channel.hpp"

namespace hone::net {
namespace {

namespace ssl = boost::asio::ssl;
using TlsStream = ssl::stream<tcp::socket>;

class TlsChannel final : public StreamChannel<TlsStream> {
 public:
  TlsChannel(tcp::socket socket, ssl::context& context, std::shared_ptr<void> keeps,
             ssl::stream_base::handshake_type side)
      : StreamChannel(std::move(socket), context), keeps_(std::move(keeps)), side_(side) {}
  tcp::socket& socket() override { return stream_.next_layer(); }
  void handshake(Done done) override { stream_.async_handshake(side_, std::move(done)); }
  TlsStream& stream() { return stream_; }

 private:
  std::shared_ptr<void> keeps_;  // the context
  ssl::stream_base::handshake_type side_;
};

void use_certificate(ssl::context& context, const TlsFiles& files, const std::string& certificate_name,
                     const std::string& key_name) {
  error_code error;
  context.use_certificate_chain_file(files.certificate, error);
  if (error)
    throw Error(ErrorCode::InvalidFile,
                text("cannot use the certificate ", files.certificate, ": ", error.message()),
                text("give a PEM file with the whole chain to ", certificate_name));
  context.use_private_key_file(files.key, ssl::context::pem, error);
  if (error)
    throw Error(ErrorCode::InvalidFile, text("cannot use the key ", files.key, ": ", error.message()),
                text("give the certificate's PEM key to ", key_name));
}

void trust(ssl::context& context, const std::string& file, const std::string& name) {
  error_code error;
  if (file.empty()) {
    context.set_default_verify_paths(error);
  } else {
    context.load_verify_file(file, error);
  }
  if (error)
    throw Error(
        ErrorCode::InvalidFile,
        text("cannot read certificates to trust", file.empty() ? "" : " in " + file, ": ", error.message()),
        text("name a PEM file by ", name));
}

void ask_for_certificates(ssl::context& context, const std::string& ca) {
  trust(context, ca, "--tls-client-ca");
  context.set_verify_mode(ssl::verify_peer | ssl::verify_fail_if_no_peer_cert);
  SSL_CTX* const native = context.native_handle();
  SSL_CTX_set_client_CA_list(native, SSL_load_client_CA_file(ca.c_str()));  // so that clients know which
  // A session that is resumed was verified under this context; without a name it would be refused.
  static constexpr unsigned char kSession[] = "hone";
  SSL_CTX_set_session_id_context(native, kSession, sizeof kSession - 1);
}

}  // namespace

struct Tls::Parts {
  ssl::context context;
};

Tls::Tls(std::shared_ptr<Parts> parts) : parts_(std::move(parts)) {}
Tls::Tls(Tls&&) noexcept = default;
Tls& Tls::operator=(Tls&&) noexcept = default;
Tls::~Tls() = default;

Tls Tls::server(const TlsFiles& files) {
  auto parts = std::make_shared<Parts>(Parts{ssl::context(ssl::context::tls_server)});
  parts->context.set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 |
                             ssl::context::no_tlsv1_1);
  use_certificate(parts->context, files, "--tls-cert", "--tls-key");
  if (!files.ca.empty()) ask_for_certificates(parts->context, files.ca);
  return Tls(std::move(parts));
}

Tls Tls::client(const TlsFiles& files) {
  auto parts = std::make_shared<Parts>(Parts{ssl::context(ssl::context::tls_client)});
  parts->context.set_verify_mode(ssl::verify_peer);
  trust(parts->context, files.ca, "HONE_CA_FILE");
  if (!files.certificate.empty())
    use_certificate(parts->context, files, "HONE_CLIENT_CERT", "HONE_CLIENT_KEY");
  return Tls(std::move(parts));
}

std::unique_ptr<Channel> Tls::accepted(tcp::socket socket) {
  return std::make_unique<TlsChannel>(std::move(socket), parts_->context, parts_, ssl::stream_base::server);
}

std::unique_ptr<Channel> Tls::connected(tcp::socket socket, const std::string& host) {
  auto channel =
      std::make_unique<TlsChannel>(std::move(socket), parts_->context, parts_, ssl::stream_base::client);
  if (!SSL_set_tlsext_host_name(channel->stream().native_handle(), host.c_str()))
    throw Error(ErrorCode::InvalidArgument, text("TLS cannot be asked for the host '", host, "'"),
                "check the address of the service");
  channel->stream().set_verify_callback(ssl::host_name_verification(host));
  return channel;
}

std::int64_t Tls::expires() const {
  const X509* const own = SSL_CTX_get0_certificate(parts_->context.native_handle());
  if (own == nullptr) return 0;
  std::tm time{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(own), &time) != 1) return 0;
  return static_cast<std::int64_t>(::timegm(&time));
}

}  // namespace hone::net
