// SPDX-License-Identifier: MIT
#include "hone/remote/http_client.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <random>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/net/http_message.hpp"
#include "hone/net/tls.hpp"
#include "hone/remote/http_link.hpp"

namespace hone::remote {
struct HttpClient::Parts {
  ServiceUrl url;
  ClientOptions options;
  std::optional<net::Tls> tls = {};
  std::mutex mutex = {};
  std::vector<std::unique_ptr<Link>> idle = {};
  int failures = 0;  // in a row
  std::chrono::steady_clock::time_point not_before = {};
  std::string last_failure = {};

  // A service that is down is not knocked at by all its workers all the time: 0.2 s, then twice as long each
  // time, up to 5 s, a little different for each. Until then the last failure is the answer.
  void require_turn() {
    const std::lock_guard guard(mutex);
    if (failures == 0 || std::chrono::steady_clock::now() >= not_before) return;
    throw Error(ErrorCode::StorageBusy, last_failure, "it is tried again soon");
  }
  void note_success() {
    const std::lock_guard guard(mutex);
    failures = 0;
  }
  void note_failure(const std::string& what) {
    const std::lock_guard guard(mutex);
    const double pause = std::min(5.0, 0.2 * static_cast<double>(1 << std::min(failures, 10)));
    ++failures;
    last_failure = what;
    const double share = std::uniform_real_distribution(0.75, 1.25)(jitter);
    not_before = std::chrono::steady_clock::now() + milliseconds_of(pause * share);
  }
  std::mt19937 jitter{std::random_device{}()};

  std::unique_ptr<Link> take() {
    const std::lock_guard guard(mutex);
    if (idle.empty()) return nullptr;
    std::unique_ptr<Link> link = std::move(idle.back());
    idle.pop_back();
    return link;
  }
  void keep(std::unique_ptr<Link> link) {
    if (!link->reusable()) return;
    const std::lock_guard guard(mutex);
    idle.push_back(std::move(link));
  }
  std::unique_ptr<Link> connect() {
    return std::make_unique<Link>(url, tls ? &*tls : nullptr, options.connect_time);
  }
};

HttpClient::HttpClient(ServiceUrl url, ClientOptions options)
    : parts_(new Parts{.url = std::move(url), .options = std::move(options)}) {
  const std::string& token = parts_->options.token;
  if (std::any_of(token.begin(), token.end(), [](unsigned char c) { return c <= ' ' || c >= 127; }))
    throw Error(ErrorCode::InvalidArgument, "the token holds a blank, a line break or another odd character",
                "set HONE_TOKEN to what 'hone token create' printed, and nothing else");
  if (!parts_->url.tls) return;
  parts_->tls.emplace(net::Tls::client(parts_->options.ca_file));
}

HttpClient::~HttpClient() = default;

const ServiceUrl& HttpClient::url() const noexcept { return parts_->url; }

HttpResponse HttpClient::send(const std::string& method, const std::string& target, const std::string& body,
                              const std::string& type, double seconds) {
  const bool six = parts_->url.host.find(':') != std::string::npos;
  net::Headers headers = {
      {"Host", text(six ? "[" + parts_->url.host + "]" : parts_->url.host, ":", parts_->url.port)},
      {"User-Agent", "hone"}};
  if (!parts_->options.token.empty())
    headers.emplace_back("Authorization", "Bearer " + parts_->options.token);
  if (!body.empty()) headers.emplace_back("Content-Type", type);
  if (!body.empty() || (method != "GET" && method != "HEAD"))
    headers.emplace_back("Content-Length", std::to_string(body.size()));
  const std::string head = net::request_head(method, parts_->url.prefix + target, headers);
  parts_->require_turn();
  for (int attempt = 0;; ++attempt) {
    std::unique_ptr<Link> link = attempt == 0 ? parts_->take() : nullptr;
    const bool kept = link != nullptr;
    try {
      if (!link) link = parts_->connect();
      HttpResponse response = link->send(head, body, seconds);
      parts_->keep(std::move(link));
      parts_->note_success();
      return response;
    } catch (const LinkError& error) {
      if (kept && !error.late) continue;  // it was closed while nobody used it
      const std::string what = text("the service at ", parts_->url.text(), " does not answer: cannot ",
                                    error.step, " (", error.code.message(), ")");
      parts_->note_failure(what);
      throw Error(ErrorCode::StorageBusy, what, "check the address, and that 'hone serve' runs there");
    }
  }
}

}  // namespace hone::remote
