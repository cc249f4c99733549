// SPDX-License-Identifier: MIT
#include "hone/server/http.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/cancellation.hpp"
#include "hone/base/percent.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/answer.hpp"
#include "hone/service/quota_book.hpp"

namespace hone::server {
namespace {

std::string decoded_or_refused(std::string_view part, const char* what) {
  if (auto text = percent_decoded(part)) return *text;
  throw Refusal(400, "invalid_argument",
                text("the ", what, " holds %00 or a malformed % escape; write %25 for %"));
}

}  // namespace

std::optional<std::string_view> HttpRequest::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (key == name) return value;
  return std::nullopt;
}

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidSpace:
    case ErrorCode::InvalidOption:
    case ErrorCode::InvalidArgument:
    case ErrorCode::InvalidFile:
    case ErrorCode::Unsatisfiable:
      return 400;
    case ErrorCode::Forbidden:
      return 403;
    case ErrorCode::NotFound:
      return 404;
    case ErrorCode::AlreadyExists:
    case ErrorCode::LeaseLost:
    case ErrorCode::Conflict:
      return 409;
    case ErrorCode::StorageBusy:
      return 503;
    case ErrorCode::StorageFull:
      return 507;
    default:
      return 500;
  }
}

std::string failure_text(ErrorCode code) {
  switch (code) {
    case ErrorCode::StorageBusy:
      return "the store is busy or does not answer; try again soon";
    case ErrorCode::StorageFull:
      return "the disk of the store is full; free some space there and repeat, what was accepted is safe";
    case ErrorCode::StorageReadOnly:
      return "the store cannot be written; see the log of the server";
    case ErrorCode::StorageCorrupt:
      return "the store is damaged; see the log of the server, and run `hone db check` there";
    case ErrorCode::StorageGone:
      return "the store was deleted or replaced while it was open; see the log of the server";
    case ErrorCode::StorageFailed:
      return "the store failed; see the log of the server";
    case ErrorCode::System:
      return "the system of the server refused something; see the log of the server";
    default:
      return "the server met a defect of its own; see its log, and report it";
  }
}

HttpAnswer json_answer(const Json& json, int status) {
  return {.status = status, .body = json.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

HttpAnswer error_answer(int status, std::string_view code, const std::string& message) {
  HttpAnswer answer{.status = status, .body = codec::error_answer(code, message)};
  if (status == 503) answer.headers.emplace_back("Retry-After", "1");
  return answer;
}

HttpAnswer error_answer(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const Refusal& refusal) {
    HttpAnswer answer = error_answer(refusal.status(), refusal.code(), refusal.what());
    for (const auto& header : refusal.headers()) answer.headers.push_back(header);
    answer.detail = refusal.detail();
    return answer;
  } catch (const service::QuotaExceeded& quota) {
    HttpAnswer answer = error_answer(429, "quota_exceeded", quota.what());
    answer.headers.emplace_back("Retry-After", std::to_string(static_cast<long>(std::ceil(quota.retry()))));
    return answer;
  } catch (const Cancelled&) {
    return error_answer(499, "unavailable", "the client left; nobody reads this");
  } catch (const Error& known) {
    const int status = status_of(known.code());
    if (status < 500) return error_answer(status, code_name(known.code()), known.what());
    HttpAnswer answer = error_answer(status, code_name(known.code()), failure_text(known.code()));
    answer.detail = known.what();
    return answer;
  } catch (const std::exception& unknown) {
    HttpAnswer answer = error_answer(500, code_name(ErrorCode::Internal), failure_text(ErrorCode::Internal));
    answer.detail = unknown.what();
    return answer;
  }
}

Target parse_target(std::string_view target) {
  if (target.empty() || target[0] != '/')
    throw Refusal(400, "invalid_argument", "the path does not begin with '/'; write it like /v1/studies");
  Target parsed;
  const std::size_t question = target.find('?');
  for (const std::string& segment : split(std::string(target.substr(1, question - 1)), '/'))
    parsed.segments.push_back(segment);
  if (parsed.segments.empty()) parsed.segments.emplace_back();
  if (question == std::string_view::npos) return parsed;
  for (const std::string& pair : split(std::string(target.substr(question + 1)), '&')) {
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const std::string name = decoded_or_refused(std::string_view(pair).substr(0, equals), "query");
    std::string value = equals == std::string::npos ? "" : pair.substr(equals + 1);
    std::replace(value.begin(), value.end(), '+', ' ');
    if (!parsed.query.emplace(name, decoded_or_refused(value, "query")).second)
      throw Refusal(400, "invalid_argument", text("the query has '", name, "' twice; give it once"));
  }
  return parsed;
}

}  // namespace hone::server
