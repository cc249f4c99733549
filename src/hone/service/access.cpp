// SPDX-License-Identifier: MIT
#include "hone/service/access.hpp"

#include <sys/random.h>

#include <chrono>
#include <exception>

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
constexpr auto kLongestWait = std::chrono::seconds(1);  // for another thread that reads them

std::string token_text(const TokenInfo& info) {
  codec::Json json = {{"label", info.label},     {"role", to_text(info.role)}, {"studies", info.studies},
                      {"created", info.created}, {"expires", info.expires},    {"hash", info.hash}};
  if (info.limits.any()) json["limits"] = limits_json(info.limits);
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
  if (const auto limits = json.find("limits"); limits != json.end()) {
    for (const TokenLimitField& field : kTokenLimitFields)
      if (limits->contains(field.name))
        info.limits.*field.member = limits->at(field.name).get<std::int64_t>();
  }
  return info;
}

/// One whose entry cannot be read fits no secret. It is there all the same: a store that had tokens is never
/// open to everybody.
TokenInfo read_token(storage::ArtefactStore& store, const std::string& id) {
  try {
    const auto artefact = store.artefact({kTokenKind, id});
    if (artefact) return token_from(id, artefact->bytes);
  } catch (const codec::Json::exception&) {
  } catch (const Error& error) {
    if (error.code() != ErrorCode::StorageCorrupt && error.code() != ErrorCode::InvalidFile) throw;
  }
  return {.id = id, .label = "damaged", .role = Role::None, .studies = ""};
}

/// "hone_0a1b2c3d_..." is the token of id 0a1b2c3d; empty when it has another form.
std::string id_of(const std::string& token) {
  const std::size_t prefix = std::string_view(kPrefix).size();
  if (token.size() < prefix + kIdLength + 1 || !token.starts_with(kPrefix)) return "";
  return token[prefix + kIdLength] == '_' ? token.substr(prefix, kIdLength) : "";
}

}  // namespace

codec::Json limits_json(const TokenLimits& limits) {
  codec::Json json = codec::Json::object();
  for (const TokenLimitField& field : kTokenLimitFields)
    if (const auto& limit = limits.*field.member) json[field.name] = *limit;
  return json;
}

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

std::string TokenBook::create(TokenInfo& info) {
  info.id = random_hex(kIdLength / 2);
  info.created = clock_();
  std::string token = text(kPrefix, info.id, "_", random_hex(32));
  info.hash = sha256(token);
  store_().put_artefact(
      {.kind = kTokenKind, .name = info.id, .maker = "hone", .settings = "", .bytes = token_text(info)});
  forget();
  return token;
}

TokenBook::Known TokenBook::read() const {
  Known found;
  storage::ArtefactStore& store = store_();
  for (const ArtefactInfo& info : store.artefacts(kTokenKind)) {
    if (found.contains(info.name)) continue;  // an older version
    found[info.name] = read_token(store, info.name);
  }
  return found;
}

void TokenBook::forget() {
  const std::lock_guard guard(mutex_);
  ++changes_;
  read_.reset();
}

std::shared_ptr<const TokenBook::Known> TokenBook::known_now() {
  std::unique_lock lock(mutex_);
  const auto fresh = [this] { return read_ && std::chrono::steady_clock::now() - *read_ < kTokensBelieved; };
  const auto patience = std::chrono::steady_clock::now() + kLongestWait;
  while (!fresh()) {
    if (reading_) {
      if (changed_.wait_until(lock, patience, [this] { return !reading_; })) continue;
      throw Error(ErrorCode::StorageBusy, "the store does not tell its tokens", "try again soon");
    }
    reading_ = true;
    const std::uint64_t before = changes_;
    lock.unlock();
    std::shared_ptr<const Known> found;
    std::exception_ptr failure;
    try {
      found = std::make_shared<const Known>(read());
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    reading_ = false;
    changed_.notify_all();
    if (failure) std::rethrow_exception(failure);
    known_ = found;
    // What this book changed meanwhile may not have been seen.
    if (changes_ == before) read_ = std::chrono::steady_clock::now();
  }
  return known_;
}

std::vector<TokenInfo> TokenBook::list() {
  forget();
  std::vector<TokenInfo> tokens;
  for (const auto& [id, info] : *known_now()) tokens.push_back(info);
  return tokens;
}

bool TokenBook::revoke(const std::string& id) {
  const bool gone = store_().delete_artefacts({kTokenKind, id}) > 0;
  forget();
  return gone;
}

bool TokenBook::any() { return !known_now()->empty(); }

// An unknown id costs a hash and a comparison too, so that time does not tell which ids exist.
std::optional<Grant> TokenBook::check(const std::string& token) {
  const std::string hash = sha256(token);
  const std::string id = id_of(token);
  const std::shared_ptr<const Known> known = known_now();
  const auto found = known->find(id);
  const std::string expected = found == known->end() ? std::string(64, '-') : found->second.hash;
  const bool equal = equal_in_constant_time(hash, expected);
  if (!equal || found == known->end()) return std::nullopt;
  const TokenInfo& info = found->second;
  if (info.expires != 0 && info.expires <= clock_()) return std::nullopt;
  return Grant{.role = info.role,
               .studies = info.studies,
               .name = info.label.empty() ? info.id : info.label,
               .id = info.id,
               .limits = info.limits};
}

}  // namespace hone::service
