// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hone/net/address_range.hpp"
#include "hone/server/http.hpp"

namespace hone::server {

class Metrics;

struct ListenOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 7180;     ///< 0: any that is free
  std::string certificate = {};  ///< path of a PEM file with the chain; empty: no TLS
  std::string key = {};          ///< path of a PEM file
  std::string client_ca = {};  ///< path of a PEM file; clients must show a certificate that one of it signed
  double certificate_look = 10.0;  ///< seconds between looks whether these files changed
  /// Is told of what happens by itself: "certificate_renewed", with what went wrong, or nothing.
  std::function<void(const std::string& event, const std::string& error)> on_event = {};
  int io_threads = 2;
  int workers = 8;                           ///< threads for requests that do more than look
  int connections = 4000;                    ///< at a time; of more, probes alone are answered
  std::size_t body = std::size_t{16} << 20;  ///< bytes
  std::size_t file = std::size_t{64} << 20;  ///< bytes of a body that is taken as a file
  /// Bytes that the bodies of all connections may have together while they are read and handled, but for
  /// those of up to 64 kB; at least one is always taken.
  std::size_t bodies = std::size_t{256} << 20;
  std::uint32_t header = 16 << 10;  ///< bytes of the first line and the headers
  double request_time = 30.0;       ///< seconds from its first byte to the end of a request
  /// Connections of one address that wait: for a request or for its end, or, as event streams and asks
  /// without a trial for them do, for something to happen. Beyond, the one that has waited longest is closed.
  /// 0: half of all.
  int waiting_of_address = 0;
  /// Proxies whose word for whom they speak for counts (X-Forwarded-For); they may keep any number waiting.
  std::vector<net::AddressRange> proxies = {};
  double idle_time = 120.0;  ///< seconds between requests of a connection
  double write_time = 60.0;  ///< seconds for an answer, or a part of a stream, to be taken
};

/// Speaks HTTP/1.1 with keep-alive, with any number of clients on few threads: bytes in, HttpRequest out, and
/// back. What it refuses by itself (too long, too slow, malformed) is answered as the API answers mistakes.
class Listener {
 public:
  /// Binds; throws Error(System) when it cannot, or Error(InvalidFile) when a certificate cannot be read. The
  /// handler and the metrics must outlive the listener. `check` is asked before a body of more than 64 kB is
  /// read, in a thread of the handlers. What is `quick` is handled in the thread that read it, the rest in
  /// one of its lane. The body of one that `takes_file` is not held in memory.
  Listener(ListenOptions options, HttpHandler handler, HttpLane lane, Metrics& metrics, HttpCheck check = {},
           HttpQuick quick = {}, HttpTakesFile takes_file = {});
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const;
  /// "http://127.0.0.1:7180"
  std::string url() const;

  /// Reads the certificate anew, as it does by itself when a file of it has changed. Connections that are
  /// open stay; what cannot be used is told, and the former certificate kept.
  void renew_certificate();

  /// Accepts nothing more, lets requests that were begun end for so many seconds, then closes everything.
  /// Returns when that is done, or three seconds later when a handler goes on and on: see busy().
  void stop(double seconds);
  /// True when a handler still runs after stop(). The destructor waits for it.
  bool busy();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hone::server
