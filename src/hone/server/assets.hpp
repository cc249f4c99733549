// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "hone/server/http.hpp"

namespace hone::server {

/// A file of the dashboard that travels inside the program (cmake/HoneEmbed.cmake).
struct Asset {
  std::string_view path;  ///< below web/dist: "assets/index-1a2b.js"
  std::string_view content;
};

/// The files of web/dist as they were when the program was built; empty when there were none.
std::span<const Asset> embedded_assets();

/// The answer to a GET outside the API: the dashboard's page for /, one of its files, or 404, as the page
/// keeps its own addresses behind a #. Without a dashboard, a page that says so.
HttpAnswer asset_answer(const Target& target, std::span<const Asset> assets);

/// What every answer carries so that a browser does nothing that was not meant: no scripts, frames or
/// requests from or to elsewhere, nothing guessed, nothing cached that is not said to be.
void add_safe_headers(HttpAnswer& answer);

}  // namespace hone::server
