// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hone::remote {

/// Where a server is: "http://host:7180/prefix".
struct ServiceUrl {
  bool tls = false;
  std::string host;
  std::string port;
  std::string prefix = {};  ///< before /v1, without a slash at its end; behind a proxy

  /// Throws Error(InvalidArgument).
  static ServiceUrl parse(const std::string& url);
  /// "http://a:7180,http://b:7180": the servers of one service, the preferred one first. Throws
  /// Error(InvalidArgument), also when one is named twice.
  static std::vector<ServiceUrl> parse_list(const std::string& urls);
  std::string text() const;
};

struct ClientOptions {
  std::string token = {};        ///< for Authorization
  std::string ca_file = {};      ///< PEM certificates to trust instead of the system's
  std::string certificate = {};  ///< PEM chain that this client shows, for servers that ask for one
  std::string key = {};          ///< PEM key of it
  double connect_time = 10.0;    ///< seconds; at most 3 when there is another server to go to
  double return_time = 30.0;     ///< seconds after which the first server is tried again
};

struct ClientRequest {
  std::string method;
  std::string target;  ///< begins with a slash
  std::string body = {};
  std::string type = "application/json";
  double seconds = 60.0;  ///< for the answer
  /// The request does something anew each time it arrives: once it may have arrived it is not sent to another
  /// server.
  bool once = false;
  /// Sent besides; a "host" among them in place of the usual one.
  std::vector<std::pair<std::string, std::string>> headers = {};
};

struct HttpResponse {
  int status = 0;
  std::string body = {};
  std::string server = {};  ///< the address of who answered
};

/// Asks a service, one request at a time on each of its connections, which it keeps. Safe to call from
/// several threads: each has a connection of its own while it waits.
///
/// Of several servers, the first that answers is asked from then on; when it fails, or says that it is
/// unavailable, the request goes on to the next. After a while the first of the list is tried again.
class HttpClient {
 public:
  HttpClient(std::vector<ServiceUrl> urls, ClientOptions options);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// When a kept connection turns out to be closed, the request is sent once more on a new one. Throws
  /// Error(StorageBusy) when no server can be reached, or none answers in time.
  HttpResponse send(const ClientRequest& request);

  /// The servers' addresses, alike in whichever order they were given.
  const std::string& place() const noexcept;
  /// True when there is more than one server.
  bool has_choice() const noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hone::remote
