// SPDX-License-Identifier: MIT
#include "hone/remote/remote_storage.hpp"

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/record.hpp"
#include "hone/remote/service_json.hpp"
#include "hone/remote/trial_json.hpp"

namespace hone::remote {

using codec::Field;
using storage::StudyId;

namespace {

// Of trials that were told: whoever tells one again, as an answer may be lost, does so soon.
constexpr std::size_t kKeptTokens = 1000;

// Seconds for a server to answer a worker, after which the next one is asked: below the least lease of a
// trial, so that one that hangs costs nobody his trials.
constexpr double kPatienceWithChoice = 15.0;

[[noreturn]] void only_beside_the_store(const char* what) {
  throw Error(ErrorCode::InvalidArgument, text("a service ", what),
              "do it where 'hone serve' runs, on its store");
}

}  // namespace

RemoteStorage::RemoteStorage(const std::string& urls, RemoteOptions options)
    : client_(ServiceUrl::parse_list(urls), options.client), options_(std::move(options)) {}

// --- requests

HttpResponse RemoteStorage::exchange(RouteName route, Json fields) {
  const std::string method(route->method);
  const bool in_query = method == "GET" || method == "DELETE";
  const std::string target = target_of(route->path, fields, in_query);
  const bool bare = in_query || fields.empty();
  ClientRequest request{.method = method, .target = target, .once = route->once};
  if (!bare) request.body = fields.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (client_.has_choice() && method == "POST" && !route->once) request.seconds = kPatienceWithChoice;
  HttpResponse response = client_.send(request);
  if (response.status < 200 || response.status > 299) throw_refusal(response);
  return response;
}

ServiceReply RemoteStorage::call(RouteName route, StudyId id, Json fields) {
  fields["study"] = known(id).name;
  return call(route, std::move(fields));
}

ServiceReply RemoteStorage::call(RouteName route, Json fields) {
  return ServiceReply(exchange(route, std::move(fields)));
}

std::string RemoteStorage::client_name(const storage::Worker& worker) {
  std::string name = options_.name.empty() ? worker.name : options_.name;
  std::replace(name.begin(), name.end(), '#', '_');
  return name;
}

void RemoteStorage::hold(StudyId id, const storage::Lease& lease, Held held) {
  const std::lock_guard guard(mutex_);
  held_[{id, lease.number, lease.fence}] = std::move(held);
}

void RemoteStorage::let_go(StudyId id, const storage::Lease& lease) {
  const std::lock_guard guard(mutex_);
  let_go_.emplace_back(id, lease.number, lease.fence);
  if (let_go_.size() <= kKeptTokens) return;
  held_.erase(let_go_.front());
  let_go_.pop_front();
}

// Whoever tells a trial that another process asked for, and that is held until it is told, has neither. A
// lease that nobody gave us goes as it is, and is refused.
RemoteStorage::Held RemoteStorage::held_as(StudyId id, const storage::Lease& lease) {
  const std::lock_guard guard(mutex_);
  const auto found = held_.find({id, lease.number, lease.fence});
  if (found != held_.end()) return found->second;
  const std::string name = client_name({});
  return {name.empty() ? "hone" : name, lease.fence};
}

void RemoteStorage::remember(StudyId id, const std::string& name, const storage::StudyVersion* version) {
  const std::lock_guard guard(mutex_);
  Known& entry = known_[id];
  entry.name = name;
  if (version == nullptr) return;
  entry.study = std::make_shared<const Study>(version->study);
  entry.space = version->space;
}

RemoteStorage::Known RemoteStorage::known(StudyId id) {
  {
    const std::lock_guard guard(mutex_);
    const auto found = known_.find(id);
    if (found != known_.end()) return found->second;
  }
  studies();
  const std::lock_guard guard(mutex_);
  const auto found = known_.find(id);
  if (found != known_.end()) return found->second;
  throw Error(ErrorCode::NotFound, text("there is no study with id ", id, " in this service"),
              "it may have been deleted; list those there are with 'hone studies'");
}

std::shared_ptr<const Study> RemoteStorage::definition(StudyId id) {
  if (auto study = known(id).study) return study;
  current(id);
  return known(id).study;
}

// --- studies

storage::StudyVersion RemoteStorage::read_version(const Field& field) {
  return {.version = field.at("version").integer(),
          .space = field.at("space").integer(),
          .created = time_in(field, "created"),
          .study = codec::study_from_text(field.at("record").text())};
}

StudyId RemoteStorage::create_study(const Study& study) {
  const auto id =
      call("create", codec::to_json(study)).read([](const Field& made) { return made.at("id").integer(); });
  remember(id, study.name, nullptr);
  return id;
}

std::optional<StudyId> RemoteStorage::find_study(const std::string& name) {
  try {
    return call("definition", Json{{"study", name}}).read([&](const Field& answer) {
      const StudyId id = answer.at("id").integer();
      const storage::StudyVersion version = read_version(answer);
      remember(id, name, &version);
      return id;
    });
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) return std::nullopt;
    throw;
  }
}

