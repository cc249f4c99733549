// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hone/cli/command.hpp"
#include "hone/net/address_range.hpp"
#include "hone/service/oidc.hpp"

// Options of `hone serve` that say whom it believes: an identity provider, and proxies in front of it.
namespace hone::cli {

struct IdentityOptions {
  std::optional<std::string> issuer;
  std::optional<std::string> audience;
  std::optional<std::string> keys;
  std::optional<std::string> claim;
  std::vector<std::string> roles;
  std::vector<std::string> proxies;
};

void add_identity_options(Command& command, IdentityOptions& options);

/// Nothing when there is none. Reads its keys: a file must have some, an address that does not answer is
/// told of and asked again later. Throws UsageError for options that lack others.
std::shared_ptr<service::Oidc> identity_provider(const IdentityOptions& options, Context& context);

/// Throws UsageError for what is no address or range.
std::vector<net::AddressRange> trusted_proxies(const IdentityOptions& options);

}  // namespace hone::cli
