// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "hone/storage/memory_access.hpp"
#include "hone/storage/memory_artefacts.hpp"
#include "hone/storage/memory_table.hpp"
#include "hone/storage/memory_trial_artefacts.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage {

/// Keeps everything in this process, behind one lock. The reference for what the other stores must do.
class MemoryStorage final : public Storage {
 public:
  explicit MemoryStorage(Clock clock) : clock_(std::move(clock)) {}

  StudyId create_study(const Study& study) override;
  std::optional<StudyId> find_study(const std::string& name) override;
  StudyVersion current(StudyId id) override;
  std::vector<StudyVersion> versions(StudyId id) override;
  std::int64_t redefine_study(StudyId id, const Study& study, std::optional<std::int64_t> seen) override;
  std::vector<Trial> trials_under(StudyId id, const Study& study) override;
  std::int64_t space_version(StudyId id) override;
  void delete_study(StudyId id) override;
  std::vector<StudySummary> studies() override;
  Annotations annotations(StudyId id) override;
  void annotate(StudyId id, const Annotation& added) override;

  Changes changes(StudyId id, Revision since) override;
  std::optional<Trial> trial(StudyId id, std::int64_t number) override;

  std::optional<std::vector<Lease>> start(StudyId id, std::int64_t next, std::span<const Proposal> proposals,
                                          std::span<const Worker> workers) override;
  std::optional<Claim> claim_waiting(StudyId id, const Worker& worker, std::int64_t below) override;
  Enqueued enqueue(StudyId id, std::span<const Proposal> proposals, const std::string& key) override;
  std::int64_t insert(StudyId id, std::span<const Trial> finished) override;

  std::vector<Lease> heartbeat(StudyId id, std::span<const Lease> leases, const Worker& worker) override;
  void report(StudyId id, const Lease& lease, std::span<const Report> reports) override;
  void finish(StudyId id, std::span<const Outcome> outcomes) override;
  void requeue(StudyId id, const Lease& lease, const std::string& reason, Attempt attempt) override;
  void correct(StudyId id, std::span<const Correction> corrections) override;
  std::vector<std::int64_t> reclaim(StudyId id, LostPolicy policy, int max_attempts,
                                    const HolderCheck& judge) override;
  Lease open_lease(StudyId id, std::int64_t number) override;

  ArtefactInfo put_artefact(const ArtefactDraft& draft) override;
  std::optional<Artefact> artefact(const ArtefactKey& key) override;
  std::vector<ArtefactInfo> artefacts(const std::string& kind) override;
  std::int64_t delete_artefacts(const ArtefactKey& key) override;

  TrialArtefact put_trial_artefact(StudyId id, const TrialArtefactDraft& draft,
                                   const ByteSource& bytes) override;
  std::vector<TrialArtefact> trial_artefacts(StudyId id, std::int64_t first, std::int64_t most) override {
    const std::lock_guard guard(mutex_);
    table(id);
    return trial_artefacts_.list(id, first, most);
  }
  std::optional<OpenArtefact> trial_artefact(StudyId id, std::int64_t number,
                                             const std::string& name) override {
    const std::lock_guard guard(mutex_);
    table(id);
    return trial_artefacts_.find(id, number, name);
  }
  bool delete_trial_artefact(StudyId id, std::int64_t number, const std::string& name) override {
    const std::lock_guard guard(mutex_);
    table(id);
    return trial_artefacts_.erase(id, number, name);
  }
  UnneededBlobs sweep_blobs(Timestamp, bool) override { return {}; }

  void record(const AuditEntry& entry) override {
    const std::lock_guard guard(mutex_);
    access_.record(entry, clock_());
  }
  std::vector<AuditEntry> audit(std::int64_t after, std::int64_t most) override {
    const std::lock_guard guard(mutex_);
    return access_.audit(after, most);
  }
  std::int64_t add_usage(const std::string& counter, std::int64_t more) override {
    const std::lock_guard guard(mutex_);
    return access_.add_usage(counter, more);
  }

  void require_there() override {}
  std::string location() const override { return {}; }
  void backup(const std::string& path) override;
  CheckReport check() override { return {}; }
  std::vector<std::string> repair() override { return {}; }

 private:
  MemoryTable& table(StudyId id);
  std::int64_t append_waiting(MemoryTable& trials, std::span<const Proposal> proposals);
  std::optional<StudyId> id_of(const std::string& name) const;

  Clock clock_;
  std::mutex mutex_;
  std::map<StudyId, MemoryTable> tables_;
  StudyId next_id_ = 1;
  MemoryArtefacts artefacts_;
  MemoryTrialArtefacts trial_artefacts_;
  MemoryAccess access_;
};

}  // namespace hone::storage
