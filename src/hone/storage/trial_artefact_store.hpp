// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hone/core/trial_artefact.hpp"
#include "hone/storage/byte_source.hpp"
#include "hone/storage/study_store.hpp"

namespace hone::storage {

struct TrialArtefactDraft {
  std::int64_t number = 0;
  std::string name = {};
  /// Of the lease under which whoever leaves it runs the trial. Nothing: somebody adds it who runs nothing.
  std::optional<std::int64_t> fence = {};
};

/// One with its bytes, which may be many.
struct OpenArtefact {
  TrialArtefact info;
  std::shared_ptr<const ByteSource> bytes;
};

/// Bytes that nobody needs any more.
struct UnneededBlobs {
  std::int64_t count = 0;
  std::int64_t bytes = 0;
};

// What a trial may leave.
inline constexpr std::int64_t kLargestTrialArtefact = std::int64_t{64} << 20;  // bytes
inline constexpr std::int64_t kArtefactBytesOfTrial = std::int64_t{256} << 20;
inline constexpr std::int64_t kMostArtefactsOfTrial = 100;

/// Why this cannot be the name of one, as "is ...": it names a file of one folder, on every system and in a
/// header of HTTP. Empty when it can.
std::string artefact_name_problem(std::string_view name);

/// The files and images that trials leave. Their names stand in the store, with the hash under which their
/// bytes are kept beside it (Blobs). Threads and errors are as Storage has them. To be told apart from
/// artefacts (ArtefactStore), which are made of studies and outlive them.
class TrialArtefactStore {
 public:
  virtual ~TrialArtefactStore() = default;

  /// Keeps one; its bytes are on disk, and then its name, when this returns. One of the same name makes room.
  /// Throws InvalidArgument for a name that is none, for more than a trial may leave, and where there is no
  /// place for bytes; NotFound for a trial that there is not; with a fence LeaseLost when the trial has ended
  /// or the fence was never given. Also who lost the trial may leave something while nobody has told a
  /// result, as his may still be the first.
  virtual TrialArtefact put_trial_artefact(StudyId id, const TrialArtefactDraft& draft,
                                           const ByteSource& bytes) = 0;
  /// Those of trials from number `first` on, by trial and name: all of so many trials that there are about
  /// `most`, of one trial at least.
  virtual std::vector<TrialArtefact> trial_artefacts(StudyId id, std::int64_t first, std::int64_t most) = 0;
  /// Nothing when there is none. Throws StorageCorrupt when its bytes are not there, or fewer or more than
  /// were put; who reads them compares the hash.
  virtual std::optional<OpenArtefact> trial_artefact(StudyId id, std::int64_t number,
                                                     const std::string& name) = 0;
  /// False when there was none. Its bytes stay until sweep_blobs().
  virtual bool delete_trial_artefact(StudyId id, std::int64_t number, const std::string& name) = 0;
  /// Deletes bytes that no trial of the store has and that were put before this time; `only_count` tells what
  /// that would be. A store that keeps none itself, such as a service, has nothing to delete.
  virtual UnneededBlobs sweep_blobs(Timestamp before, bool only_count) = 0;
};

}  // namespace hone::storage
