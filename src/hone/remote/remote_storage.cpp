// SPDX-License-Identifier: MIT
#include "hone/remote/remote_storage.hpp"

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/percent.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/record.hpp"
#include "hone/remote/service_json.hpp"
#include "hone/remote/trial_json.hpp"
#include "hone/storage/study_notes.hpp"

namespace hone::remote {

using storage::StudyId;

namespace {

[[noreturn]] void only_beside_the_store(const char* what) {
  throw Error(ErrorCode::InvalidArgument, text("a service ", what),
              "do it where 'hone serve' runs, on its store");
}

}  // namespace

RemoteStorage::RemoteStorage(const std::string& url, RemoteOptions options)
    : client_(ServiceUrl::parse(url), options.client), options_(std::move(options)) {}

// --- requests

HttpResponse RemoteStorage::exchange(const std::string& method, const std::string& target,
                                     const std::string& body) {
  HttpResponse response = client_.send(method, target, body);
  if (response.status < 200 || response.status > 299) throw_refusal(response, client_.url().text());
  return response;
}

codec::Json RemoteStorage::call(const std::string& method, const std::string& target, const Json& body) {
  const std::string sent = body.is_null() ? "" : body.dump(-1, ' ', false, Json::error_handler_t::replace);
  const HttpResponse response = exchange(method, target, sent);
  if (response.body.empty()) return nullptr;
  try {
    return Json::parse(response.body);
  } catch (const Json::exception&) {
    throw Error(ErrorCode::StorageFailed, text(client_.url().text(), " answered something that is not JSON"),
                "check that this is the address of 'hone serve'");
  }
}

std::string RemoteStorage::client_name(const storage::Worker& worker) {
  std::string name = options_.name.empty() ? worker.name : options_.name;
  std::replace(name.begin(), name.end(), '#', '_');
  return name;
}

void RemoteStorage::note_name(StudyId id, const storage::Lease& lease, const std::string& name) {
  const std::lock_guard guard(mutex_);
  names_[{id, lease.number}] = {lease, name};
}

void RemoteStorage::forget_name(StudyId id, const storage::Lease& lease) {
  const std::lock_guard guard(mutex_);
  const auto found = names_.find({id, lease.number});
  if (found != names_.end() && found->second.first == lease) names_.erase(found);
}

// Whoever tells a trial that another process asked for, and that is held until it is told, has no name.
std::string RemoteStorage::own_name(StudyId id, const storage::Lease& lease) {
  const std::lock_guard guard(mutex_);
  const auto found = names_.find({id, lease.number});
  if (found != names_.end() && found->second.first == lease) return found->second.second;
  const std::string name = client_name({});
  return name.empty() ? "hone" : name;
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

std::string RemoteStorage::path(StudyId id, const std::string& rest) {
  return "/v1/studies/" + percent_encoded(known(id).name) + rest;
}

std::shared_ptr<const Study> RemoteStorage::definition(StudyId id) {
  if (auto study = known(id).study) return study;
  current(id);
  return known(id).study;
}

// --- studies

storage::StudyVersion RemoteStorage::read_version(const Json& json) const {
  return {.version = json.at("version").get<std::int64_t>(),
          .space = json.at("space").get<std::int64_t>(),
          .created = codec::parse_iso_time(json.at("created").get<std::string>()).value_or(0),
          .study = codec::study_from_text(json.at("record").get<std::string>())};
}

StudyId RemoteStorage::create_study(const Study& study) {
  const Json made = call("POST", "/v1/studies", codec::to_json(study));
  const auto id = made.at("id").get<StudyId>();
  remember(id, study.name, nullptr);
  return id;
}

std::optional<StudyId> RemoteStorage::find_study(const std::string& name) {
  try {
    const Json json = call("GET", "/v1/studies/" + percent_encoded(name) + "/definition");
    const auto id = json.at("id").get<StudyId>();
    const storage::StudyVersion version = read_version(json);
    remember(id, name, &version);
    return id;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) return std::nullopt;
    throw;
  }
}

storage::StudyVersion RemoteStorage::current(StudyId id) {
  const std::string name = known(id).name;
  storage::StudyVersion version = read_version(call("GET", path(id, "/definition")));
  remember(id, name, &version);
  return version;
}

std::vector<storage::StudyVersion> RemoteStorage::versions(StudyId id) {
  std::vector<storage::StudyVersion> found;
  const Json answer = call("GET", path(id, "/versions"));
  for (const Json& json : answer.at("versions")) found.push_back(read_version(json));
  return found;
}

std::int64_t RemoteStorage::redefine_study(StudyId id, const Study& study, std::optional<std::int64_t> seen) {
  const Json done = call("PUT", path(id, seen ? text("?seen=", *seen) : ""), codec::to_json(study));
  remember(id, study.name, nullptr);  // it may be another
  current(id);
  return done.at("version").get<std::int64_t>();
}

std::vector<Trial> RemoteStorage::trials_under(StudyId id, const Study& study) {
  std::vector<Trial> trials;
  const Json answer = call("POST", path(id, ":preview"), codec::to_json(study));
  for (const Json& json : answer.at("trials")) trials.push_back(trial_from_service(json, study));
  return trials;
}

std::int64_t RemoteStorage::space_version(StudyId id) { return current(id).space; }

void RemoteStorage::delete_study(StudyId id) {
  call("DELETE", path(id));
  const std::lock_guard guard(mutex_);
  known_.erase(id);
}

std::vector<storage::StudySummary> RemoteStorage::studies() {
  std::vector<storage::StudySummary> found;
  std::string token = "0";
  while (!token.empty()) {
    const Json page = call("GET", "/v1/studies?order=created&page_size=1000&page_token=" + token);
    for (const Json& json : page.at("studies")) found.push_back(summary_from(json));
    token = page.at("next").is_null() ? "" : page.at("next").get<std::string>();
  }
  for (const storage::StudySummary& summary : found) remember(summary.id, summary.name, nullptr);
  return found;
}

storage::Annotations RemoteStorage::annotations(StudyId id) {
  const Json answer = call("GET", path(id, "/notes"));
  storage::Annotations found{.text = answer.at("text").get<std::string>(),
                             .stopped = answer.at("stopped").get<bool>()};
  for (const Json& note : answer.at("notes"))
    found.notes.push_back({codec::parse_iso_time(note.at("time").get<std::string>()).value_or(0),
                           note.at("text").get<std::string>(), note.at("tags").get<TagChanges>()});
  return found;
}

// Each part is a request of its own, with the role that it needs. Whoever has none of them to send has
// nothing to note, which the service says.
void RemoteStorage::annotate(StudyId id, const storage::Annotation& added) {
  if (added.text) {
    const std::set<std::string> tags = storage::tags_of(annotations(id).notes);
    call("PUT", path(id, "/notes"), {{"text", *added.text}, {"tags", tags}});
  }
  if (added.stopped) call("POST", path(id, *added.stopped ? ":stop" : ":resume"));
  if (!added.note.empty() || !added.tags.empty() || (!added.text && !added.stopped))
    call("POST", path(id, ":note"), {{"note", added.note}, {"tags", added.tags}});
}

// --- artefacts

ArtefactInfo RemoteStorage::put_artefact(const ArtefactDraft& draft) {
  const std::string target =
      text("/v1/artefacts/", percent_encoded(draft.kind), "/", percent_encoded(draft.name),
           "?maker=", percent_encoded(draft.maker), "&settings=", percent_encoded(draft.settings),
           "&sources=", percent_encoded(codec::sources_to_text(draft.sources)));
  const HttpResponse response = client_.send("PUT", target, draft.bytes, "application/octet-stream");
  if (response.status != 201) throw_refusal(response, client_.url().text());
  return artefact_from(Json::parse(response.body));
}

std::vector<ArtefactInfo> RemoteStorage::artefacts(const std::string& kind) {
  std::vector<ArtefactInfo> found;
  const std::string query = kind.empty() ? "" : "?kind=" + percent_encoded(kind);
  const Json answer = call("GET", "/v1/artefacts" + query);
  for (const Json& json : answer.at("artefacts")) found.push_back(artefact_from(json));
  return found;
}

std::optional<Artefact> RemoteStorage::artefact(const ArtefactKey& key) {
  for (ArtefactInfo& info : artefacts(key.kind)) {
    if (info.name != key.name || (!key.hash.empty() && info.hash != key.hash)) continue;
    const std::string target = text("/v1/artefacts/", percent_encoded(key.kind), "/",
                                    percent_encoded(key.name), "?hash=", info.hash);
    Artefact artefact{std::move(info), exchange("GET", target).body};
    if (sha256(artefact.bytes) == artefact.info.hash) return artefact;
    throw Error(ErrorCode::StorageCorrupt,
                text("artefact '", key.name, "' came with other bytes than were put"),
                "try again, and check the store of the service");
  }
  return std::nullopt;
}

std::int64_t RemoteStorage::delete_artefacts(const ArtefactKey& key) {
  const std::string query = key.hash.empty() ? "" : "?hash=" + percent_encoded(key.hash);
  try {
    return call("DELETE",
                text("/v1/artefacts/", percent_encoded(key.kind), "/", percent_encoded(key.name), query))
        .at("deleted")
        .get<std::int64_t>();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) return 0;
    throw;
  }
}

// --- the service itself

void RemoteStorage::require_there() { call("GET", "/readyz"); }

void RemoteStorage::backup(const std::string&) { only_beside_the_store("makes no backups"); }
storage::CheckReport RemoteStorage::check() { only_beside_the_store("is not checked from afar"); }
std::vector<std::string> RemoteStorage::repair() { only_beside_the_store("is not repaired from afar"); }

}  // namespace hone::remote
