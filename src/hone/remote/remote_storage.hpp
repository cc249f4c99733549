// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "hone/codec/json.hpp"
#include "hone/remote/http_client.hpp"
#include "hone/storage/storage.hpp"

namespace hone::remote {

struct RemoteOptions {
  ClientOptions client = {};
  std::string name = {};                 ///< of this worker across restarts; the Worker's own when empty
  std::vector<std::string> labels = {};  ///< what this worker has, such as "gpu"
};

/// The studies of a service (`hone serve`) as a store, so that everything that works on a store works on a
/// service. It proposes by itself: who has no sampler gets trials from the service's.
///
/// What a store does alone the service does: dead workers are given up there, so reclaim() does nothing, and
/// backups, checks and repairs are refused. Throws Error(StorageBusy) while the service cannot be reached,
/// which callers take for a store that is locked for the moment.
class RemoteStorage : public storage::Storage, public storage::TrialSource {
 public:
  RemoteStorage(const std::string& url, RemoteOptions options);

  storage::StudyId create_study(const Study& study) override;
  std::optional<storage::StudyId> find_study(const std::string& name) override;
  storage::StudyVersion current(storage::StudyId id) override;
  std::vector<storage::StudyVersion> versions(storage::StudyId id) override;
  std::int64_t redefine_study(storage::StudyId id, const Study& study,
                              std::optional<std::int64_t> seen) override;
  std::vector<Trial> trials_under(storage::StudyId id, const Study& study) override;
  std::int64_t space_version(storage::StudyId id) override;
  void delete_study(storage::StudyId id) override;
  std::vector<storage::StudySummary> studies() override;
  storage::Annotations annotations(storage::StudyId id) override;
  void annotate(storage::StudyId id, const storage::Annotation& added) override;

  storage::Changes changes(storage::StudyId id, storage::Revision since) override;
  std::optional<Trial> trial(storage::StudyId id, std::int64_t number) override;

  std::optional<std::vector<storage::Lease>> start(storage::StudyId id, std::int64_t next,
                                                   std::span<const Proposal> proposals,
                                                   std::span<const storage::Worker> workers) override;
  std::optional<storage::Claim> claim_waiting(storage::StudyId id, const storage::Worker& worker,
                                              std::int64_t below) override;
  storage::Enqueued enqueue(storage::StudyId id, std::span<const Proposal> proposals,
                            const std::string& key) override;
  std::int64_t insert(storage::StudyId id, std::span<const Trial> finished) override;
  storage::TrialSource* source() override { return this; }
  storage::HandedOut hand_out(storage::StudyId id, int count, std::span<const std::int64_t> holding,
                              const storage::Worker& worker) override;

  std::vector<storage::Lease> heartbeat(storage::StudyId id, std::span<const storage::Lease> leases,
                                        const storage::Worker& worker) override;
  void report(storage::StudyId id, const storage::Lease& lease, std::span<const Report> reports) override;
  void finish(storage::StudyId id, std::span<const storage::Outcome> outcomes) override;
  void requeue(storage::StudyId id, const storage::Lease& lease, const std::string& reason,
               storage::Attempt attempt) override;
  void correct(storage::StudyId id, std::span<const storage::Correction> corrections) override;
  std::vector<std::int64_t> reclaim(storage::StudyId id, LostPolicy policy, int max_attempts,
                                    const storage::HolderCheck& judge) override;
  storage::Lease open_lease(storage::StudyId id, std::int64_t number) override;

  ArtefactInfo put_artefact(const ArtefactDraft& draft) override;
  std::optional<Artefact> artefact(const ArtefactKey& key) override;
  std::vector<ArtefactInfo> artefacts(const std::string& kind) override;
  std::int64_t delete_artefacts(const ArtefactKey& key) override;

  void require_there() override;
  std::string location() const override { return client_.url().text(); }
  void backup(const std::string& path) override;
  storage::CheckReport check() override;
  std::vector<std::string> repair() override;

 private:
  using Json = codec::Json;
  /// A study as far as requests about it need to know it.
  struct Known {
    std::string name;
    std::shared_ptr<const Study> study = nullptr;
    std::int64_t space = 0;
  };

  HttpResponse exchange(const std::string& method, const std::string& target, const std::string& body = "");
  Json call(const std::string& method, const std::string& target, const Json& body = nullptr);
  std::string path(storage::StudyId id, const std::string& rest = "");
  std::string client_name(const storage::Worker& worker);
  std::string own_name(storage::StudyId id, const storage::Lease& lease);
  void note_name(storage::StudyId id, const storage::Lease& lease, const std::string& name);
  void forget_name(storage::StudyId id, const storage::Lease& lease);
  Known known(storage::StudyId id);
  std::shared_ptr<const Study> definition(storage::StudyId id);
  void remember(storage::StudyId id, const std::string& name, const storage::StudyVersion* version);
  storage::StudyVersion read_version(const Json& json) const;

  HttpClient client_;
  RemoteOptions options_;
  std::mutex mutex_;
  std::map<storage::StudyId, Known> known_;
  /// The name under which each trial in our hands was asked for, which the service compares.
  std::map<std::pair<storage::StudyId, std::int64_t>, std::pair<storage::Lease, std::string>> names_;
};

}  // namespace hone::remote