storage::StudyVersion RemoteStorage::current(StudyId id) {
  const std::string name = known(id).name;
  storage::StudyVersion version = call("definition", id).read(read_version);
  remember(id, name, &version);
  return version;
}

std::vector<storage::StudyVersion> RemoteStorage::versions(StudyId id) {
  return call("versions", id).read([](const Field& answer) {
    std::vector<storage::StudyVersion> found;
    for (const Field& one : answer.at("versions").items("a list of versions"))
      found.push_back(read_version(one));
    return found;
  });
}

std::int64_t RemoteStorage::redefine_study(StudyId id, const Study& study, std::optional<std::int64_t> seen) {
  if (known(id).name != study.name) {
    call("rename", id, {{"name", study.name}});
    remember(id, study.name, nullptr);
  }
  Json fields = codec::to_json(study);
  if (seen) fields["seen"] = *seen;
  const ServiceReply done = call("replace", id, std::move(fields));
  remember(id, study.name, nullptr);  // it may be another
  current(id);
  return done.read([](const Field& answer) { return answer.at("version").integer(); });
}

std::vector<Trial> RemoteStorage::trials_under(StudyId id, const Study& study) {
  return call("preview", id, codec::to_json(study)).read([&](const Field& answer) {
    return trials_from_service(answer.at("trials"), study);
  });
}

std::int64_t RemoteStorage::space_version(StudyId id) { return current(id).space; }

void RemoteStorage::delete_study(StudyId id) {
  call("drop", id);
  const std::lock_guard guard(mutex_);
  known_.erase(id);
}

std::vector<storage::StudySummary> RemoteStorage::studies() {
  std::vector<storage::StudySummary> found;
  for (std::optional<std::string> token = "0"; token;) {
    const Json fields = {{"order", "created"}, {"page_size", 1000}, {"page_token", *token}};
    call("studies", fields).read([&](const Field& page) {
      for (const Field& one : page.at("studies").items("a list of studies"))
        found.push_back(summary_from(one));
      token.reset();
      if (const auto next = page.find("next")) token = next->text();
    });
  }
  for (const storage::StudySummary& summary : found) remember(summary.id, summary.name, nullptr);
  return found;
}

storage::Annotations RemoteStorage::annotations(StudyId id) {
  return call("notes", id).read(annotations_from);
}

// Each part is a request of its own, with the role that it needs. Whoever has none of them to send has
// nothing to note, which the service says.
void RemoteStorage::annotate(StudyId id, const storage::Annotation& added) {
  if (added.text) {
    call("set_notes", id, {{"text", *added.text}, {"tags", annotations(id).tags()}});
  }
  if (added.stopped) call(*added.stopped ? RouteName("stop") : RouteName("resume"), id);
  if (!added.attributes.empty()) {
    Json set = Json::object();
    Json remove = Json::array();
    for (const auto& [name, value] : added.attributes) {
      if (value) {
        set[name] = codec::to_json(*value);
      } else {
        remove.push_back(name);
      }
    }
    call("set_attributes", id, {{"set", set}, {"remove", remove}});
  }
  if (!added.note.empty() || !added.tags.empty() ||
      (!added.text && !added.stopped && added.attributes.empty()))
    call("note", id, {{"note", added.note}, {"tags", added.tags}});
}

