// SPDX-License-Identifier: MIT
#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/store_address.hpp"
#include "hone/remote/http_client.hpp"

namespace hone::remote {
namespace {

[[noreturn]] void refuse_url(const std::string& url, const std::string& problem) {
  const std::string shown = without_password(std::string_view(url).substr(0, url.find_first_of("?#")));
  throw Error(ErrorCode::InvalidArgument, hone::text("'", shown, "' ", problem),
              "write it like http://host:7180 or https://host, several servers of one service with commas");
}

}  // namespace

ServiceUrl ServiceUrl::parse(const std::string& url) {
  ServiceUrl parsed;
  std::string rest;
  if (url.starts_with("https://")) {
    parsed.tls = true;
    rest = url.substr(8);
  } else if (url.starts_with("http://")) {
    rest = url.substr(7);
  } else {
    refuse_url(url, "is not the address of a service");
  }
  if (rest.find('@') != std::string::npos)
    refuse_url(url, "holds a name or password; give a token by HONE_TOKEN instead");
  if (rest.find_first_of("?# \t\r\n") != std::string::npos)
    refuse_url(url, "holds more than host, port and path");
  const std::size_t slash = rest.find('/');
  if (slash != std::string::npos) parsed.prefix = rest.substr(slash);
  while (parsed.prefix.ends_with('/')) parsed.prefix.pop_back();
  std::string authority = rest.substr(0, slash);
  const std::size_t bracket = authority.find(']');
  const std::size_t colon = authority.find(':', bracket == std::string::npos ? 0 : bracket);
  parsed.port = colon == std::string::npos ? (parsed.tls ? "443" : "80") : authority.substr(colon + 1);
  parsed.host = authority.substr(0, colon);
  if (parsed.host.starts_with('[')) parsed.host = parsed.host.substr(1, parsed.host.size() - 2);
  const auto number = parse_integer(parsed.port);
  if (parsed.host.empty() || !number || *number < 1 || *number > 65535)
    refuse_url(url, "has no host or a wrong port");
  return parsed;
}

std::vector<ServiceUrl> ServiceUrl::parse_list(const std::string& urls) {
  std::vector<ServiceUrl> parsed;
  for (const std::string& url : split(urls, ',')) {
    ServiceUrl next = parse(std::string(trim(url)));
    const bool again = std::any_of(parsed.begin(), parsed.end(),
                                   [&](const ServiceUrl& other) { return other.text() == next.text(); });
    if (again) refuse_url(next.text(), "is named twice");
    parsed.push_back(std::move(next));
  }
  if (parsed.empty()) refuse_url(urls, "names no server");
  return parsed;
}

std::string ServiceUrl::text() const {
  const bool six = host.find(':') != std::string::npos;
  return hone::text(tls ? "https://" : "http://", six ? "[" + host + "]" : host, ":", port, prefix);
}

}  // namespace hone::remote
