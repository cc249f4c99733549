// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <future>
#include <string>

#include "hone/server/events.hpp"
#include "hone/server/gate.hpp"
#include "hone/server/identities.hpp"
#include "hone/server/metrics.hpp"

namespace hone::server::test {

/// A service behind its gate, without sockets; in memory unless told otherwise.
class ServiceTest : public ::testing::Test {
 protected:
  using Open = std::function<std::unique_ptr<storage::Storage>(bool)>;

  explicit ServiceTest(
      GateOptions options = {}, Open open = [](bool) { return storage::open_memory(); },
      const std::string& address = "memory:")
      : operations_({std::move(open), service::Store::Existing::Resume, 30'000}),
        tokens_([this]() -> storage::Storage& { return operations_.store(); },
                [this] { return now_.load(); }),
        events_(operations_),
        identities_{.tokens = tokens_,
                    .quotas = service::QuotaBook(access_store(), operations_.list(), quota_clock()),
                    .audit = service::AuditTrail(access_store())},
        service_{operations_, events_, metrics_, false, address, "0.0.0", nullptr, &identities_},
        gate_(service_, identities_, std::move(options)) {}
  ~ServiceTest() override { operations_.end_desks(); }

  HttpAnswer send(HttpRequest request) {
    std::promise<HttpAnswer> promise;
    gate_.handle(request, [&](HttpAnswer answer) { promise.set_value(std::move(answer)); });
    return promise.get_future().get();
  }
  HttpAnswer send(const std::string& method, const std::string& target, const std::string& body = "",
                  const std::string& token = "") {
    HttpRequest request{.method = method,
                        .target = target,
                        .headers = {{"host", "localhost:7180"}},
                        .body = body,
                        .peer = "127.0.0.1",
                        .id = "1"};
    if (!body.empty()) request.headers.emplace_back("content-type", "application/json");
    if (!token.empty()) request.headers.emplace_back("authorization", "Bearer " + token);
    return send(std::move(request));
  }
  /// The body of an answer that must have this status.
  Json json(const std::string& method, const std::string& target, const std::string& body = "",
            int status = 200, const std::string& token = "") {
    const HttpAnswer answer = send(method, target, body, token);
    EXPECT_EQ(answer.status, status) << method << " " << target << ": " << answer.body;
    return answer.body.empty() ? Json() : Json::parse(answer.body);
  }
  void create(const std::string& name, const std::string& more = "", const std::string& token = "") {
    json("POST", "/v1/studies",
         R"({"name":")" + name +
             R"(","parameters":{"x":{"type":"float","low":0,"high":1}},"sampler":"random","seed":1)" + more +
             "}",
         201, token);
  }
  /// Asks for one trial as this client.
  Json ask(const std::string& study, const std::string& client, const std::string& more = "") {
    return json("POST", "/v1/studies/" + study + ":ask", R"({"client":")" + client + "\"" + more + "}");
  }

  std::atomic<Timestamp> now_{1'700'000'000'000};
  service::Operations operations_;
  TokenBook tokens_;
  Metrics metrics_;
  EventHub events_;
  std::atomic<runner::Moment> watch_{runner::Moment()};
  Identities identities_;
  Service service_;
  Gate gate_;

 private:
  std::function<storage::AccessStore&()> access_store() {
    return [this]() -> storage::AccessStore& { return operations_.accesses(); };
  }
  std::function<runner::Moment()> quota_clock() {
    return [this] { return watch_.load(); };
  }
};

}  // namespace hone::server::test
