// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hone/remote/remote_storage.hpp"
#include "hone/server/server.hpp"
#include "support/hooked_storage.hpp"

namespace hone::test {

/// A service in this process, on a store in memory, and that service as a store.
class HttpPlace {
 public:
  std::unique_ptr<storage::Storage> open(storage::Clock clock) {
    kept_ = storage::open_memory(std::move(clock));
    server::ServerOptions options;
    options.listen.port = 0;
    server_ = std::make_unique<server::Server>(
        [this](bool) { return std::make_unique<HookedStorage>(*kept_); }, std::move(options));
    return std::make_unique<remote::RemoteStorage>(server_->url(), remote::RemoteOptions{});
  }
  storage::Storage& keeper() { return *kept_; }

 private:
  std::unique_ptr<storage::Storage> kept_;
  std::unique_ptr<server::Server> server_;
};

}  // namespace hone::test
