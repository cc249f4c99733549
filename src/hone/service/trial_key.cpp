// SPDX-License-Identifier: MIT
#include "hone/service/trial_key.hpp"

#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/service/access.hpp"

namespace hone::service {
namespace {

constexpr const char* kKeyKind = "service-trial-key";
constexpr const char* kKeyName = "key";
constexpr int kKeyBytes = 32;

}  // namespace

std::optional<std::string> TrialKey::kept(storage::ArtefactStore& store) {
  const std::vector<ArtefactInfo> all = store.artefacts(kKeyKind);  // the newest first
  for (auto one = all.rbegin(); one != all.rend(); ++one) {
    try {
      if (const auto artefact = store.artefact({one->kind, one->name, one->hash})) return artefact->bytes;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::StorageCorrupt) throw;
      store.delete_artefacts({one->kind, one->name, one->hash});
      if (tell_)
        tell_(
            text("the key of the trials' tokens was damaged and is replaced; workers are given their trials "
                 "anew: ",
                 error.what()));
    }
  }
  return std::nullopt;
}

// Of two servers that make one at the same time both keep theirs, as another version: the oldest counts, and
// it stays the oldest. One that is damaged is nobody's any more, and makes room: otherwise nobody would be
// given a trial.
const codec::TokenKey& TrialKey::get() {
  const std::lock_guard guard(mutex_);
  if (key_) return *key_;
  storage::ArtefactStore& store = store_();
  auto bytes = kept(store);
  if (!bytes) {
    store.put_artefact({.kind = kKeyKind,
                        .name = kKeyName,
                        .maker = "hone",
                        .settings = "",
                        .bytes = random_hex(kKeyBytes)});
    bytes = kept(store);
  }
  if (!bytes)
    throw Error(ErrorCode::Conflict, "the key of the trials' tokens was deleted just now", "ask again");
  return key_.emplace(std::move(*bytes));
}

}  // namespace hone::service
