// SPDX-License-Identifier: MIT
#include "hone/cli/serve_probe.hpp"

#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/codec/json.hpp"
#include "hone/remote/http_client.hpp"
#include "hone/remote/routes.hpp"

namespace hone::cli {
namespace {

constexpr double kProbeTime = 5.0;  // seconds

std::string refusal_in(const std::string& body) {
  const codec::Json json = codec::Json::parse(body, nullptr, false);
  if (!json.is_object() || !json.contains("error") || !json.at("error").is_object()) return "";
  return ": " + json.at("error").value("message", "");
}

}  // namespace

int run_probe(const std::string& url, Context& context) {
  remote::ClientOptions access = catalog::service_access();
  access.connect_time = kProbeTime;
  const remote::RouteName readiness("getReadiness");
  try {
    remote::HttpClient client({remote::ServiceUrl::parse(url)}, std::move(access));
    const remote::HttpResponse response = client.send({.method = std::string(readiness->method),
                                                       .target = std::string(readiness->path),
                                                       .seconds = kProbeTime});
    if (response.status == 200) {
      context.out << "ready\n";
      return kOk;
    }
    context.err << "not ready: " << response.status << printable(refusal_in(response.body)) << "\n";
  } catch (const Error& error) {
    if (error.code() != ErrorCode::StorageBusy) throw;
    context.err << "not ready: " << printable(error.what()) << "\n";
  }
  return kFailure;
}

}  // namespace hone::cli
