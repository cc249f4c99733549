// SPDX-License-Identifier: MIT
#include "hone/server/assets.hpp"

#include <algorithm>
#include <array>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::server {
namespace {

constexpr const char* kNoDashboard =
    R"(<!doctype html><html lang="en"><meta charset="utf-8"><title>hone</title>
<h1>hone</h1><p>This service answers, but the dashboard was not built into the program.
<p>The API is at <a href="/v1">/v1</a>, its description at <a href="/v1/openapi.json">/v1/openapi.json</a>.
<p>Its pages are in share/web of hone's sources: <code>make web</code> makes them anew; then build hone again.
)";

constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kTypes = {{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".woff", "font/woff"},
    {".txt", "text/plain; charset=utf-8"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
}};

std::string type_of(std::string_view path) {
  for (const auto& [ending, type] : kTypes)
    if (path.ends_with(ending)) return std::string(type);
  return "application/octet-stream";
}

HttpAnswer file_answer(const EmbeddedFile& asset) {
  HttpAnswer answer{.type = type_of(asset.path), .body = std::string(asset.content)};
  // Names below assets/ hold a hash of the content, so they never change.
  const bool hashed = asset.path.starts_with("assets/");
  answer.headers.emplace_back("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
  return answer;
}

const EmbeddedFile* find_asset(std::span<const EmbeddedFile> assets, std::string_view path) {
  const auto found = std::find_if(assets.begin(), assets.end(),
                                  [&](const EmbeddedFile& asset) { return asset.path == path; });
  return found == assets.end() ? nullptr : &*found;
}

}  // namespace

void require_dashboard(std::span<const EmbeddedFile> assets) {
  if (find_asset(assets, "index.html") != nullptr) return;
  throw Error(ErrorCode::NotFound, "this program was built without the pages of the dashboard",
              "build it from sources that have share/web ('make web' makes it), or look with 'hone show'");
}

HttpAnswer asset_answer(const Target& target, std::span<const EmbeddedFile> assets) {
  const std::string path = join(target.segments, "/");
  if (const EmbeddedFile* asset = find_asset(assets, path)) return file_answer(*asset);
  if (!path.empty())
    return error_answer(
        404, "not_found",
        text("there is no '", path, "' here; the dashboard is at /, and the API begins with /v1"));
  if (const EmbeddedFile* page = find_asset(assets, "index.html")) return file_answer(*page);
  return {.type = "text/html; charset=utf-8", .body = kNoDashboard};
}

void add_safe_headers(HttpAnswer& answer) {
  const auto add = [&](const char* name, const char* value) {
    const bool there = std::any_of(answer.headers.begin(), answer.headers.end(),
                                   [&](const auto& header) { return header.first == name; });
    if (!there) answer.headers.emplace_back(name, value);
  };
  add("Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
      "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'");
  add("X-Content-Type-Options", "nosniff");
  add("X-Frame-Options", "DENY");
  add("Referrer-Policy", "no-referrer");
  add("Cross-Origin-Opener-Policy", "same-origin");
  add("Cross-Origin-Resource-Policy", "same-origin");
  add("Cache-Control", "no-store");
}

}  // namespace hone::server
