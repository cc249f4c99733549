// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "hone/storage/storage.hpp"

namespace hone::catalog {

/// Opens a store by its address: `memory:`, `sqlite:PATH`, or just a path. An empty address is hone.db here.
/// Throws Error(InvalidArgument) for other schemes.
std::unique_ptr<storage::Storage> open_storage(const std::string& url);

}  // namespace hone::catalog
