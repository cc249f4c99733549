// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "hone/server/route.hpp"

namespace hone::server {

/// The API as an OpenAPI 3.1 document, from the table that requests are routed by and the shapes that their
/// bodies are read by.
std::string openapi_document(std::span<const Route> table, const std::string& version);

}  // namespace hone::server
