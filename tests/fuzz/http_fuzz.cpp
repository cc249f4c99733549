// SPDX-License-Identifier: MIT
// Feeds requests to the gate of the service: a first line "METHOD TARGET", headers, an empty line, a body.
// Whatever they hold, each is answered once, never with 500, and an error is JSON.
#include <cstdint>
#include <cstdlib>
#include <future>
#include <nlohmann/json.hpp>
#include <string>

#include "hone/server/events.hpp"
#include "hone/server/gate.hpp"
#include "hone/server/metrics.hpp"

namespace {

using namespace hone;

/// One for all inputs: its threads are slow to start.
struct Site {
  service::Operations operations{
      {[](bool) { return storage::open_memory(); }, service::Store::Existing::Resume, std::nullopt}};
  service::TokenBook tokens{[this]() -> storage::Storage& { return operations.store(); }};
  server::Metrics metrics;
  server::EventHub events{operations};
  server::Identities identities{.tokens = tokens, .quotas{[this]() -> auto& {return operations.accesses();
}, operations.list()
}  // namespace
, .audit = service::AuditTrail([this]() -> auto& { return operations.accesses(); })
}
;
server::Service service{operations, events, metrics, false, "memory:", "0", nullptr, &identities};
server::Gate gate{service, identities, {.limits = {.line = 1 << 16, .depth = 64}}};

server::HttpAnswer send(const server::HttpRequest& request) {
  std::promise<server::HttpAnswer> promise;
  gate.handle(request, [&](server::HttpAnswer answer) { promise.set_value(std::move(answer)); });
  return promise.get_future().get();
}
}
;

std::string line_of(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string line(text.substr(0, end));
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Site site;
  static const bool made = [] {
    server::HttpRequest create{.method = "POST", .target = "/v1/studies"};
    create.headers = {{"host", "localhost"}, {"content-type", "application/json"}};
    create.body = R"({"name":"s","parameters":{"x":{"type":"float","low":0,"high":1}},"sampler":"random"})";
    return site.send(create).status == 201;
  }();
  static_cast<void>(made);
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string first = line_of(text);
  const std::size_t blank = first.find(' ');
  server::HttpRequest request{.method = first.substr(0, blank),
                              .target = blank == std::string::npos ? "" : first.substr(blank + 1)};
  request.headers = {{"host", "localhost"}};
  for (std::string line = line_of(text); !line.empty(); line = line_of(text)) {
    const std::size_t colon = line.find(':');
    if (colon != std::string::npos)
      request.headers.emplace_back(line.substr(0, colon), line.substr(colon + 1));
  }
  request.body = std::string(text);
  if (request.body.find("\"wait\"") != std::string::npos || request.target.find(":ask") != std::string::npos)
    return 0;
  const server::HttpAnswer answer = site.send(request);
  if (answer.status == 500) std::abort();
  if (answer.status >= 400 && !nlohmann::json::accept(answer.body)) std::abort();
  return 0;
}
