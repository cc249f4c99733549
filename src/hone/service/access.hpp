// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "hone/core/trial.hpp"
#include "hone/runner/moment.hpp"
#include "hone/service/grant.hpp"
#include "hone/storage/storage.hpp"

// Who may do what. A token is 256 random bits, shown once; the store keeps its SHA-256 only, as an artefact
// of kind "service-token", where all servers of the store see it and `hone token revoke` takes it away at
// once.
namespace hone::service {

/// Whether what was allowed is still allowed; nothing: it always is. From any thread.
using Permit = std::function<bool()>;

/// A token as it is listed: everything but the secret.
struct TokenInfo {
  std::string id = {};  ///< 8 hexadecimal digits
  std::string label = {};
  Role role = Role::Read;
  std::string studies = "*";
  Timestamp created = 0;
  Timestamp expires = 0;  ///< 0: never
  std::string hash = {};  ///< SHA-256 of the whole token
};

/// Bits that nobody can guess, as hexadecimal digits. Throws Error(System).
std::string random_hex(int bytes);

/// Compares in a time that depends on the length of `a` only.
bool equal_in_constant_time(const std::string& a, const std::string& b);

/// The tokens of a store. Safe to call from several threads. What was read is believed for two seconds, so
/// that a revoked token stops working everywhere by then.
class TokenBook {
 public:
  explicit TokenBook(std::function<storage::ArtefactStore&()> store,
                     storage::Clock clock = storage::system_time)
      : store_(std::move(store)), clock_(std::move(clock)) {}

  /// The secret, which is told nobody again: "hone_<id>_<64 digits>".
  std::string create(TokenInfo info);
  std::vector<TokenInfo> list();
  /// False when there is none of that id.
  bool revoke(const std::string& id);

  bool any();
  /// What the bearer of this token may do; nothing when it is unknown, revoked or expired.
  std::optional<Grant> check(const std::string& token);

 private:
  const std::map<std::string, TokenInfo>& known_now();

  std::function<storage::ArtefactStore&()> store_;
  storage::Clock clock_;
  std::mutex mutex_;
  std::map<std::string, TokenInfo> known_;
  std::optional<runner::Moment> read_;
};

}  // namespace hone::service
