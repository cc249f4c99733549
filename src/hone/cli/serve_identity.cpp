// SPDX-License-Identifier: MIT
#include "hone/cli/serve_identity.hpp"

#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/server/oidc_keys.hpp"

namespace hone::cli {
namespace {

void require_all(const IdentityOptions& options) {
  const bool some =
      options.issuer || options.audience || options.keys || options.claim || !options.roles.empty();
  const bool all = options.issuer && options.audience && options.keys && !options.roles.empty();
  if (some && !all)
    throw UsageError("an identity provider needs an issuer, an audience, keys and roles",
                     "give --oidc-issuer, --oidc-audience, --oidc-jwks and --oidc-role together");
}

}  // namespace

void add_identity_options(Command& command, IdentityOptions& options) {
  command
      .option("--oidc-issuer", options.issuer, "URL",
              "also take tokens of this identity provider (their iss)")
      .option("--oidc-audience", options.audience, "TEXT", "for whom such tokens must be (their aud)")
      .option("--oidc-jwks", options.keys, "FILE|URL", "its public keys, a JSON Web Key Set")
      .option("--oidc-claim", options.claim, "NAME",
              "the claim that roles are given by, such as realm_access.roles (default groups)")
      .list("--oidc-role", options.roles, "VALUE=ROLE[:PATTERN]",
            "who has VALUE in the claim has this role, on studies like PATTERN; the first that fits")
      .list("--trusted-proxy", options.proxies, "CIDR",
            "believe X-Forwarded-For of proxies here, such as 10.0.0.0/8");
}

std::shared_ptr<service::Oidc> identity_provider(const IdentityOptions& options, Context& context) {
  require_all(options);
  if (!options.issuer) return nullptr;
  service::OidcOptions wanted{
      .issuer = *options.issuer, .audience = *options.audience, .claim = options.claim.value_or("groups")};
  for (const std::string& role : options.roles) wanted.roles.push_back(service::OidcRole::parse(role));
  auto provider = std::make_shared<service::Oidc>(std::move(wanted), server::key_source(*options.keys));
  try {
    provider->read_now();
  } catch (const Error& error) {
    if (!server::is_key_address(*options.keys)) throw;
    context.err << "the keys of the identity provider cannot be read yet, and are asked for again with the "
                   "next token: "
                << printable(error.what()) << "\n";
  }
  return provider;
}

std::vector<net::AddressRange> trusted_proxies(const IdentityOptions& options) {
  std::vector<net::AddressRange> ranges;
  for (const std::string& word : options.proxies) {
    const auto range = net::AddressRange::parse(word);
    if (!range)
      throw UsageError("'" + printable(word) + "' is no address or range of addresses",
                       "write it like 10.0.0.0/8, 2001:db8::/32 or 192.0.2.1");
    ranges.push_back(*range);
  }
  return ranges;
}

}  // namespace hone::cli
