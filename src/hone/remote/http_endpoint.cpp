// SPDX-License-Identifier: MIT
#include "hone/remote/http_endpoint.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/net/http_message.hpp"

namespace hone::remote {
namespace {

Error unreachable(const std::string& what, const std::string& remedy) {
  return {ErrorCode::StorageBusy, what, remedy};
}

}  // namespace

bool is_unavailable(const HttpResponse& response) {
  if (response.status == 502 || response.status == 504) return true;  // a proxy, whose server is away
  if (response.status != 503) return false;
  const codec::Json json = codec::Json::parse(response.body, nullptr, false);
  if (!json.is_object() || !json.contains("error") || !json.at("error").is_object()) return true;
  const std::string code = json.at("error").value("code", "");
  return code == "unavailable" || code == "draining";
}

HttpEndpoint::HttpEndpoint(ServiceUrl url, const ClientOptions& options)
    : url_(std::move(url)),
      address_(url_.text()),
      token_(options.token),
      connect_time_(options.connect_time) {
  if (!url_.tls) return;
  tls_.emplace(
      net::Tls::client({.certificate = options.certificate, .key = options.key, .ca = options.ca_file}));
}

std::string HttpEndpoint::head_of(const ClientRequest& request) const {
  const bool six = url_.host.find(':') != std::string::npos;
  net::Headers headers = {{"Host", text(six ? "[" + url_.host + "]" : url_.host, ":", url_.port)},
                          {"User-Agent", "hone"}};
  for (const auto& [name, value] : request.headers) {
    if (name == "host") headers.front().second = value;
    if (name != "host") headers.emplace_back(name, value);
  }
  if (!token_.empty()) headers.emplace_back("Authorization", "Bearer " + token_);
  if (!request.body.empty()) headers.emplace_back("Content-Type", request.type);
  if (!request.body.empty() || (request.method != "GET" && request.method != "HEAD"))
    headers.emplace_back("Content-Length", std::to_string(request.body.size()));
  return net::request_head(request.method, url_.prefix + request.target, headers);
}

HttpResponse HttpEndpoint::send(const ClientRequest& request) {
  const std::string head = head_of(request);
  require_turn();
  for (int attempt = 0;; ++attempt) {
    std::unique_ptr<Link> link = attempt == 0 ? take() : nullptr;
    const bool kept = link != nullptr;
    try {
      if (!link) link = std::make_unique<Link>(url_, tls_ ? &*tls_ : nullptr, connect_time_);
      HttpResponse response = link->send(head, request.body, request.seconds);
      response.server = address_;
      is_unavailable(response) ? leave() : keep(std::move(link));
      note_success();
      return response;
    } catch (const LinkError& error) {
      if (kept && !error.late) continue;  // it was closed while nobody used it
      const std::string what = text("the service at ", address_, " does not answer: cannot ", error.step,
                                    " (", error.code.message(), ")");
      note_failure(what);
      throw EndpointFailure{unreachable(what, "check the address, and that 'hone serve' runs there"),
                            error.sent};
    }
  }
}

// A server that is down is not knocked at by all its workers all the time: 0.2 s, then twice as long each
// time, up to 5 s, a little different for each. Until then the last failure is the answer.
void HttpEndpoint::require_turn() {
  const std::lock_guard guard(mutex_);
  if (failures_ == 0 || std::chrono::steady_clock::now() >= not_before_) return;
  throw EndpointFailure{unreachable(last_failure_, "it is tried again soon")};
}

void HttpEndpoint::note_success() {
  const std::lock_guard guard(mutex_);
  failures_ = 0;
}

void HttpEndpoint::note_failure(const std::string& what) {
  const std::lock_guard guard(mutex_);
  const double pause = std::min(5.0, 0.2 * static_cast<double>(1 << std::min(failures_, 10)));
  ++failures_;
  last_failure_ = what;
  const double share = std::uniform_real_distribution(0.75, 1.25)(jitter_);
  not_before_ = std::chrono::steady_clock::now() + milliseconds_of(pause * share);
}

std::unique_ptr<Link> HttpEndpoint::take() {
  const std::lock_guard guard(mutex_);
  if (idle_.empty()) return nullptr;
  std::unique_ptr<Link> link = std::move(idle_.back());
  idle_.pop_back();
  return link;
}

// Behind one address there may be several servers: new connections may lead to another one.
void HttpEndpoint::leave() {
  std::vector<std::unique_ptr<Link>> left;  // end without the lock
  const std::lock_guard guard(mutex_);
  left.swap(idle_);
}

void HttpEndpoint::keep(std::unique_ptr<Link> link) {
  if (!link->reusable()) return;
  const std::lock_guard guard(mutex_);
  idle_.push_back(std::move(link));
}

}  // namespace hone::remote
