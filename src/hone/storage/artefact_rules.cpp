// SPDX-License-Identifier: MIT
#include "hone/storage/artefact_rules.hpp"

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"

namespace hone::storage {

void require_artefact_size(std::size_t bytes) {
  if (bytes <= kLargestArtefact) return;
  throw Error(ErrorCode::InvalidArgument,
              text("the artefact has ", bytes, " bytes, and a store takes up to ", kLargestArtefact),
              "make it smaller, or keep it in a file");
}

ArtefactInfo info_of(const ArtefactDraft& draft, Timestamp now) {
  if (draft.kind.empty() || draft.name.empty()) {
    throw Error(ErrorCode::InvalidArgument, "an artefact has no kind or no name", "give it both");
  }
  require_artefact_size(draft.bytes.size());
  return {.kind = draft.kind,
          .name = draft.name,
          .hash = sha256(draft.bytes),
          .size = static_cast<std::int64_t>(draft.bytes.size()),
          .created = now,
          .maker = draft.maker,
          .settings = draft.settings,
          .sources = draft.sources};
}

bool is_same_making(const ArtefactInfo& stored, ArtefactInfo info) {
  info.created = stored.created;
  return stored == info;
}

bool is_intact(const Artefact& artefact) {
  const ArtefactInfo& info = artefact.info;
  return static_cast<std::size_t>(info.size) == artefact.bytes.size() && info.hash == sha256(artefact.bytes);
}

void require_intact(const Artefact& artefact) {
  if (is_intact(artefact)) return;
  const ArtefactInfo& info = artefact.info;
  throw Error(ErrorCode::StorageCorrupt,
              text("the artefact '", info.name, "' of kind ", info.kind,
                   " is damaged: its bytes are not those of its hash ", info.hash.substr(0, 12)),
              "delete it and make it again, or go back to a backup");
}

}  // namespace hone::storage
