// SPDX-License-Identifier: MIT
#include "hone/remote/service_reply.hpp"

#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"

namespace hone::remote {

// Trusted: what the service stores was checked when it came there.
ServiceReply::ServiceReply(const HttpResponse& response)
    : origin_{.name = response.server, .folder = std::nullopt, .trusted = true} {
  if (response.body.empty()) return;
  try {
    tree_ = codec::parse_tree(response.body, response.server);
  } catch (const Error&) {
    throw Error(ErrorCode::StorageFailed, text(response.server, " answered something that is not JSON"),
                "check that this is the address of 'hone serve'");
  }
}

void ServiceReply::refuse(const Error& error) {
  const std::string message = error.what();
  throw Error(ErrorCode::StorageFailed,
              text("the service answered what cannot be read: ", message.substr(0, message.rfind("; "))),
              "use the same version of hone on both sides");
}

}  // namespace hone::remote
