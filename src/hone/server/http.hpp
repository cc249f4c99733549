// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/codec/json.hpp"

// Requests and answers as plain values: the listener makes them from bytes, everything else knows no sockets.
namespace hone::server {

using codec::Json;

struct HttpRequest {
  std::string method = {};                                        ///< "GET"
  std::string target = {};                                        ///< path and query as they were sent
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< names in lower case
  std::string body = {};
  std::string peer = {};  ///< address of the other side
  std::string id = {};    ///< for the log and X-Request-Id

  /// The value of a header by its lower-case name; nothing when there is none.
  std::optional<std::string_view> header(std::string_view name) const;
};

/// The body of an answer that has no end yet. From any thread.
class Stream {
 public:
  virtual ~Stream() = default;
  /// False when the other side is gone, or reads so slowly that it was given up.
  virtual bool send(std::string bytes) = 0;
  virtual bool open() const = 0;
  virtual void close() = 0;
};

struct HttpAnswer {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  /// When it is given the answer is a stream, which this is handed once it is open.
  std::function<void(std::shared_ptr<Stream>)> stream = {};
};

using Respond = std::function<void(HttpAnswer)>;
/// Must call `respond` once, now or later, in any thread.
using HttpHandler = std::function<void(const HttpRequest&, Respond)>;

/// Looks at a request without its body: what it is refused with, or nothing.
using HttpCheck = std::function<std::optional<HttpAnswer>(const HttpRequest&)>;

/// A request that is refused by the rules of HTTP rather than by hone.
class Refusal : public std::runtime_error {
 public:
  Refusal(int status, std::string code, const std::string& message,
          std::vector<std::pair<std::string, std::string>> headers = {})
      : std::runtime_error(message), status_(status), code_(std::move(code)), headers_(std::move(headers)) {}
  int status() const noexcept { return status_; }
  const std::string& code() const noexcept { return code_; }
  const std::vector<std::pair<std::string, std::string>>& headers() const noexcept { return headers_; }

 private:
  int status_;
  std::string code_;
  std::vector<std::pair<std::string, std::string>> headers_;
};

/// The one table from errors of hone to statuses.
int status_of(ErrorCode code);

HttpAnswer json_answer(const Json& json, int status = 200);
HttpAnswer error_answer(int status, std::string_view code, const std::string& message);
/// From whatever was thrown.
HttpAnswer error_answer(const std::exception_ptr& error);

/// Path and query of a target.
struct Target {
  std::vector<std::string> segments;  ///< of the path, as they were sent; "/" has one that is empty
  std::map<std::string, std::string> query;
};
/// Throws Refusal(400) when it is malformed.
Target parse_target(std::string_view target);

}  // namespace hone::server
