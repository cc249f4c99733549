// SPDX-License-Identifier: MIT
#include "hone/service/oidc.hpp"

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"

namespace hone::service {
namespace {

using codec::Json;
using Kind = net::PublicKey::Kind;

constexpr double kKeysBelieved = 600.0;       // seconds
constexpr double kBetweenReads = 60.0;        // seconds, for keys that are not known
constexpr double kLeeway = 60.0;              // seconds by which clocks may differ
constexpr std::size_t kLongestToken = 16384;  // bytes
constexpr std::size_t kLongestName = 255;

/// The member of that name as a text; empty when it is none.
std::string text_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<double> number_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

std::optional<Kind> kind_of(const std::string& algorithm) {
  if (algorithm == "RS256") return Kind::Rs256;
  if (algorithm == "ES256") return Kind::Es256;
  return std::nullopt;
}

std::string bytes_in(const Json& key, const char* name) {
  return net::base64url_decoded(text_of(key, name)).value_or("");
}

/// Nothing for a key of another use or form, of which a set may have some.
std::optional<net::PublicKey> key_of(const Json& key) {
  const std::string type = text_of(key, "kty");
  const std::string use = text_of(key, "use");
  const std::string algorithm = text_of(key, "alg");
  if (!use.empty() && use != "sig") return std::nullopt;
  if (type == "RSA" && (algorithm.empty() || algorithm == "RS256"))
    return net::PublicKey::rsa(bytes_in(key, "n"), bytes_in(key, "e"));
  if (type == "EC" && text_of(key, "crv") == "P-256" && (algorithm.empty() || algorithm == "ES256"))
    return net::PublicKey::p256(bytes_in(key, "x"), bytes_in(key, "y"));
  return std::nullopt;
}

/// A map of JSON; nothing for anything else.
std::optional<Json> json_map(const std::string& text) {
  try {
    Json json = codec::parse_json(text, "token");
    if (json.is_object()) return json;
  } catch (const Error&) {
  }
  return std::nullopt;
}

bool has_text(const Json& claim, const std::string& word) {
  if (claim.is_string()) return claim.get<std::string>() == word;
  return claim.is_array() && std::any_of(claim.begin(), claim.end(), [&](const Json& one) {
           return one.is_string() && one.get<std::string>() == word;
         });
}

/// A claim by its name, or by the names of the maps around it with dots between; nothing when there is none.
const Json* find_claim(const Json& claims, const std::string& name) {
  if (const auto whole = claims.find(name); whole != claims.end()) return &*whole;
  const Json* at = &claims;
  for (const std::string& part : split(name, '.')) {
    if (!at->is_object()) return nullptr;
    const auto found = at->find(part);
    if (found == at->end()) return nullptr;
    at = &*found;
  }
  return at;
}

OidcVerdict refused(std::string problem) { return {.problem = std::move(problem)}; }

}  // namespace

OidcRole OidcRole::parse(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  const std::string rest = equals == std::string::npos ? "" : text.substr(equals + 1);
  const std::size_t colon = rest.find(':');
  const auto role = parse_role(rest.substr(0, colon));
  OidcRole parsed{.value = text.substr(0, equals), .role = role.value_or(Role::None)};
  if (colon != std::string::npos) parsed.studies = rest.substr(colon + 1);
  if (!role || equals == 0 || parsed.studies.empty())
    throw Error(ErrorCode::InvalidArgument, "'" + text + "' gives no role",
                "write VALUE=ROLE or VALUE=ROLE:PATTERN, such as 'team=work:svm-*'");
  return parsed;
}

Oidc::Oidc(OidcOptions options, ReadKeys read_keys, storage::Clock clock, Watch watch)
    : options_(std::move(options)),
      read_keys_(std::move(read_keys)),
      clock_(std::move(clock)),
      watch_(std::move(watch)) {}

bool Oidc::is_meant(const std::string& token) { return std::count(token.begin(), token.end(), '.') == 2; }

// --- keys

Oidc::Keys Oidc::keys_in(const std::string& text) {
  const Json set = codec::parse_json(text, "the keys of the identity provider");
  Keys keys;
  if (set.is_object() && set.contains("keys") && set.at("keys").is_array()) {
    for (const Json& one : set.at("keys")) {
      if (!one.is_object()) continue;
      if (auto key = key_of(one)) keys.push_back({text_of(one, "kid"), std::move(*key)});
    }
  }
  if (keys.empty())
    throw Error(ErrorCode::InvalidFile, "the set of keys has none for RS256 (2048 bits at least) or ES256",
                "give the JSON Web Key Set of the identity provider (its jwks_uri)");
  return keys;
}

void Oidc::read_now() {
  const std::lock_guard turn(reading_);
  read_in_turn();
}

void Oidc::read_in_turn() {
  std::exception_ptr failure;
  KeysPointer found;
  std::string what;
  try {
    found = std::make_shared<const Keys>(keys_in(read_keys_()));
  } catch (const std::exception& error) {
    failure = std::current_exception();
    what = error.what();
  }
  {
    const std::lock_guard guard(mutex_);
    tried_ = watch_();
    failure_ = what;
    if (found) keys_ = found;
  }
  if (failure) std::rethrow_exception(failure);
}

// While somebody reads them, who has keys goes on with those.
void Oidc::read_again(bool must) {
  std::unique_lock turn(reading_, std::defer_lock);
  if (must) {
    turn.lock();
    const std::lock_guard guard(mutex_);
    const bool meanwhile = tried_ && runner::seconds_between(*tried_, watch_()) < kBetweenReads;
    if (meanwhile) return;
  } else if (!turn.try_lock()) {
    return;
  }
  try {
    read_in_turn();
  } catch (const std::exception&) {
    // What was known stays in force; failure_ tells.
  }
}

const net::PublicKey* Oidc::find(const Keys& keys, const std::string& id, Kind kind) {
  const net::PublicKey* only = nullptr;
  for (const Key& key : keys) {
    if (key.key.kind() != kind) continue;
    if (!id.empty() && key.id == id) return &key.key;
    if (id.empty() && only != nullptr) return nullptr;  // it must say which
    only = &key.key;
  }
  return id.empty() ? only : nullptr;
}

Oidc::KeysPointer Oidc::keys_for(const std::string& id, Kind kind) {
  bool due = false;
  bool none = false;
  {
    const std::lock_guard guard(mutex_);
    none = keys_ == nullptr;
    const double age = tried_ ? runner::seconds_between(*tried_, watch_()) : kKeysBelieved;
    const bool known = keys_ && find(*keys_, id, kind) != nullptr;
    due = age >= (known ? kKeysBelieved : kBetweenReads);
  }
  if (due) read_again(none);
  const std::lock_guard guard(mutex_);
  if (!keys_) throw KeysUnreachable(failure_);
  return keys_;
}

// --- tokens

OidcVerdict Oidc::check(const std::string& token) {
  if (token.size() > kLongestToken) return refused("the token is too long");
  const std::vector<std::string> parts = split(token, '.');
  if (parts.size() != 3) return refused("this is no token");
  const auto head = net::base64url_decoded(parts[0]);
  const auto body = net::base64url_decoded(parts[1]);
  const auto signature = net::base64url_decoded(parts[2]);
  const auto header = head ? json_map(*head) : std::nullopt;
  if (!header || !body || !signature) return refused("this is no token");
  const std::string algorithm = text_of(*header, "alg");
  const auto kind = kind_of(algorithm);
  if (!kind)
    return refused(text("the token is signed by '", printable(algorithm.substr(0, 20)),
                        "', and has to be by RS256 or ES256"));
  if (header->contains("crit")) return refused("the token asks for extensions that nobody here knows");
  const std::string id = text_of(*header, "kid");
  const KeysPointer keys = keys_for(id, *kind);
  const net::PublicKey* key = find(*keys, id, *kind);
  if (key == nullptr) return refused("the identity provider has no such key");
  if (!key->verifies(std::string_view(token).substr(0, parts[0].size() + 1 + parts[1].size()), *signature))
    return refused("the signature of the token is wrong");
  return judge(*body);
}

OidcVerdict Oidc::judge(const std::string& body) const {
  const auto claims = json_map(body);
  if (!claims) return refused("the token holds no claims");
  const double now = static_cast<double>(clock_()) / 1000.0;
  const auto expires = number_of(*claims, "exp");
  if (!expires) return refused("the token does not say when it expires");
  if (*expires + kLeeway <= now) return refused("the token has expired");
  const auto begins = number_of(*claims, "nbf");
  if (claims->contains("nbf") && (!begins || *begins - kLeeway > now))
    return refused("the token is not valid yet");
  if (text_of(*claims, "iss") != options_.issuer) return refused("the token is another issuer's");
  const auto audience = claims->find("aud");
  if (audience == claims->end() || !has_text(*audience, options_.audience))
    return refused("the token is for another audience");
  const std::string subject = text_of(*claims, "sub");
  if (subject.empty() || subject.size() > kLongestName)
    return refused("the token does not say whose it is (sub)");
  Grant grant{.role = Role::None, .name = printable(text(options_.issuer, " ", subject))};
  const Json* claim = find_claim(*claims, options_.claim);
  for (const OidcRole& role : options_.roles) {
    if (claim == nullptr || !has_text(*claim, role.value)) continue;
    grant.role = role.role;
    grant.studies = role.studies;
    break;
  }
  return {.grant = std::move(grant)};
}

}  // namespace hone::service
