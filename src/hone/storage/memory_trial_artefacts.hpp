// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hone/storage/rules.hpp"
#include "hone/storage/trial_artefact_store.hpp"

namespace hone::storage {

/// The bytes of an artefact in memory. Throws InvalidArgument for a name that is none, or too many of them.
std::shared_ptr<const MemorySource> kept_bytes(const TrialArtefactDraft& draft, const ByteSource& bytes);

/// What trials leave, in memory. Not for use by two threads at once.
class MemoryTrialArtefacts {
 public:
  /// The bytes were read already, as that may take a while. Throws as TrialArtefactStore has it.
  TrialArtefact put(StudyId id, const TrialArtefactDraft& draft, const Holding& holding,
                    std::shared_ptr<const MemorySource> bytes, Timestamp now);
  std::vector<TrialArtefact> list(StudyId id, std::int64_t first, std::int64_t most) const;
  std::optional<OpenArtefact> find(StudyId id, std::int64_t number, const std::string& name) const;
  bool erase(StudyId id, std::int64_t number, const std::string& name);
  void erase_study(StudyId id);

 private:
  using OfTrial = std::map<std::string, OpenArtefact>;
  std::map<std::pair<StudyId, std::int64_t>, OfTrial> artefacts_;
};

}  // namespace hone::storage
