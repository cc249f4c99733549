// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>
#include <utility>

#include "hone/storage/storage.hpp"

namespace hone::test {

/// Passes every call on to another store, after a hook that is given the call's name and may throw: a store
/// that fails when a test wants it to.
class HookedStorage : public storage::Storage {
 public:
  using Hook = std::function<void(std::string_view call)>;

  explicit HookedStorage(storage::Storage& inner) : inner_(inner) {}
  void set_hook(Hook hook) { hook_ = std::move(hook); }

  storage::StudyId create_study(const Study& study) override {
    return on("create_study").create_study(study);
  }
  std::optional<storage::StudyId> find_study(const std::string& name) override {
    return on("find_study").find_study(name);
  }
  storage::StudyVersion current(storage::StudyId id) override { return on("current").current(id); }
  std::vector<storage::StudyVersion> versions(storage::StudyId id) override {
    return on("versions").versions(id);
  }
  std::int64_t redefine_study(storage::StudyId id, const Study& study,
                              std::optional<std::int64_t> seen) override {
    return on("redefine_study").redefine_study(id, study, seen);
  }
  std::vector<Trial> trials_under(storage::StudyId id, const Study& study) override {
    return on("trials_under").trials_under(id, study);
  }
  std::int64_t space_version(storage::StudyId id) override { return on("space_version").space_version(id); }
  void delete_study(storage::StudyId id) override { on("delete_study").delete_study(id); }
  storage::Annotations annotations(storage::StudyId id) override { return on("annotations").annotations(id); }
  void annotate(storage::StudyId id, const storage::Annotation& added) override {
    on("annotate").annotate(id, added);
  }
  std::string location() const override { return inner_.location(); }
  std::vector<storage::StudySummary> studies() override { return on("studies").studies(); }
  storage::Changes changes(storage::StudyId id, storage::Revision since) override {
    return on("changes").changes(id, since);
  }
  std::optional<Trial> trial(storage::StudyId id, std::int64_t number) override {
    return on("trial").trial(id, number);
  }
  std::optional<std::vector<storage::Lease>> start(storage::StudyId id, std::int64_t next,
                                                   std::span<const Proposal> proposals,
                                                   std::span<const storage::Worker> workers) override {
    return on("start").start(id, next, proposals, workers);
  }
  std::optional<storage::Claim> claim_waiting(storage::StudyId id, const storage::Worker& worker,
                                              std::int64_t below) override {
    return on("claim_waiting").claim_waiting(id, worker, below);
  }
  storage::Enqueued enqueue(storage::StudyId id, std::span<const Proposal> proposals,
                            const std::string& key) override {
    return on("enqueue").enqueue(id, proposals, key);
  }
  std::int64_t insert(storage::StudyId id, std::span<const Trial> finished) override {
    return on("insert").insert(id, finished);
  }
  std::vector<storage::Lease> heartbeat(storage::StudyId id, std::span<const storage::Lease> leases,
                                        const storage::Worker& worker) override {
    return on("heartbeat").heartbeat(id, leases, worker);
  }
  void report(storage::StudyId id, const storage::Lease& lease, std::span<const Report> reports) override {
    on("report").report(id, lease, reports);
  }
  void finish(storage::StudyId id, std::span<const storage::Outcome> outcomes) override {
    on("finish").finish(id, outcomes);
  }
  void requeue(storage::StudyId id, const storage::Lease& lease, const std::string& reason,
               storage::Attempt attempt) override {
    on("requeue").requeue(id, lease, reason, attempt);
  }
  void correct(storage::StudyId id, std::span<const storage::Correction> corrections) override {
    on("correct").correct(id, corrections);
  }
  std::vector<std::int64_t> reclaim(storage::StudyId id, LostPolicy policy, int max_attempts,
                                    const storage::HolderCheck& judge) override {
    return on("reclaim").reclaim(id, policy, max_attempts, judge);
  }
  storage::Lease open_lease(storage::StudyId id, std::int64_t number) override {
    return on("open_lease").open_lease(id, number);
  }
  ArtefactInfo put_artefact(const ArtefactDraft& draft) override {
    return on("put_artefact").put_artefact(draft);
  }
  std::optional<Artefact> artefact(const ArtefactKey& key) override { return on("artefact").artefact(key); }
  std::vector<ArtefactInfo> artefacts(const std::string& kind) override {
    return on("artefacts").artefacts(kind);
  }
  std::int64_t delete_artefacts(const ArtefactKey& key) override {
    return on("delete_artefacts").delete_artefacts(key);
  }
  TrialArtefact put_trial_artefact(storage::StudyId id, const storage::TrialArtefactDraft& draft,
                                   const storage::ByteSource& bytes) override {
    return on("put_trial_artefact").put_trial_artefact(id, draft, bytes);
  }
  std::vector<TrialArtefact> trial_artefacts(storage::StudyId id, std::int64_t first,
                                             std::int64_t most) override {
    return on("trial_artefacts").trial_artefacts(id, first, most);
  }
  std::optional<storage::OpenArtefact> trial_artefact(storage::StudyId id, std::int64_t number,
                                                      const std::string& name) override {
    return on("trial_artefact").trial_artefact(id, number, name);
  }
  bool delete_trial_artefact(storage::StudyId id, std::int64_t number, const std::string& name) override {
    return on("delete_trial_artefact").delete_trial_artefact(id, number, name);
  }
  storage::UnneededBlobs sweep_blobs(Timestamp before, bool only_count) override {
    return on("sweep_blobs").sweep_blobs(before, only_count);
  }
  void record(const storage::AuditEntry& entry) override { on("record").record(entry); }
  std::vector<storage::AuditEntry> audit(std::int64_t after, std::int64_t most) override {
    return on("audit").audit(after, most);
  }
  std::int64_t add_usage(const std::string& counter, std::int64_t more) override {
    return on("add_usage").add_usage(counter, more);
  }
  void require_there() override { on("require_there").require_there(); }
  void backup(const std::string& path) override { on("backup").backup(path); }
  storage::CheckReport check() override { return on("check").check(); }
  std::vector<std::string> repair() override { return on("repair").repair(); }

 private:
  storage::Storage& on(std::string_view call) {
    if (hook_) hook_(call);
    return inner_;
  }

  storage::Storage& inner_;
  Hook hook_;
};

}  // namespace hone::test
