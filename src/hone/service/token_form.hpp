// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hone/codec/json.hpp"
#include "hone/codec/map_form.hpp"
#include "hone/service/access.hpp"

// How a token is asked for and shown, at the command line and over HTTP.
namespace hone::service {

/// How long a token works when nobody says otherwise.
inline constexpr const char* kUsualLifetime = "90d";

/// Seconds of "90d", "12h"; nothing for "never". Throws Error(InvalidArgument) for what is no time, or more
/// than a hundred years.
std::optional<double> token_lifetime(const std::string& word);

/// What a request for a token holds.
struct TokenForm {
  Role role = Role::None;
  std::string studies = "*";
  std::string label = {};
  std::string expires = kUsualLifetime;
  TokenLimits limits = {};

  void declare(codec::MapForm& map);
  /// As it is to be made, at this time.
  TokenInfo token(Timestamp now) const;
};

/// "token 0a1b2c3d, work of svm-*": for the audit trail.
std::string made_text(const TokenInfo& token);
/// As lists have it, without the secret.
codec::Json token_json(const TokenInfo& token);

}  // namespace hone::service
