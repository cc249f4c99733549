// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hone/base/sha256.hpp"
#include "hone/codec/work_request.hpp"
#include "hone/service/operations.hpp"

// Files that trials leave, for who has them near (paths of this machine) or sends them from far away.
namespace hone::service {

/// The store's id of a study. Throws NotFound.
storage::StudyId study_id(Operations& operations, const std::string& study);

/// Those of one trial, or of all; in the order of their trials and names.
std::vector<TrialArtefact> artefacts_of(Operations& operations, const std::string& study,
                                        std::optional<std::int64_t> number);
/// False when there was none. Its bytes stay until they are swept.
bool drop_artefact(Operations& operations, const std::string& study, std::int64_t number,
                   const std::string& name);
/// Removes bytes from before a time that no trial has any more, or only counts them.
storage::UnneededBlobs sweep_artefacts(Operations& operations, Timestamp before, bool only_count);

/// Keeps a file of this machine, under its own name when the draft has none. Without a fence, a trial that
/// these operations hold is left it under their lease, and any other may be added to.
TrialArtefact keep_artefact(Operations& operations, const std::string& study,
                            storage::TrialArtefactDraft draft, const std::string& path);
/// Throws NotFound when there is none.
storage::OpenArtefact open_artefact(Operations& operations, const std::string& study, std::int64_t number,
                                    const std::string& name);
/// Writes one to a file of this machine, whole or not at all; to a device as far as it goes.
TrialArtefact fetch_artefact(Operations& operations, const std::string& study, std::int64_t number,
                             const std::string& name, const std::string& path);

/// A worker far away leaves one in a trial that it holds.
TrialArtefact keep_far(Operations& operations, const std::string& study, const codec::HeldTrial& held,
                       const std::string& client, const std::string& name, const storage::ByteSource& bytes);
/// Somebody adds one to any trial.
TrialArtefact add_artefact(Operations& operations, const std::string& study, std::int64_t number,
                           const std::string& name, const storage::ByteSource& bytes);

/// The bytes of an artefact, piece after piece until one is empty. Throws StorageCorrupt in place of the end
/// when they are not what was put.
class ArtefactPieces {
 public:
  explicit ArtefactPieces(storage::OpenArtefact artefact) : artefact_(std::move(artefact)) {}
  std::string operator()();

 private:
  storage::OpenArtefact artefact_;
  Sha256 hash_;
  std::int64_t at_ = 0;
};

}  // namespace hone::service
