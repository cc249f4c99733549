// SPDX-License-Identifier: MIT
#include "hone/service/access.hpp"

#include <sys/random.h>

#include <chrono>

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"

namespace hone::service {
namespace {

constexpr const char* kTokenKind = "service-token";
constexpr const char* kPrefix = "hone_";
constexpr std::size_t kIdLength = 8;
constexpr auto kTokensBelieved = std::chrono::seconds(2);

std::string token_text(const TokenInfo& info) {
  const codec::Json json = {{"label", info.label},     {"role", to_text(info.role)},
                            {"studies", info.studies}, {"created", info.created},
                            {"expires", info.expires}, {"hash", info.hash}};
  return json.dump(-1, ' ', false, codec::Json::error_handler_t::replace);
}

TokenInfo token_from(const std::string& id, const std::string& bytes) {
  const codec::Json json = codec::parse_json(bytes, "token " + id);
  TokenInfo info{.id = id};
  info.label = json.value("label", "");
  info.role = parse_role(json.value("role", "")).value_or(Role::None);
  info.studies = json.value("studies", "");
  info.created = json.value("created", Timestamp{0});
  info.expires = json.value("expires", Timestamp{0});
  info.hash = json.value("hash", "");
  return info;
}

/// "hone_0a1b2c3d_..." is the token of id 0a1b2c3d; empty when it has another form.
std::string id_of(const std::string& token) {
  const std::size_t prefix = std::string_view(kPrefix).size();
  if (token.size() < prefix + kIdLength + 1 || !token.starts_with(kPrefix)) return "";
  return token[prefix + kIdLength] == '_' ? token.substr(prefix, kIdLength) : "";
}

}  // namespace

std::string random_hex(int bytes) {
  std::string out;
  while (static_cast<int>(out.size()) < 2 * bytes) {
    unsigned char byte = 0;
    if (::getrandom(&byte, 1, 0) != 1)
      throw Error(ErrorCode::System, "the system gives no random bits", "see getrandom(2)");
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

bool equal_in_constant_time(const std::string& a, const std::string& b) {
  unsigned char difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference = static_cast<unsigned char>(difference | (a[i] ^ (i < b.size() ? b[i] : '\xff')));
  return difference == 0;
}

std::string TokenBook::create(TokenInfo info) {
  info.id = random_hex(kIdLength / 2);
  info.created = clock_();
  std::string token = text(kPrefix, info.id, "_", random_hex(32));
  info.hash = sha256(token);
  store_().put_artefact(
      {.kind = kTokenKind, .name = info.id, .maker = "hone", .settings = "", .bytes = token_text(info)});
  const std::lock_guard guard(mutex_);
  read_.reset();
  return token;
}

// Expects that mutex_ is held.
const std::map<std::string, TokenInfo>& TokenBook::known_now() {
  const auto now = std::chrono::steady_clock::now();
  if (read_ && now - *read_ < kTokensBelieved) return known_;
  std::map<std::string, TokenInfo> found;
  storage::ArtefactStore& store = store_();
  for (const ArtefactInfo& info : store.artefacts(kTokenKind)) {
    if (found.contains(info.name)) continue;  // an older version
    if (const auto artefact = store.artefact({kTokenKind, info.name}))
      found[info.name] = token_from(info.name, artefact->bytes);
  }
  known_ = std::move(found);
  read_ = now;
  return known_;
}

std::vector<TokenInfo> TokenBook::list() {
  const std::lock_guard guard(mutex_);
  read_.reset();
  std::vector<TokenInfo> tokens;
  for (const auto& [id, info] : known_now()) tokens.push_back(info);
  return tokens;
}

bool TokenBook::revoke(const std::string& id) {
  const bool gone = store_().delete_artefacts({kTokenKind, id}) > 0;
  const std::lock_guard guard(mutex_);
  read_.reset();
  return gone;
}

bool TokenBook::any() {
  const std::lock_guard guard(mutex_);
  return !known_now().empty();
}

// An unknown id costs a hash and a comparison too, so that time does not tell which ids exist.
std::optional<Grant> TokenBook::check(const std::string& token) {
  const std::string hash = sha256(token);
  const std::string id = id_of(token);
  const std::lock_guard guard(mutex_);
  const auto& known = known_now();
  const auto found = known.find(id);
  const std::string expected = found == known.end() ? std::string(64, '-') : found->second.hash;
  const bool equal = equal_in_constant_time(hash, expected);
  if (!equal || found == known.end()) return std::nullopt;
  const TokenInfo& info = found->second;
  if (info.expires != 0 && info.expires <= clock_()) return std::nullopt;
  return Grant{info.role, info.studies, info.label.empty() ? info.id : info.label};
}

}  // namespace hone::service
