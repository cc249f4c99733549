// SPDX-License-Identifier: MIT
#include "hone/service/store_meter.hpp"

#include <algorithm>
#include <chrono>
#include <type_traits>
#include <utility>

#include "hone/runner/moment.hpp"
#include "hone/storage/sqlite_storage.hpp"

namespace hone::service {
namespace {

/// True for what is the store's doing rather than the caller's.
bool is_store_failure(ErrorCode code) {
  switch (code) {
    case ErrorCode::StorageBusy:
    case ErrorCode::StorageFull:
    case ErrorCode::StorageReadOnly:
    case ErrorCode::StorageCorrupt:
    case ErrorCode::StorageGone:
    case ErrorCode::StorageFailed:
      return true;
    default:
      return false;
  }
}

class MeteredStorage final : public storage::Storage {
 public:
  MeteredStorage(std::unique_ptr<storage::Storage> store, std::shared_ptr<StoreMeter> meter)
      : store_(std::move(store)), meter_(std::move(meter)) {}

  storage::StudyId create_study(const Study& study) override {
    return timed("create_study", [&] { return store_->create_study(study); });
  }
  std::optional<storage::StudyId> find_study(const std::string& name) override {
    return timed("find_study", [&] { return store_->find_study(name); });
  }
  storage::StudyVersion current(storage::StudyId id) override {
    return timed("current", [&] { return store_->current(id); });
  }
  std::vector<storage::StudyVersion> versions(storage::StudyId id) override {
    return timed("versions", [&] { return store_->versions(id); });
  }
  std::int64_t redefine_study(storage::StudyId id, const Study& study,
                              std::optional<std::int64_t> seen) override {
    return timed("redefine_study", [&] { return store_->redefine_study(id, study, seen); });
  }
  std::vector<Trial> trials_under(storage::StudyId id, const Study& study) override {
    return timed("trials_under", [&] { return store_->trials_under(id, study); });
  }
  std::int64_t space_version(storage::StudyId id) override {
    return timed("space_version", [&] { return store_->space_version(id); });
  }
  void delete_study(storage::StudyId id) override {
    return timed("delete_study", [&] { return store_->delete_study(id); });
  }
  std::vector<storage::StudySummary> studies() override {
    return timed("studies", [&] { return store_->studies(); });
  }
  std::optional<std::string> mark() override {
    return timed("mark", [&] { return store_->mark(); });
  }
  std::vector<storage::StudyMark> marks() override {
    return timed("marks", [&] { return store_->marks(); });
  }
  std::vector<storage::StudySummary> summaries(std::span<const storage::StudyId> ids) override {
    return timed("summaries", [&] { return store_->summaries(ids); });
  }
  storage::Annotations annotations(storage::StudyId id) override {
    return timed("annotations", [&] { return store_->annotations(id); });
  }
  void annotate(storage::StudyId id, const storage::Annotation& added) override {
    return timed("annotate", [&] { return store_->annotate(id, added); });
  }
  storage::Changes changes(storage::StudyId id, storage::Revision since) override {
    return timed("changes", [&] { return store_->changes(id, since); });
  }
  std::optional<Trial> trial(storage::StudyId id, std::int64_t number) override {
    return timed("trial", [&] { return store_->trial(id, number); });
  }
  std::optional<std::vector<storage::Lease>> start(storage::StudyId id, std::int64_t next,
                                                   std::span<const Proposal> proposals,
                                                   std::span<const storage::Worker> workers) override {
    return timed("start", [&] { return store_->start(id, next, proposals, workers); });
  }
  std::optional<storage::Claim> claim_waiting(storage::StudyId id, const storage::Worker& worker,
                                              std::int64_t below) override {
    return timed("claim_waiting", [&] { return store_->claim_waiting(id, worker, below); });
  }
  storage::Enqueued enqueue(storage::StudyId id, std::span<const Proposal> proposals,
                            const std::string& key) override {
    return timed("enqueue", [&] { return store_->enqueue(id, proposals, key); });
  }
  std::int64_t insert(storage::StudyId id, std::span<const Trial> finished) override {
    return timed("insert", [&] { return store_->insert(id, finished); });
  }
  std::vector<storage::Lease> heartbeat(storage::StudyId id, std::span<const storage::Lease> leases,
                                        const storage::Worker& worker) override {
    return timed("heartbeat", [&] { return store_->heartbeat(id, leases, worker); });
  }
  void report(storage::StudyId id, const storage::Lease& lease, std::span<const Report> reports) override {
    return timed("report", [&] { return store_->report(id, lease, reports); });
  }
  void finish(storage::StudyId id, std::span<const storage::Outcome> outcomes) override {
    return timed("finish", [&] { return store_->finish(id, outcomes); });
  }
  void requeue(storage::StudyId id, const storage::Lease& lease, const std::string& reason,
               storage::Attempt attempt) override {
    return timed("requeue", [&] { return store_->requeue(id, lease, reason, attempt); });
  }
  void correct(storage::StudyId id, std::span<const storage::Correction> corrections) override {
    return timed("correct", [&] { return store_->correct(id, corrections); });
  }
  std::vector<std::int64_t> reclaim(storage::StudyId id, LostPolicy policy, int max_attempts,
                                    const storage::HolderCheck& judge) override {
    return timed("reclaim", [&] { return store_->reclaim(id, policy, max_attempts, judge); });
  }
  storage::Lease open_lease(storage::StudyId id, std::int64_t number) override {
    return timed("open_lease", [&] { return store_->open_lease(id, number); });
  }
  ArtefactInfo put_artefact(const ArtefactDraft& draft) override {
    return timed("put_artefact", [&] { return store_->put_artefact(draft); });
  }
  std::optional<Artefact> artefact(const ArtefactKey& key) override {
    return timed("artefact", [&] { return store_->artefact(key); });
  }
  std::vector<ArtefactInfo> artefacts(const std::string& kind) override {
    return timed("artefacts", [&] { return store_->artefacts(kind); });
  }
  std::int64_t delete_artefacts(const ArtefactKey& key) override {
    return timed("delete_artefacts", [&] { return store_->delete_artefacts(key); });
  }
  TrialArtefact put_trial_artefact(storage::StudyId id, const storage::TrialArtefactDraft& draft,
                                   const storage::ByteSource& bytes) override {
    return timed("put_trial_artefact", [&] { return store_->put_trial_artefact(id, draft, bytes); });
  }
  std::vector<TrialArtefact> trial_artefacts(storage::StudyId id, std::int64_t first,
                                             std::int64_t most) override {
    return timed("trial_artefacts", [&] { return store_->trial_artefacts(id, first, most); });
  }
  std::optional<storage::OpenArtefact> trial_artefact(storage::StudyId id, std::int64_t number,
                                                      const std::string& name) override {
    return timed("trial_artefact", [&] { return store_->trial_artefact(id, number, name); });
  }
  bool delete_trial_artefact(storage::StudyId id, std::int64_t number, const std::string& name) override {
    return timed("delete_trial_artefact", [&] { return store_->delete_trial_artefact(id, number, name); });
  }
  storage::UnneededBlobs sweep_blobs(Timestamp before, bool only_count) override {
    return timed("sweep_blobs", [&] { return store_->sweep_blobs(before, only_count); });
  }
  void record(const storage::AuditEntry& entry) override {
    return timed("record", [&] { return store_->record(entry); });
  }
  std::vector<storage::AuditEntry> audit(std::int64_t after, std::int64_t most) override {
    return timed("audit", [&] { return store_->audit(after, most); });
  }
  std::int64_t add_usage(const std::string& counter, std::int64_t more) override {
    return timed("add_usage", [&] { return store_->add_usage(counter, more); });
  }
  void require_there() override {
    return timed("require_there", [&] { return store_->require_there(); });
  }
  void require_room() override {
    return timed("require_room", [&] { return store_->require_room(); });
  }
  void backup(const std::string& path) override {
    return timed("backup", [&] { return store_->backup(path); });
  }
  storage::CheckReport check() override {
    return timed("check", [&] { return store_->check(); });
  }
  std::vector<std::string> repair() override {
    return timed("repair", [&] { return store_->repair(); });
  }

