// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hone/server/http.hpp"

namespace hone::server {

class Metrics;

struct ListenOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 7180;     ///< 0: any that is free
  std::string certificate = {};  ///< path of a PEM file with the chain; empty: no TLS
  std::string key = {};          ///< path of a PEM file
  int io_threads = 2;
  int workers = 8;                           ///< threads that handle requests
  int connections = 4000;                    ///< at a time; more are told to come later
  std::size_t body = std::size_t{16} << 20;  ///< bytes
  std::uint32_t header = 16 << 10;           ///< bytes of the first line and the headers
  double request_time = 30.0;                ///< seconds from its first byte to the end of a request
  double idle_time = 120.0;                  ///< seconds between requests of a connection
  double write_time = 60.0;                  ///< seconds for an answer, or a part of a stream, to be taken
};

/// Speaks HTTP/1.1 with keep-alive, with any number of clients on few threads: bytes in, HttpRequest out, and
/// back. What it refuses by itself (too long, too slow, malformed) is answered as the API answers mistakes.
class Listener {
 public:
  /// Binds; throws Error(System) when it cannot, or Error(InvalidFile) when a certificate cannot be read. The
  /// handler and the metrics must outlive the listener. `check` is asked before a body of more than 64 kB is
  /// read, in a thread of the handlers.
  Listener(ListenOptions options, HttpHandler handler, Metrics& metrics, HttpCheck check = {});
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const;
  /// "http://127.0.0.1:7180"
  std::string url() const;

  /// Accepts nothing more, lets requests that were begun end for so many seconds, then closes everything.
  /// Returns when that is done.
  void stop(double seconds);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hone::server
