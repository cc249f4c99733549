// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "hone/base/percent.hpp"
#include "hone/base/text.hpp"
#include "hone/server/route.hpp"
#include "hone/service/verb.hpp"

namespace hone::server {
namespace {

using Path = std::map<std::string, std::string>;

constexpr std::size_t kShortExpression = 200;  // characters: a sixth of a second for 100,000 trials

/// Matches one segment, as sent, with one of a pattern: "{study}:ask", "{number}" or a word. A colon that is
/// not escaped begins a verb, so a variable alone matches no segment that has one.
bool match_segment(const std::string& pattern, const std::string& segment, Path& path) {
  if (!pattern.starts_with('{')) return pattern == segment;
  const std::size_t end = pattern.find('}');
  const std::string verb = pattern.substr(end + 1);
  const std::size_t colon = segment.rfind(':');
  if ((colon == std::string::npos ? "" : segment.substr(colon)) != verb) return false;
  const auto value = percent_decoded(segment.substr(0, colon));
  if (!value)
    throw Refusal(400, "invalid_argument", "the path holds %00 or a malformed % escape; write %25 for %");
  if (value->empty()) return false;
  path[pattern.substr(1, end - 1)] = *value;
  return true;
}

std::optional<Path> match_path(const std::string& pattern, const std::vector<std::string>& segments) {
  const std::vector<std::string> parts = split(pattern.substr(1), '/');
  if (parts.size() != segments.size()) return std::nullopt;
  Path path;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!match_segment(parts[i], segments[i], path)) return std::nullopt;
  return path;
}

}  // namespace

Match match_route(std::span<const Route> table, const std::string& method, const Target& target) {
  Match match;
  for (const Route& route : table) {
    auto path = match_path(route.pattern, target.segments);
    if (!path) continue;
    match.allowed.insert(std::ranges::upper_bound(match.allowed, route.method), route.method);
    if (route.method != method || match.route != nullptr) continue;
    match.route = &route;
    match.path = std::move(*path);
  }
  return match;
}

std::string Call::word(const std::string& name, const std::string& otherwise) const {
  const auto found = query.find(name);
  return found == query.end() ? otherwise : found->second;
}

std::int64_t Call::integer(const std::string& name, std::int64_t otherwise) const {
  const auto found = query.find(name);
  return found == query.end() ? otherwise : parse_integer(found->second).value();
}

bool Route::hands_out() const { return verb != nullptr && verb->effect == service::Effect::HandsOut; }

Lane Route::lane() const {
  if (body == Body::File) return Lane::File;
  if (takes_all) return Lane::Bulk;
  const bool looks = method == "GET" || (verb != nullptr && verb->effect == service::Effect::Looks);
  return looks ? Lane::Look : Lane::Work;
}

bool takes_file(const HttpRequest& request) {
  if (request.method != "PUT") return false;
  try {
    const Match match = match_route(routes(), request.method, parse_target(request.target));
    return match.route != nullptr && match.route->body == Body::File;
  } catch (const Refusal&) {
    return false;
  }
}

Lane lane_of(const HttpRequest& request) {
  try {
    const std::string& method = request.method == "HEAD" ? "GET" : request.method;
    const Target target = parse_target(request.target);
    const Match match = match_route(routes(), method, target);
    const Lane lane = match.route != nullptr ? match.route->lane() : Lane::Look;
    const auto where = target.query.find("where");
    const bool is_long = where != target.query.end() && where->second.size() > kShortExpression;
    return lane == Lane::Look && is_long ? Lane::Bulk : lane;
  } catch (const Refusal&) {
    return Lane::Look;  // where it is refused
  }
}

}  // namespace hone::server
