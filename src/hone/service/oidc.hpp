// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hone/net/signature.hpp"
#include "hone/runner/moment.hpp"
#include "hone/service/grant.hpp"
#include "hone/storage/storage.hpp"

// Tokens that an identity provider gave its users (OpenID Connect: JWT of RFC 7519, signed by RFC 7515).
namespace hone::service {

/// Who has `value` in the claim has this role on these studies.
struct OidcRole {
  std::string value;
  Role role = Role::Read;
  std::string studies = "*";

  /// "team=work:svm-*" or "team=work". Throws Error(InvalidArgument).
  static OidcRole parse(const std::string& text);
};

struct OidcOptions {
  std::string issuer = {};           ///< what tokens must say
  std::string audience = {};         ///< the same
  std::string claim = "groups";      ///< a text or a list of texts; "realm_access.roles" is one inside a map
  std::vector<OidcRole> roles = {};  ///< the first that fits counts
};

/// The keys of the identity provider are not known and cannot be read.
class KeysUnreachable : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What became of a token.
struct OidcVerdict {
  std::optional<Grant> grant = {};
  std::string problem = {};  ///< why there is none
};

/// Judges tokens by the keys of one identity provider. Signatures are RS256 or ES256; a token chooses neither
/// where keys come from nor anything else but which of the known ones it is. Keys are read anew after ten
/// minutes, and for a token of an unknown key after one. Safe to call from several threads.
class Oidc {
 public:
  /// The text of a JSON Web Key Set (RFC 7517); throws when it cannot be read.
  using ReadKeys = std::function<std::string()>;
  using Watch = std::function<runner::Moment()>;

  Oidc(OidcOptions options, ReadKeys read_keys, storage::Clock clock = storage::system_time,
       Watch watch = std::chrono::steady_clock::now);

  /// Whether it has the form of such a token: those of hone's own have another.
  static bool is_meant(const std::string& token);

  /// Throws KeysUnreachable.
  OidcVerdict check(const std::string& token);
  /// Reads the keys now. Throws Error(InvalidFile) when there is none that can be used, and what reading
  /// throws.
  void read_now();

 private:
  struct Key {
    std::string id;
    net::PublicKey key;
  };
  using Keys = std::vector<Key>;
  using KeysPointer = std::shared_ptr<const Keys>;

  KeysPointer keys_for(const std::string& id, net::PublicKey::Kind kind);
  void read_again(bool must);
  void read_in_turn();
  static Keys keys_in(const std::string& text);
  static const net::PublicKey* find(const Keys& keys, const std::string& id, net::PublicKey::Kind kind);
  OidcVerdict judge(const std::string& claims) const;

  OidcOptions options_;
  ReadKeys read_keys_;
  storage::Clock clock_;
  Watch watch_;
  std::mutex reading_;  // held while keys are read
  std::mutex mutex_;    // guards all below
  KeysPointer keys_;
  std::optional<runner::Moment> tried_;  // to read them
  std::string failure_;                  // of the last try
};

}  // namespace hone::service
