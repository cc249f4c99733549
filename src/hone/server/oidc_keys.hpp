// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/service/oidc.hpp"

namespace hone::server {

/// Reads the keys of an identity provider from a file or, with "https://...", from that address and nowhere
/// else: it follows no redirection. Throws Error(InvalidArgument) for an address without TLS that is not on
/// this machine, as whoever is on the way could give keys of his own. Certificates are trusted as those of a
/// service are (HONE_CA_FILE).
service::Oidc::ReadKeys key_source(const std::string& place);
/// Whether keys are read from there over a network.
bool is_key_address(const std::string& place);

}  // namespace hone::server
