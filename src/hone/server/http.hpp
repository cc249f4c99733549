// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
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
#include "hone/service/trial_artefacts.hpp"

// Requests and answers as plain values: the listener makes them from bytes, everything else knows no sockets.
namespace hone::server {

using codec::Json;

/// One connection, for as long as it is there.
struct Connection {
  std::string token = {};           ///< the id of the one that is billed for it
  std::shared_ptr<void> hold = {};  ///< until it ends, or another token is used on it
  bool refused = false;             ///< as the token has as many as it may: to be closed after the answer
};

struct HttpRequest {
  std::string method = {};                                        ///< "GET"
  std::string target = {};                                        ///< path and query as they were sent
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< names in lower case
  std::string body = {};
  std::shared_ptr<const storage::ByteSource> file = {};  ///< the body, of a route that takes one as a file
  std::string peer = {};  ///< address of the client: of the other side, or what trusted proxies say
  std::string id = {};    ///< for the log and X-Request-Id
  /// True when the client has closed the connection since. From any thread.
  std::function<bool()> left = [] { return false; };
  std::shared_ptr<Connection> connection = {};  ///< over which it came; of one request at a time

  /// Bytes of the body.
  std::int64_t sent() const { return file ? file->size() : static_cast<std::int64_t>(body.size()); }
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
  /// The rest of a body that is too long to be held at once: piece after piece, until one is empty. Is called
  /// when the piece before is on its way, by one thread at a time; when it throws, the answer is cut off.
  std::function<std::string()> more = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  /// What went wrong, for the log alone: it may name files and addresses.
  std::string detail = {};
  /// What was made or changed, for the audit trail, where the path does not say so.
  std::string subject = {};
  /// When it is given the answer is a stream, which this is handed once it is open.
  std::function<void(std::shared_ptr<Stream>)> stream = {};
};

/// Requests of one lane may wait for each other, and for none of another (Lanes).
enum class Lane {
  Work,  ///< what workers need, and whatever changes something
  Look,  ///< what is quickly said, and pieces of long answers
  Bulk,  ///< what takes all trials of a study
  File,  ///< files that trials leave
};
inline constexpr std::size_t kLanes = 4;

using Respond = std::function<void(HttpAnswer)>;
/// Must call `respond` once, now or later, in any thread.
using HttpHandler = std::function<void(const HttpRequest&, Respond)>;
/// True for a request whose handler waits for nothing, so that it needs no thread of its own.
using HttpQuick = std::function<bool(const HttpRequest&)>;

/// Which lane a request is for; looks at its method and its target alone, and asks nobody.
using HttpLane = std::function<Lane(const HttpRequest&)>;
/// True for a request whose body is handed over as a file, and may be as large as that (ListenOptions).
using HttpTakesFile = std::function<bool(const HttpRequest&)>;
/// Looks at a request without its body: what it is refused with, or nothing.
using HttpCheck = std::function<std::optional<HttpAnswer>(const HttpRequest&)>;

/// A request that is refused by the rules of HTTP rather than by hone.
class Refusal : public std::runtime_error {
 public:
  Refusal(int status, std::string code, const std::string& message,
          std::vector<std::pair<std::string, std::string>> headers = {}, std::string detail = {})
      : std::runtime_error(message),
        status_(status),
        code_(std::move(code)),
        headers_(std::move(headers)),
        detail_(std::move(detail)) {}
  int status() const noexcept { return status_; }
  const std::string& code() const noexcept { return code_; }
  const std::vector<std::pair<std::string, std::string>>& headers() const noexcept { return headers_; }
  /// For the log alone.
  const std::string& detail() const noexcept { return detail_; }

 private:
  int status_;
  std::string code_;
  std::vector<std::pair<std::string, std::string>> headers_;
  std::string detail_;
};

/// The one table from errors of hone to statuses.
int status_of(ErrorCode code);

HttpAnswer json_answer(const Json& json, int status = 200);
HttpAnswer error_answer(int status, std::string_view code, const std::string& message);
/// What is said of a failure of the server or its store. The error itself names files and addresses, which
/// are nobody's business but the server's.
std::string failure_text(ErrorCode code);
/// From whatever was thrown. Of a failure (5xx) the answer says failure_text(), and its `detail` the error.
HttpAnswer error_answer(const std::exception_ptr& error);

/// Path and query of a target.
struct Target {
  std::vector<std::string> segments;  ///< of the path, as they were sent; "/" has one that is empty
  std::map<std::string, std::string> query;
};
/// Throws Refusal(400) when it is malformed.
Target parse_target(std::string_view target);

}  // namespace hone::server
