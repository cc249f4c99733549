// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include "hone/base/embedded_file.hpp"
#include "hone/server/http.hpp"

namespace hone::server {

/// The files of share/web/dashboard as they were when the program was built; empty when there were none.
std::span<const EmbeddedFile> embedded_assets();

/// Throws Error(NotFound), saying how to get one, when the dashboard's page is not among the files.
void require_dashboard(std::span<const EmbeddedFile> assets);

/// The answer to a GET outside the API: the dashboard's page for /, one of its files, or 404, as the page
/// keeps its own addresses behind a #. Without a dashboard, a page that says so.
HttpAnswer asset_answer(const Target& target, std::span<const EmbeddedFile> assets);

/// What every answer carries so that a browser does nothing that was not meant: no scripts, frames or
/// requests from or to elsewhere, nothing guessed, nothing cached that is not said to be.
void add_safe_headers(HttpAnswer& answer);

}  // namespace hone::server
