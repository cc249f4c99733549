// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hone/core/artefact.hpp"

namespace hone::storage {

/// Artefacts in memory. Not for use by two threads at once.
class MemoryArtefacts {
 public:
  /// Makes the draft the newest version of its name, unless it is that already; the info as stored.
  ArtefactInfo put(const ArtefactDraft& draft, Timestamp now);
  std::optional<Artefact> find(const ArtefactKey& key) const;
  std::vector<ArtefactInfo> list(const std::string& kind) const;
  std::int64_t erase(const ArtefactKey& key);

 private:
  using Versions = std::vector<Artefact>;  ///< the newest last
  std::map<std::pair<std::string, std::string>, Versions> artefacts_;
};

}  // namespace hone::storage