  storage::TrialSource* source() override { return store_->source(); }
  std::string location() const override { return store_->location(); }

 private:
  template <class Call>
  std::invoke_result_t<const Call&> timed(std::string_view name, const Call& call) {
    const Span span{*meter_, name};
    try {
      return call();
    } catch (const Error& error) {
      if (is_store_failure(error.code())) span.failure = error.code();
      throw;
    }
  }

  /// Counts a call when it ends.
  struct Span {
    StoreMeter& meter;
    std::string_view name;
    runner::Moment begun = std::chrono::steady_clock::now();
    mutable std::optional<ErrorCode> failure = {};
    ~Span() { meter.add(name, runner::seconds_between(begun, std::chrono::steady_clock::now()), failure); }
  };

  std::unique_ptr<storage::Storage> store_;
  std::shared_ptr<StoreMeter> meter_;
};

}  // namespace

void StoreMeter::add(std::string_view call, double seconds, std::optional<ErrorCode> failure) {
  const auto place = std::lower_bound(kEnds.begin(), kEnds.end(), seconds) - kEnds.begin();
  const std::lock_guard guard(mutex_);
  auto found = figures_.find(call);
  if (found == figures_.end()) found = figures_.emplace(std::string(call), Figures{}).first;
  Figures& figures = found->second;
  ++figures.buckets[static_cast<std::size_t>(place)];
  figures.seconds += seconds;
  if (failure) ++figures.failures[*failure];
}

std::int64_t StoreMeter::page_memory() noexcept { return storage::sqlite_memory(); }

std::map<std::string, StoreMeter::Figures> StoreMeter::figures() const {
  const std::lock_guard guard(mutex_);
  return {figures_.begin(), figures_.end()};
}

std::unique_ptr<storage::Storage> metered(std::unique_ptr<storage::Storage> store,
                                          std::shared_ptr<StoreMeter> meter) {
  return std::make_unique<MeteredStorage>(std::move(store), std::move(meter));
}

}  // namespace hone::service