// --- artefacts

ArtefactInfo RemoteStorage::put_artefact(const ArtefactDraft& draft) {
  Json fields = {{"kind", draft.kind},
                 {"name", draft.name},
                 {"maker", draft.maker},
                 {"settings", draft.settings},
                 {"sources", codec::sources_to_text(draft.sources)}};
  const HttpResponse response =
      client_.send({.method = "PUT",
                    .target = target_of(RouteName("putArtefact")->path, fields, true),
                    .body = draft.bytes,
                    .type = "application/octet-stream"});
  if (response.status != 201) throw_refusal(response);
  return ServiceReply(response).read(artefact_from);
}

std::vector<ArtefactInfo> RemoteStorage::artefacts(const std::string& kind) {
  const Json fields = kind.empty() ? Json::object() : Json{{"kind", kind}};
  return call("listArtefacts", fields).read([](const Field& answer) {
    std::vector<ArtefactInfo> found;
    for (const Field& one : answer.at("artefacts").items("a list of artefacts"))
      found.push_back(artefact_from(one));
    return found;
  });
}

std::optional<Artefact> RemoteStorage::artefact(const ArtefactKey& key) {
  for (ArtefactInfo& info : artefacts(key.kind)) {
    if (info.name != key.name || (!key.hash.empty() && info.hash != key.hash)) continue;
    const Json fields = {{"kind", key.kind}, {"name", key.name}, {"hash", info.hash}};
    Artefact artefact{std::move(info), exchange("getArtefact", fields).body};
    if (sha256(artefact.bytes) == artefact.info.hash) return artefact;
    throw Error(ErrorCode::StorageCorrupt,
                text("artefact '", key.name, "' came with other bytes than were put"),
                "try again, and check the store of the service");
  }
  return std::nullopt;
}

std::int64_t RemoteStorage::delete_artefacts(const ArtefactKey& key) {
  Json fields = {{"kind", key.kind}, {"name", key.name}};
  if (!key.hash.empty()) fields["hash"] = key.hash;
  try {
    return call("deleteArtefact", std::move(fields)).read([](const Field& answer) {
      return answer.at("deleted").integer();
    });
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) return 0;
    throw;
  }
}

// --- who did what

void RemoteStorage::record(const storage::AuditEntry&) {
  only_beside_the_store("records by itself who did what");
}
std::int64_t RemoteStorage::add_usage(const std::string&, std::int64_t) {
  only_beside_the_store("counts by itself what is used");
}

std::vector<storage::AuditEntry> RemoteStorage::audit(std::int64_t after, std::int64_t most) {
  Json fields = {{"limit", most}};
  if (after >= 0) fields["since"] = after;
  return call("getAudit", std::move(fields)).read([](const Field& answer) {
    std::vector<storage::AuditEntry> found;
    for (const Field& one : answer.at("entries").items("a list of entries"))
      found.push_back(audit_entry_from(one));
    return found;
  });
}

// --- the service itself

// The service answers, and says that its store does not. That may pass, as when a database is started again,
// so whoever can wait for a busy store waits for this one.
void RemoteStorage::require_there() {
  try {
    call("getReadiness");
  } catch (const Error& error) {
    if (error.code() != ErrorCode::StorageFailed) throw;
    throw Error(ErrorCode::StorageBusy, "the store of the service does not answer",
                "try again soon; the log of the server says why");
  }
}

void RemoteStorage::backup(const std::string&) { only_beside_the_store("makes no backups"); }
storage::CheckReport RemoteStorage::check() { only_beside_the_store("is not checked from afar"); }
std::vector<std::string> RemoteStorage::repair() { only_beside_the_store("is not repaired from afar"); }

}  // namespace hone::remote
