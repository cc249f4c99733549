// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

#include "hone/codec/json.hpp"
#include "hone/remote/http_client.hpp"
#include "hone/remote/routes.hpp"
#include "hone/remote/service_reply.hpp"
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
  /// `urls`: of one server, or of several with commas between them.
  RemoteStorage(const std::string& urls, RemoteOptions options);

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
  std::int64_t token_of(storage::StudyId id, const storage::Lease& lease) override {
    return held_as(id, lease).token;
  }
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

  TrialArtefact put_trial_artefact(storage::StudyId id, const storage::TrialArtefactDraft& draft,
                                   const storage::ByteSource& bytes) override;
  std::vector<TrialArtefact> trial_artefacts(storage::StudyId id, std::int64_t first,
                                             std::int64_t most) override;
  std::optional<storage::OpenArtefact> trial_artefact(storage::StudyId id, std::int64_t number,
                                                      const std::string& name) override;
  bool delete_trial_artefact(storage::StudyId id, std::int64_t number, const std::string& name) override;
  storage::UnneededBlobs sweep_blobs(Timestamp, bool) override { return {}; }

  void record(const storage::AuditEntry& entry) override;
  std::vector<storage::AuditEntry> audit(std::int64_t after, std::int64_t most) override;
  std::int64_t add_usage(const std::string& counter, std::int64_t more) override;

  void require_there() override;
  std::string location() const override { return client_.place(); }
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

  /// How a trial came into our hands: the name under which it was asked for, which the service compares, and
  /// the token that came with it.
  struct Held {
    std::string name;
    std::int64_t token = 0;
  };

  HttpResponse exchange(RouteName route, Json fields);
  ServiceReply call(RouteName route, Json fields = Json::object());
  /// About a study.
  ServiceReply call(RouteName route, storage::StudyId id, Json fields = Json::object());
  std::string client_name(const storage::Worker& worker);
  Held held_as(storage::StudyId id, const storage::Lease& lease);
  void hold(storage::StudyId id, const storage::Lease& lease, Held held);
  void let_go(storage::StudyId id, const storage::Lease& lease);
  Known known(storage::StudyId id);
  std::shared_ptr<const Study> definition(storage::StudyId id);
  void remember(storage::StudyId id, const std::string& name, const storage::StudyVersion* version);
  static storage::StudyVersion read_version(const codec::Field& field);

  HttpClient client_;
  RemoteOptions options_;
  std::mutex mutex_;
  std::map<storage::StudyId, Known> known_;
  using HeldKey = std::tuple<storage::StudyId, std::int64_t, std::int64_t>;  // study, number and fence
  std::map<HeldKey, Held> held_;
  std::deque<HeldKey> let_go_;  // the oldest first; still among the others, as a result may be told again
};

}  // namespace hone::remote
