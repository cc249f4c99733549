// SPDX-License-Identifier: MIT
#pragma once

#include "hone/base/error.hpp"
#include "hone/codec/field.hpp"
#include "hone/remote/http_client.hpp"

namespace hone::remote {

/// What a service answered, read once into a tree. An answer without a body is an empty tree.
class ServiceReply {
 public:
  /// Throws Error(StorageFailed) when it is not JSON.
  explicit ServiceReply(const HttpResponse& response);

  /// What `reader` makes of the tree. A field that is missing, or that is of another type than the reader
  /// takes it to be, is an Error(StorageFailed) with its place.
  template <class Reader>
  auto read(const Reader& reader) const {
    try {
      return reader(codec::Field(tree_, origin_));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::InvalidFile) throw;
      refuse(error);
    }
  }

 private:
  [[noreturn]] static void refuse(const Error& error);

  codec::Node tree_;
  codec::Origin origin_;
};

}  // namespace hone::remote
