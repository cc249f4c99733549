// SPDX-License-Identifier: MIT
#include "hone/remote/token_client.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/remote/service_json.hpp"

namespace hone::remote {

codec::Json TokenClient::call(RouteName route, codec::Json fields) {
  ClientRequest request{.method = std::string(route->method),
                        .target = target_of(route->path, fields, route->method != "POST"),
                        .once = route->once};
  if (route->method == "POST") request.body = fields.dump();
  const HttpResponse response = client_.send(request);
  if (response.status < 200 || response.status > 299) throw_refusal(response);
  try {
    return codec::Json::parse(response.body);
  } catch (const codec::Json::exception&) {
    throw Error(ErrorCode::StorageFailed, text(response.server, " answered something that is not JSON"),
                "check that this is the address of 'hone serve'");
  }
}

}  // namespace hone::remote
