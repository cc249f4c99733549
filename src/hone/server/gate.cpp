// SPDX-License-Identifier: MIT
#include "hone/server/gate.hpp"

#include <algorithm>
#include <chrono>

#include "hone/base/cancellation.hpp"
#include "hone/base/text.hpp"
#include "hone/server/metrics.hpp"

namespace hone::server {
namespace {

constexpr double kWrongTokens = 5.0;            // a second that an address may try, on average
constexpr std::size_t kMostAddresses = 10'000;  // remembered for the rates

double seconds_since(runner::Moment begun) {
  return runner::seconds_between(begun, std::chrono::steady_clock::now());
}

/// "127.0.0.1" of "127.0.0.1:7180", "::1" of "[::1]:7180", in lower case; empty when what follows is not a
/// port.
std::string host_of(std::string_view authority) {
  const bool six = authority.starts_with('[');
  const std::size_t end = six ? authority.find(']') : std::min(authority.find(':'), authority.size());
  if (end == std::string_view::npos) return "";
  const std::string_view rest = authority.substr(six ? end + 1 : end);
  const bool port = rest.empty() || (rest[0] == ':' && rest.find_first_not_of("0123456789", 1) == rest.npos);
  std::string host(authority.substr(six ? 1 : 0, six ? end - 1 : end));
  for (char& c : host) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 32 : c);
  return port ? host : "";
}

bool is_loopback_name(const std::string& host) {
  return host == "localhost" || host == "127.0.0.1" || host == "::1";
}

bool is_api(const Target& target) {
  const std::string& first = target.segments.front();
  return first == "v1" || first.starts_with("v1:") || first == "healthz" || first == "readyz" ||
         first == "metrics" || first.starts_with("v1%");
}

/// What comes after "Bearer ".
std::string bearer_of(const HttpRequest& request) {
  const auto header = request.header("authorization");
  if (!header) return "";
  const std::string_view scheme = "bearer ";
  if (header->size() <= scheme.size()) return "";
  const bool matches = std::equal(scheme.begin(), scheme.end(), header->begin(),
                                  [](char a, char b) { return a == static_cast<char>(b | 32) || a == b; });
  return matches ? std::string(trim(header->substr(scheme.size()))) : "";
}

[[noreturn]] void refuse_token(const std::string& problem) {
  throw Refusal(401, "unauthorized",
                problem + "; send 'Authorization: Bearer hone_...' ('hone token create')",
                {{"WWW-Authenticate", "Bearer realm=\"hone\""}});
}

bool is_json(const HttpRequest& request) {
  const auto type = request.header("content-type");
  if (!type) return false;
  std::string word(trim(type->substr(0, type->find(';'))));
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word == "application/json";
}

/// The route of a request; HEAD is GET whose body is not sent. Throws Refusal.
Match require_route(const HttpRequest& request, const Target& target) {
  Match match = match_route(routes(), request.method == "HEAD" ? "GET" : request.method, target);
  if (match.route != nullptr) return match;
  if (match.allowed.empty())
    throw Refusal(
        404, "not_found",
        text("no such path: ", request.target.substr(0, 200), "; GET /v1/openapi.json lists them all"));
  throw Refusal(405, "method_not_allowed",
                text(request.method, " does not apply here; use ", join(match.allowed, " or ")),
                {{"Allow", join(match.allowed, ", ")}});
}

/// False when there is nothing left; takes the cost otherwise.
template <class Bucket>
bool take(std::map<std::string, Bucket>& buckets, const std::string& key, double rate, double cost) {
  const auto now = std::chrono::steady_clock::now();
  if (buckets.size() > kMostAddresses) buckets.clear();
  const auto [entry, is_new] = buckets.try_emplace(key);
  Bucket& bucket = entry->second;
  const double gained = is_new ? 2.0 * rate : rate * runner::seconds_between(bucket.seen, now);
  bucket.left = std::min(2.0 * rate, bucket.left + gained);
  bucket.seen = now;
  if (bucket.left < cost) return false;
  bucket.left -= cost;
  return true;
}

}  // namespace

bool is_probe(const HttpRequest& request) {
  const std::string_view path = std::string_view(request.target).substr(0, request.target.find('?'));
  return path == "/healthz" || path == "/readyz";
}

Gate::Gate(Service& service, Identities& identities, GateOptions options, LogLine log)
    : service_(service),
      identities_(identities),
      options_(std::move(options)),
      log_(std::move(log)),
      asks_(options_.tokens) {}

