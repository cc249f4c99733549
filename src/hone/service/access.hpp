// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "hone/codec/json.hpp"
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
  TokenLimits limits = {};
  std::string hash = {};  ///< SHA-256 of the whole token
};

/// {"studies": 10}: those that there are.
codec::Json limits_json(const TokenLimits& limits);

/// Bits that nobody can guess, as hexadecimal digits. Throws Error(System).
std::string random_hex(int bytes);

/// Compares in a time that depends on the length of `a` only.
bool equal_in_constant_time(const std::string& a, const std::string& b);

/// The tokens of a store. Safe to call from several threads. What was read is believed for two seconds, so
/// that a revoked token stops working everywhere by then. One thread at a time reads them anew; the others
/// wait for it for a second at most, and throw Error(StorageBusy) then, so that a store that is silent does
/// not take all threads of a server. A token whose entry is damaged is nobody's.
class TokenBook {
 public:
  explicit TokenBook(std::function<storage::ArtefactStore&()> store,
                     storage::Clock clock = storage::system_time)
      : store_(std::move(store)), clock_(std::move(clock)) {}

  /// The secret, which is told nobody again: "hone_<id>_<64 digits>". Sets the id and the time of `info`.
  std::string create(TokenInfo& info);
  std::string create(TokenInfo&& info) { return create(info); }
  std::vector<TokenInfo> list();
  /// False when there is none of that id.
  bool revoke(const std::string& id);

  bool any();
  /// By the clock that tokens expire by.
  Timestamp now() const { return clock_(); }
  /// What the bearer of this token may do; nothing when it is unknown, revoked or expired.
  std::optional<Grant> check(const std::string& token);

 private:
  using Known = std::map<std::string, TokenInfo>;
  std::shared_ptr<const Known> known_now();
  Known read() const;
  void forget();

  std::function<storage::ArtefactStore&()> store_;
  storage::Clock clock_;
  std::mutex mutex_;  // never held while the store is asked
  std::condition_variable changed_;
  bool reading_ = false;
  std::uint64_t changes_ = 0;  // made by this book
  std::shared_ptr<const Known> known_;
  std::optional<runner::Moment> read_;
};

}  // namespace hone::service
