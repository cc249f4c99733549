// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "hone/storage/blobs.hpp"
#include "hone/storage/definitions.hpp"
#include "hone/storage/progress.hpp"
#include "hone/storage/shared_database.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage {

/// Keeps studies in a database that speaks SQL. What is particular to SQLite stands behind Database.
class SqlStorage final : public Storage {
 public:
  /// The tables must be of the latest version (migrations.hpp).
  /// Without `open_blobs` there is no place for what trials leave.
  SqlStorage(std::unique_ptr<Database> database, Clock clock, OpenBlobs open_blobs);

  StudyId create_study(const Study& study) override;
  std::optional<StudyId> find_study(const std::string& name) override;
  StudyVersion current(StudyId id) override;
  std::vector<StudyVersion> versions(StudyId id) override;
  std::int64_t redefine_study(StudyId id, const Study& study, std::optional<std::int64_t> seen) override;
  std::vector<Trial> trials_under(StudyId id, const Study& study) override;
  std::int64_t space_version(StudyId id) override;
  void delete_study(StudyId id) override;
  std::vector<StudySummary> studies() override;
  std::optional<std::string> mark() override;
  std::vector<StudyMark> marks() override;
  std::vector<StudySummary> summaries(std::span<const StudyId> ids) override;
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
  std::vector<TrialArtefact> trial_artefacts(StudyId id, std::int64_t first, std::int64_t most) override;
  std::optional<OpenArtefact> trial_artefact(StudyId id, std::int64_t number,
                                             const std::string& name) override;
  bool delete_trial_artefact(StudyId id, std::int64_t number, const std::string& name) override;
  UnneededBlobs sweep_blobs(Timestamp before, bool only_count) override;

  void record(const AuditEntry& entry) override;
  std::vector<AuditEntry> audit(std::int64_t after, std::int64_t most) override;
  std::int64_t add_usage(const std::string& counter, std::int64_t more) override;

  void require_there() override;
  void require_room() override;
  std::string location() const override;
  void backup(const std::string& path) override;
  CheckReport check() override;
  std::vector<std::string> repair() override;

 private:
  /// How trials of a study are read: what is known of it, unless another process changed its definition.
  const Definitions& definitions(Database& database, StudyId id, std::int64_t version);
  /// Both return the version. The first keeps the space.
  std::int64_t replace(Database& database, StudyId id, const Study& study);
  std::int64_t redefine(Database& database, StudyId id, const Study& study, std::int64_t seen);
  void settle_all(Database& database, StudyId id, Progress& progress, const Definitions& defined);
  std::optional<Trial> next_waiting(Database& database, StudyId id, Progress& progress,
                                    const Definitions& defined, Timestamp now);
  std::int64_t append_waiting(Database& database, StudyId id, std::span<const Proposal> proposals);

  /// Where bytes are kept; opened when it is first wanted.
  Blobs& blobs();
  void check_trial_artefacts(std::vector<std::string>& problems);
  void compare_bytes(std::vector<std::string>& problems);
  void require_as_defined(Database& database, const StudySummary& summary);

  /// What a list says of a study beside its counts.
  struct Listed {
    std::string name;
    std::string sampler;
    Timestamp created = 0;
    std::vector<Objective> objectives;
    friend bool operator==(const Listed&, const Listed&) = default;
  };

  SharedDatabase database_;
  Clock clock_;
  OpenBlobs open_blobs_;
  std::mutex blobs_mutex_;
  std::unique_ptr<Blobs> blobs_;            // guarded by it until it is there
  std::map<StudyId, Definitions> defined_;  // used in the database's turn only, which makes it safe
  std::map<StudyId, Listed> listed_;        // was compared with the definitions; likewise
};

}  // namespace hone::storage