void Gate::handle(const HttpRequest& request, const Respond& respond) {
  const auto begun = std::chrono::steady_clock::now();
  auto passing = std::make_shared<Passing>();
  // A copy without the body, for the line that is written when the answer goes out.
  const HttpRequest head{
      .method = request.method, .target = request.target, .peer = request.peer, .id = request.id};
  const Respond finish = [this, begun, passing, respond, head](HttpAnswer answer) {
    note(head, *passing, answer);
    add_safe_headers(answer);
    answer.headers.emplace_back("X-Request-Id", head.id);
    const double seconds = seconds_since(begun);
    const int status = answer.status;
    const std::string detail = std::move(answer.detail);
    service_.metrics.answered(passing->operation, status, seconds);
    respond(std::move(answer));
    // Whoever reads the log may be slow, and a probe waits for nobody.
    if (log_ && !(status == 200 && is_probe(head)))
      log_(head, passing->operation, passing->grant.name, status, seconds, detail);
  };
  try {
    pass(request, finish, *passing);
  } catch (...) {
    finish(error_answer(std::current_exception()));
  }
}

// Before the answer goes out, so that whoever has it finds it in the audit trail.
void Gate::note(const HttpRequest& head, const Passing& passing, HttpAnswer& answer) {
  if (passing.route == nullptr || service_.read_only) return;
  const std::string problem = identities_.note(*passing.route, head, passing.grant, passing.target, answer);
  if (problem.empty()) return;
  answer.detail += text(answer.detail.empty() ? "" : "; ", "the audit trail was not written: ", problem);
}

void Gate::pass(const HttpRequest& request, const Respond& respond, Passing& passing) {
  // Whether there are tokens is asked the store, which a probe is not to wait for.
  if (!is_probe(request)) require_own_site(request);
  const Target target = parse_target(request.target);
  if (!is_api(target)) {
    passing.operation = "getAsset";
    if (request.method != "GET" && request.method != "HEAD")
      throw Refusal(405, "method_not_allowed", "the dashboard is only read; the API begins with /v1",
                    {{"Allow", "GET"}});
    return respond(asset_answer(target, options_.assets));
  }
  const Match match = require_route(request, target);
  passing.operation = match.route->operation;
  const bool is_open = match.route->role == Role::None;
  if (closed_ && !is_open) throw Refusal(503, "unavailable", "the server is ending; try again soon");
  if (closed_ && passing.operation == "getReadiness")
    throw Refusal(503, "unavailable", "the server is ending");
  if (!is_open) require_rate(request, 1.0);
  Call call{.request = request, .path = match.path, .query = target.query};
  call.grant = grant_of(request, *match.route);
  passing.route = match.route;
  passing.grant = call.grant;
  passing.target = target_text(call);
  if (match.route->role != Role::None && asks_for_tokens())
    call.permit = identities_.permit(bearer_of(request));
  require_allowed(*match.route, call);
  // A new connection may lead to another server.
  if (service_.draining && match.route->hands_out())
    throw Refusal(503, "unavailable", "the server is being drained; ask another one, or again later",
                  {{"Retry-After", "1"}, {"Connection", "close"}});
  identities_.admit(request, *match.route, call.grant);
  const service::MeteredScope scope(call.grant.meter);
  // What changes something is done all the same: who sent a result and left counts on it.
  const bool may_end = !match.route->changes_something();
  const CancellationScope cancellation(may_end ? request.left : nullptr);
  call.body = body_of(request, *match.route);
  passing.target = target_text(call);
  const service::QuotaBook::Hold place = identities_.reserve(*match.route, call);
  // It may have waited for a thread for longer than its client waited for it.
  if (may_end && request.left()) throw Refusal(499, "unavailable", "the client left; nobody reads this");
  match.route->handler(service_, call, billed(respond, call.grant.meter));
}

// The same order as in pass(), so that the answer is the same; without what takes from the caller's rate.
std::optional<HttpAnswer> Gate::refusal_of(const HttpRequest& head) {
  HttpAnswer answer;
  Passing passing;
  try {
    require_own_site(head);
    const Target target = parse_target(head.target);
    if (!is_api(target)) return std::nullopt;
    const Match match = require_route(head, target);
    Call call{.request = head, .path = match.path, .query = target.query};
    call.grant = grant_of(head, *match.route);
    passing = {.route = match.route, .grant = call.grant, .target = target_text(call)};
    require_allowed(*match.route, call);
    return std::nullopt;
  } catch (...) {
    answer = error_answer(std::current_exception());
  }
  note(head, passing, answer);
  add_safe_headers(answer);
  answer.headers.emplace_back("X-Request-Id", head.id);
  service_.metrics.answered("none", answer.status, 0.0);
  if (log_) log_(head, "none", "", answer.status, 0.0, answer.detail);
  return answer;
}

