// SPDX-License-Identifier: MIT
#include "hone/net/tls.hpp"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/net/stream_channel.hpp"

namespace hone::net {
namespace {

namespace ssl = boost::asio::ssl;
using TlsStream = ssl::stream<tcp::socket>;

class TlsChannel final : public StreamChannel<TlsStream> {
 public:
  TlsChannel(tcp::socket socket, ssl::context& context, ssl::stream_base::handshake_type side)
      : StreamChannel(std::move(socket), context), side_(side) {}
  tcp::socket& socket() override { return stream_.next_layer(); }
  void handshake(Done done) override { stream_.async_handshake(side_, std::move(done)); }
  TlsStream& stream() { return stream_; }

 private:
  ssl::stream_base::handshake_type side_;
};

}  // namespace

struct Tls::Parts {
  ssl::context context;
};

Tls::Tls(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Tls::Tls(Tls&&) noexcept = default;
Tls& Tls::operator=(Tls&&) noexcept = default;
Tls::~Tls() = default;

Tls Tls::server(const std::string& certificate, const std::string& key) {
  auto parts = std::make_unique<Parts>(Parts{ssl::context(ssl::context::tls_server)});
  parts->context.set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 |
                             ssl::context::no_tlsv1_1);
  error_code error;
  parts->context.use_certificate_chain_file(certificate, error);
  if (error)
    throw Error(ErrorCode::InvalidFile,
                text("cannot use the certificate ", certificate, ": ", error.message()),
                "give a PEM file with the whole chain to --tls-cert");
  parts->context.use_private_key_file(key, ssl::context::pem, error);
  if (error)
    throw Error(ErrorCode::InvalidFile, text("cannot use the key ", key, ": ", error.message()),
                "give the certificate's PEM key to --tls-key");
  return Tls(std::move(parts));
}

Tls Tls::client(const std::string& ca_file) {
  auto parts = std::make_unique<Parts>(Parts{ssl::context(ssl::context::tls_client)});
  parts->context.set_verify_mode(ssl::verify_peer);
  error_code error;
  if (ca_file.empty()) {
    parts->context.set_default_verify_paths(error);
  } else {
    parts->context.load_verify_file(ca_file, error);
  }
  if (error)
    throw Error(ErrorCode::InvalidFile, text("cannot read certificates to trust: ", error.message()),
                "name a PEM file by HONE_CA_FILE");
  return Tls(std::move(parts));
}

std::unique_ptr<Channel> Tls::accepted(tcp::socket socket) {
  return std::make_unique<TlsChannel>(std::move(socket), parts_->context, ssl::stream_base::server);
}

std::unique_ptr<Channel> Tls::connected(tcp::socket socket, const std::string& host) {
  auto channel = std::make_unique<TlsChannel>(std::move(socket), parts_->context, ssl::stream_base::client);
  if (!SSL_set_tlsext_host_name(channel->stream().native_handle(), host.c_str()))
    throw Error(ErrorCode::InvalidArgument, text("TLS cannot be asked for the host '", host, "'"),
                "check the address of the service");
  channel->stream().set_verify_callback(ssl::host_name_verification(host));
  return channel;
}

}  // namespace hone::net
