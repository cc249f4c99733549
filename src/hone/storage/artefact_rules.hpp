// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "hone/core/artefact.hpp"

// What every store decides alike about artefacts.
namespace hone::storage {

/// The most bytes an artefact may have. SQLite and PostgreSQL both end at a gigabyte for a row.
inline constexpr std::size_t kLargestArtefact = std::size_t{512} << 20;

/// Throws InvalidArgument when there are more bytes than a store takes.
void require_artefact_size(std::size_t bytes);
/// What a store keeps of a draft beside its bytes, with their hash. Throws InvalidArgument when it has no
/// kind or name, or too many bytes.
ArtefactInfo info_of(const ArtefactDraft& draft, Timestamp now);
/// The artefact by which a store remembers what was added to the queue under a key.
ArtefactDraft enqueue_memo(std::int64_t study, const std::string& key, std::int64_t first,
                           std::int64_t count);
struct MemoRange {
  std::int64_t first = 0;
  std::int64_t count = 0;
};
/// What such an artefact says. Throws StorageCorrupt.
MemoRange read_enqueue_memo(const Artefact& memo);
/// True when this very thing is stored already: only the time differs.
bool is_same_making(const ArtefactInfo& stored, ArtefactInfo info);
/// Throws StorageCorrupt, naming the artefact, when size or hash are not those of the bytes.
void require_intact(const Artefact& artefact);

}  // namespace hone::storage
