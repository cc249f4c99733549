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
/// True when this very thing is stored already: only the time differs.
bool is_same_making(const ArtefactInfo& stored, ArtefactInfo info);
/// True when size and hash are those of the bytes.
bool is_intact(const Artefact& artefact);
/// Throws StorageCorrupt, naming the artefact, when it is not intact.
void require_intact(const Artefact& artefact);

}  // namespace hone::storage
