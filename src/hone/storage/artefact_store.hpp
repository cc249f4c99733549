// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hone/core/artefact.hpp"

namespace hone::storage {

/// Things made from studies, such as models: bytes under a kind and a name. Transactions, threads and errors
/// are as Storage has them.
class ArtefactStore {
 public:
  virtual ~ArtefactStore() = default;

  /// Keeps an artefact; on disk when this returns. Of one kind and name there may be several versions, told
  /// apart by the hash of their bytes; what is put is the newest from then on. Putting what is the newest
  /// already, with the same maker, settings and sources, changes nothing and tells when it was first put.
  /// Artefacts outlive the studies they were made from. Throws InvalidArgument without a kind or a name, or
  /// above 512 MB.
  virtual ArtefactInfo put_artefact(const ArtefactDraft& draft) = 0;
  /// The version of this hash, or the newest; nothing when there is none. Throws StorageCorrupt when the
  /// bytes are no longer those that were put.
  virtual std::optional<Artefact> artefact(const ArtefactKey& key) = 0;
  /// Without the bytes: those of one kind, or all; by kind and name, the newest version first.
  virtual std::vector<ArtefactInfo> artefacts(const std::string& kind = "") = 0;
  /// Deletes one version, or all of a name; how many there were.
  virtual std::int64_t delete_artefacts(const ArtefactKey& key) = 0;
};

}  // namespace hone::storage