// Once somebody has made a token, whoever it was and wherever, nobody is let in without one, even when the
// last token is revoked.
bool Gate::asks_for_tokens() {
  if (asks_) return true;
  if (identities_.tokens.any()) asks_ = true;
  return asks_;
}

// A page of another site that a browser of this machine shows must not speak to us: neither by a name that it
// made resolve to this machine, nor by a form. Where tokens are asked for, a page has none to send.
void Gate::require_own_site(const HttpRequest& request) {
  const auto host = request.header("host");
  if (!host) throw Refusal(400, "invalid_argument", "the request has no Host; send one");
  const auto hosts = std::count_if(request.headers.begin(), request.headers.end(),
                                   [](const auto& header) { return header.first == "host"; });
  if (hosts > 1) throw Refusal(400, "invalid_argument", "the request has several Hosts; send one");
  if (!is_loopback_name(host_of(*host)) && !asks_for_tokens())
    throw Refusal(403, "forbidden",
                  text("without tokens this server is for localhost only, not for '",
                       std::string(host->substr(0, 100)), "'; use http://localhost"));
  const auto site = request.header("sec-fetch-site");
  const bool navigates =
      request.header("sec-fetch-mode").value_or("") == "navigate" && request.method == "GET";
  if (site && *site != "same-origin" && *site != "none" && !navigates)
    throw Refusal(403, "forbidden",
                  "the request came from a page of another site; open the dashboard itself");
  const auto origin = request.header("origin");
  if (!origin) return;
  const std::size_t slashes = origin->find("//");
  const std::string_view authority =
      slashes == std::string_view::npos ? std::string_view() : origin->substr(slashes + 2);
  if (authority != *host)
    throw Refusal(403, "forbidden",
                  "the request came from a page of another site; open the dashboard itself");
}

void Gate::require_rate(const HttpRequest& request, double cost) {
  if (options_.rate <= 0.0) return;
  const std::lock_guard guard(mutex_);
  if (take(buckets_, request.peer, options_.rate, cost)) return;
  throw Refusal(429, "too_many_requests",
                text("more than ", options_.rate, " requests a second; wait a second"),
                {{"Retry-After", "1"}});
}

Grant Gate::grant_of(const HttpRequest& request, const Route& route) {
  if (route.role == Role::None) return {};  // without a look at the store, which a probe is not to wait for
  if (!asks_for_tokens()) return {.role = options_.without_token, .name = "local"};
  const std::string token = bearer_of(request);
  if (token.empty()) refuse_token("this server asks for a token");
  std::string problem;
  if (auto grant = identities_.grant(token, problem)) return *grant;
  {
    const std::lock_guard guard(mutex_);
    if (!take(failures_, request.peer, kWrongTokens, 1.0))
      throw Refusal(429, "too_many_requests", "too many wrong tokens; wait a second", {{"Retry-After", "1"}});
  }
  refuse_token(problem);
}

void Gate::require_allowed(const Route& route, const Call& call) const {
  if (route.role > call.grant.role)
    throw Refusal(
        403, "forbidden",
        text("this needs the role ", to_text(route.role), ", and the token has ", to_text(call.grant.role)));
  const auto study = call.path.find("study");
  if (study != call.path.end() && !call.grant.covers(study->second))
    throw Refusal(
        403, "forbidden",
        text("this token is for studies like '", call.grant.studies, "', not for '", study->second, "'"));
  if (route.whole_store && call.grant.studies != "*")
    throw Refusal(403, "forbidden", "this needs a token for all studies ('*')");
  if (service_.read_only && route.changes_something())
    throw Refusal(403, "forbidden", "this server only reads; start 'hone serve' to change something");
  if (route.verb == nullptr) require_query(call.query, route.query);
}

codec::Node Gate::body_of(const HttpRequest& request, const Route& route) const {
  if (route.body == Body::Bytes || route.body == Body::File) return {};
  if (route.body == Body::None) {
    const bool empty = request.body.empty() || trim(request.body) == "{}";
    if (!empty) throw Refusal(400, "invalid_argument", "this request has no body; leave it out");
    return {};
  }
  if (!is_json(request))
    throw Refusal(415, "unsupported_media_type",
                  "the body is not JSON; send 'Content-Type: application/json'");
  return codec::parse_request(request.body, options_.limits);
}

}  // namespace hone::server
