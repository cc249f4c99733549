// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hone/storage/storage.hpp"

namespace hone::catalog {

/// Opens a store by its address: `memory:`, `sqlite:PATH`, or just a path. An empty address is hone.db here.
/// Throws Error(InvalidArgument) for other schemes.
std::unique_ptr<storage::Storage> open_storage(const std::string& url);

/// The same, but throws Error(NotFound) with this remedy when there is none: looking should not leave an
/// empty file behind.
std::unique_ptr<storage::Storage> open_existing_storage(const std::string& url, const std::string& remedy);

/// The path of a store that is a file; nothing for others.
std::optional<std::string> storage_file(const std::string& url);

}  // namespace hone::catalog
