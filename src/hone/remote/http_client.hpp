// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

namespace hone::remote {

/// Where a service is: "http://host:7180/prefix".
struct ServiceUrl {
  bool tls = false;
  std::string host;
  std::string port;
  std::string prefix = {};  ///< before /v1, without a slash at its end; behind a proxy

  /// Throws Error(InvalidArgument).
  static ServiceUrl parse(const std::string& url);
  std::string text() const;
};

struct ClientOptions {
  std::string token = {};      ///< for Authorization
  std::string ca_file = {};    ///< PEM certificates to trust instead of the system's
  double connect_time = 10.0;  ///< seconds
};

struct HttpResponse {
  int status = 0;
  std::string body = {};
};

/// Asks a service, one request at a time on each of its connections, which it keeps. Safe to call from
/// several threads: each has a connection of its own while it waits.
class HttpClient {
 public:
  HttpClient(ServiceUrl url, ClientOptions options);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// `target` begins with "/v1". When a kept connection turns out to be closed, the request is sent once more
  /// on a new one: callers send nothing that could not be sent twice. Throws Error(StorageBusy) when the
  /// service cannot be reached or does not answer in `seconds`.
  HttpResponse send(const std::string& method, const std::string& target, const std::string& body = "",
                    const std::string& type = "application/json", double seconds = 60.0);

  const ServiceUrl& url() const noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hone::remote
