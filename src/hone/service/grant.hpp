// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

// Who may do what, and how much of it.
namespace hone::service {

class Meter;

/// Each may do what the ones before may.
enum class Role { None, Read, Work, Admin };

std::string to_text(Role role);
/// "read", "work", "admin".
std::optional<Role> parse_role(const std::string& word);

/// How much the bearer of a token may have; nothing: as much as there is.
struct TokenLimits {
  std::optional<std::int64_t> studies = {};            ///< in the store, among those that the token covers
  std::optional<std::int64_t> bytes = {};              ///< of requests that change something, in all
  std::optional<std::int64_t> processor_seconds = {};  ///< in an hour, of one server
  std::optional<std::int64_t> streams = {};            ///< of events, at a time, of one server
  std::optional<std::int64_t> connections = {};        ///< at a time, of one server

  bool any() const;
  friend bool operator==(const TokenLimits&, const TokenLimits&) = default;
};

/// One of them, for whoever reads or writes all.
struct TokenLimitField {
  const char* name;
  std::optional<std::int64_t> TokenLimits::*member;
  const char* summary;
};
inline constexpr std::array kTokenLimitFields = {
    TokenLimitField{"studies", &TokenLimits::studies, "studies in the store that match the token's pattern"},
    TokenLimitField{"bytes", &TokenLimits::bytes, "bytes of requests that change something, in all"},
    TokenLimitField{"processor_seconds", &TokenLimits::processor_seconds,
                    "seconds of processor time in an hour, on each server"},
    TokenLimitField{"streams", &TokenLimits::streams, "event streams at a time, on each server"},
    TokenLimitField{"connections", &TokenLimits::connections, "connections at a time, on each server"}};

/// What a caller may do.
struct Grant {
  Role role = Role::None;
  std::string studies = "*";  ///< a pattern of names
  std::string name = {};      ///< of the token or its bearer, for the log
  std::string id = {};        ///< of the token; empty where there is none
  TokenLimits limits = {};
  std::shared_ptr<Meter> meter = {};  ///< of the processor time that the token is billed; none: nobody counts

  bool covers(const std::string& study) const;
  /// How the audit trail calls the caller. Nobody chooses a label that makes it that of another.
  std::string audit_name() const;
};

}  // namespace hone::service
