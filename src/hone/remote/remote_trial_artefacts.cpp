// SPDX-License-Identifier: MIT
// Files that trials leave, of a service.
#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/trial_artefact.hpp"
#include "hone/remote/remote_storage.hpp"
#include "hone/remote/service_json.hpp"
#include "hone/remote/service_reply.hpp"

namespace hone::remote {

using codec::Field;
using storage::StudyId;

namespace {

constexpr double kBytesASecond = 256.0 * 1024.0;  // of a slow line
constexpr std::int64_t kArtefactPage = 1000;

std::vector<TrialArtefact> artefacts_of(const Field& page) {
  std::vector<TrialArtefact> found;
  for (const Field& one : page.at("artefacts").items("a list of artefacts"))
    found.push_back(codec::trial_artefact_from(one));
  return found;
}

}  // namespace

// All of it is in memory for as long as it is sent, as it may have to be sent again.
TrialArtefact RemoteStorage::put_trial_artefact(StudyId id, const storage::TrialArtefactDraft& draft,
                                                const storage::ByteSource& bytes) {
  if (bytes.size() > storage::kLargestTrialArtefact)
    throw Error(ErrorCode::InvalidArgument,
                text("there are more than ", storage::kLargestTrialArtefact, " bytes"),
                "keep the file elsewhere, and note where");
  Json fields = {{"study", known(id).name}, {"number", draft.number}, {"name", draft.name}};
  if (draft.fence) {
    const Held held = held_as(id, {draft.number, *draft.fence});
    fields["client"] = held.name;
    fields["token"] = held.token;
  }
  ClientRequest request{.method = "PUT",
                        .target = target_of(RouteName("putTrialArtefact")->path, fields, true),
                        .body = read_all(bytes, static_cast<std::size_t>(storage::kLargestTrialArtefact)),
                        .type = "application/octet-stream"};
  const std::string hash = sha256(request.body);
  request.seconds += static_cast<double>(request.body.size()) / kBytesASecond;
  const HttpResponse response = client_.send(request);
  if (response.status != 201) throw_refusal(response);
  TrialArtefact kept = ServiceReply(response).read(codec::trial_artefact_from);
  if (kept.hash != hash)
    throw Error(ErrorCode::StorageFailed, text("the artefact '", draft.name, "' arrived with other bytes"),
                "something between here and the service changes what is sent");
  return kept;
}

std::vector<TrialArtefact> RemoteStorage::trial_artefacts(StudyId id, std::int64_t first, std::int64_t most) {
  std::vector<TrialArtefact> found;
  for (std::string token = std::to_string(first); !token.empty() && std::ssize(found) < most;) {
    const std::int64_t size = std::min(most - std::ssize(found), kArtefactPage);
    call("trial_artefacts", id, {{"page_size", size}, {"page_token", token}}).read([&](const Field& page) {
      for (TrialArtefact& one : artefacts_of(page)) found.push_back(std::move(one));
      const auto next = page.find("next");
      token = next && !next->node().is_null() ? next->text() : "";
    });
  }
  return found;
}

std::optional<storage::OpenArtefact> RemoteStorage::trial_artefact(StudyId id, std::int64_t number,
                                                                   const std::string& name) {
  for (TrialArtefact& info : call("trial_artefacts", id, {{"number", number}}).read(artefacts_of)) {
    if (info.name != name) continue;
    const HttpResponse response =
        exchange("getTrialArtefact", {{"study", known(id).name}, {"number", number}, {"name", name}});
    return storage::OpenArtefact{std::move(info), std::make_shared<storage::MemorySource>(response.body)};
  }
  return std::nullopt;
}

bool RemoteStorage::delete_trial_artefact(StudyId id, std::int64_t number, const std::string& name) {
  try {
    call("delete_trial_artefact", id, {{"number", number}, {"name", name}});
    return true;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound && find_study(known(id).name)) return false;
    throw;
  }
}

}  // namespace hone::remote
