// SPDX-License-Identifier: MIT
#include "hone/storage/memory_artefacts.hpp"

#include <algorithm>

#include "hone/storage/artefact_rules.hpp"

namespace hone::storage {
namespace {

bool is_meant(const ArtefactKey& key, const Artefact& artefact) {
  return key.hash.empty() || artefact.info.hash == key.hash;
}

}  // namespace

ArtefactInfo MemoryArtefacts::put(const ArtefactDraft& draft, Timestamp now) {
  ArtefactInfo info = info_of(draft, now);
  Versions& versions = artefacts_[{info.kind, info.name}];
  if (!versions.empty() && is_same_making(versions.back().info, info)) return versions.back().info;
  std::erase_if(versions, [&](const Artefact& old) { return old.info.hash == info.hash; });
  versions.push_back({info, draft.bytes});
  return info;
}

std::optional<Artefact> MemoryArtefacts::find(const ArtefactKey& key) const {
  const auto named = artefacts_.find({key.kind, key.name});
  if (named == artefacts_.end()) return std::nullopt;
  const Versions& versions = named->second;
  const auto found = std::find_if(versions.rbegin(), versions.rend(),
                                  [&](const Artefact& artefact) { return is_meant(key, artefact); });
  if (found == versions.rend()) return std::nullopt;
  return *found;
}

std::vector<ArtefactInfo> MemoryArtefacts::list(const std::string& kind) const {
  std::vector<ArtefactInfo> all;
  for (const auto& [name, versions] : artefacts_) {
    if (!kind.empty() && name.first != kind) continue;
    for (auto version = versions.rbegin(); version != versions.rend(); ++version)
      all.push_back(version->info);
  }
  return all;
}

std::int64_t MemoryArtefacts::erase(const ArtefactKey& key) {
  const auto named = artefacts_.find({key.kind, key.name});
  if (named == artefacts_.end()) return 0;
  const auto erased =
      std::erase_if(named->second, [&](const Artefact& artefact) { return is_meant(key, artefact); });
  if (named->second.empty()) artefacts_.erase(named);
  return static_cast<std::int64_t>(erased);
}

}  // namespace hone::storage
