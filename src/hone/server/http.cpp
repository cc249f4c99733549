// SPDX-License-Identifier: MIT
#include "hone/server/http.hpp"

#include <algorithm>

#include "hone/base/percent.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/answer.hpp"

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
    default:
      return 500;
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
    return answer;
  } catch (const Error& known) {
    return error_answer(status_of(known.code()), code_name(known.code()), known.what());
  } catch (const std::exception& unknown) {
    return error_answer(500, code_name(ErrorCode::Internal), unknown.what());
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
