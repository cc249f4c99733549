// SPDX-License-Identifier: MIT
#include "hone/storage/memory_trial_artefacts.hpp"

#include <iterator>
#include <limits>

#include "hone/base/sha256.hpp"
#include "hone/storage/blobs.hpp"
#include "hone/storage/trial_artefact_rules.hpp"

namespace hone::storage {

std::shared_ptr<const MemorySource> kept_bytes(const TrialArtefactDraft& draft, const ByteSource& bytes) {
  require_artefact_name(draft.name);
  require_blob_size(bytes.size(), kLargestTrialArtefact);
  return std::make_shared<MemorySource>(read_all(bytes, static_cast<std::size_t>(kLargestTrialArtefact)));
}

TrialArtefact MemoryTrialArtefacts::put(StudyId id, const TrialArtefactDraft& draft, const Holding& holding,
                                        std::shared_ptr<const MemorySource> bytes, Timestamp now) {
  require_may_leave(draft.fence, holding);
  std::int64_t others = 0;
  std::int64_t size_of_others = 0;
  const auto of_trial = artefacts_.find({id, draft.number});
  if (of_trial != artefacts_.end()) {
    for (const auto& [name, other] : of_trial->second) {
      if (name == draft.name) continue;
      ++others;
      size_of_others += other.info.size;
    }
  }
  require_artefact_room(others, size_of_others, bytes->size());
  const std::string all = read_all(*bytes, static_cast<std::size_t>(bytes->size()));
  TrialArtefact info{.number = draft.number,
                     .name = draft.name,
                     .hash = sha256(all),
                     .size = bytes->size(),
                     .type = artefact_type(draft.name, std::string_view(all).substr(0, kBlobBeginning)),
                     .attempt = holding.attempt,
                     .created = now};
  artefacts_[{id, draft.number}].insert_or_assign(draft.name, OpenArtefact{info, std::move(bytes)});
  return info;
}

std::vector<TrialArtefact> MemoryTrialArtefacts::list(StudyId id, std::int64_t first,
                                                      std::int64_t most) const {
  std::vector<TrialArtefact> found;
  for (auto it = artefacts_.lower_bound({id, first}); it != artefacts_.end() && it->first.first == id; ++it) {
    if (std::ssize(found) >= most) break;
    for (const auto& [name, artefact] : it->second) found.push_back(artefact.info);
  }
  return found;
}

std::optional<OpenArtefact> MemoryTrialArtefacts::find(StudyId id, std::int64_t number,
                                                       const std::string& name) const {
  const auto of_trial = artefacts_.find({id, number});
  if (of_trial == artefacts_.end()) return std::nullopt;
  const auto found = of_trial->second.find(name);
  return found == of_trial->second.end() ? std::nullopt : std::optional(found->second);
}

bool MemoryTrialArtefacts::erase(StudyId id, std::int64_t number, const std::string& name) {
  const auto of_trial = artefacts_.find({id, number});
  return of_trial != artefacts_.end() && of_trial->second.erase(name) > 0;
}

void MemoryTrialArtefacts::erase_study(StudyId id) {
  artefacts_.erase(artefacts_.lower_bound({id, std::numeric_limits<std::int64_t>::min()}),
                   artefacts_.upper_bound({id, std::numeric_limits<std::int64_t>::max()}));
}

}  // namespace hone::storage
