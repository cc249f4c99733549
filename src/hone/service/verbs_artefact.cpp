// SPDX-License-Identifier: MIT
// Files that trials leave. Their bytes go over HTTP by routes of their own (server/handlers_artefact.cpp); a
// program on this machine names paths.
#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/codec/trial_artefact.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/trial_artefacts.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Json;
using codec::MapForm;
namespace shape = codec::shape;

constexpr std::int64_t kAnyTrial = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLargestPageOfArtefacts = 1000;
constexpr std::size_t kLongestPath = 4096;
/// Said where the paths of this machine mean something, and not over HTTP.
constexpr Way kNear{.path = "/v1/studies/{study}"};

void needed_text(MapForm& map, const char* name, std::string& value, const char* summary) {
  map.needed(
      name, [] { return shape::text(); }, summary, [&](const codec::Field& field) { value = field.text(); });
}

struct ArtefactsForm {
  std::optional<std::int64_t> number = {};
  std::int64_t size = kLargestPageOfArtefacts;
  std::int64_t token = 0;
  void declare(MapForm& map) {
    map.integer("number", number, 0, kAnyTrial - 1, "of a trial; those of all trials without one");
    map.integer("page_size", size, 1, kLargestPageOfArtefacts,
                "how many at a time; all of the last trial come");
    map.integer("page_token", token, 0, kAnyTrial - 1, "\"next\" of the page before");
  }
};

codec::Node artefacts_shape(bool) {
  return shape::record(
      {{"artefacts", shape::list(codec::trial_artefact_shape())}, {"next", shape::maybe(shape::text())}});
}

std::string run_artefacts(const VerbCall& call) {
  const auto form = read_fields<ArtefactsForm>(call);
  const auto id = study_id(call.operations, call.study);
  std::vector<TrialArtefact> found = call.operations.store().trial_artefacts(
      id, form.number.value_or(form.token), form.number ? 1 : form.size);
  Json next = nullptr;
  if (form.number) {
    std::erase_if(found, [&](const TrialArtefact& one) { return one.number != *form.number; });
  } else if (std::ssize(found) >= form.size) {
    next = std::to_string(found.back().number + 1);
  }
  Json list = Json::array();
  for (const TrialArtefact& artefact : found) list.push_back(codec::to_json(artefact));
  return codec::json_line({{"artefacts", list}, {"next", next}});
}

struct NamedArtefactForm {
  std::int64_t number = 0;
  std::string name = {};
  void declare(MapForm& map) {
    map.trial("number", number, "of the trial");
    needed_text(map, "name", name, "of the artefact");
  }
};

std::string run_delete_artefact(const VerbCall& call) {
  const auto form = read_fields<NamedArtefactForm>(call);
  const auto id = study_id(call.operations, call.study);
  if (!call.operations.store().delete_trial_artefact(id, form.number, form.name))
    throw Error(ErrorCode::NotFound, text("trial ", form.number, " has no artefact of this name"),
                "list those it has: hone artefacts STUDY NUMBER");
  return codec::ok_answer();
}

codec::Node artefact_shape(bool) { return codec::trial_artefact_shape(); }

struct KeepForm {
  std::int64_t number = 0;
  std::string path = {};
  std::string name = {};
  std::optional<std::int64_t> fence = {};
  void declare(MapForm& map) {
    map.trial("number", number, "of the trial");
    needed_text(map, "path", path, "of a file on this machine");
    map.text("name", name, kLongestPath, "under which it is kept; that of the file without one");
    map.integer("fence", fence, 1, kAnyTrial,
                "of the lease under which another process of the caller runs it");
  }
};

std::string run_keep(const VerbCall& call) {
  const auto form = read_fields<KeepForm>(call);
  return codec::json_line(codec::to_json(
      keep_artefact(call.operations, call.study,
                    {.number = form.number, .name = form.name, .fence = form.fence}, form.path)));
}

struct FetchForm : NamedArtefactForm {
  std::string path = {};
  void declare(MapForm& map) {
    NamedArtefactForm::declare(map);
    needed_text(map, "path", path, "of the file that is made; there must be none");
  }
};

std::string run_fetch(const VerbCall& call) {
  const auto form = read_fields<FetchForm>(call);
  return codec::json_line(
      codec::to_json(fetch_artefact(call.operations, call.study, form.number, form.name, form.path)));
}

}  // namespace

std::vector<Verb> artefact_verbs() {
  return {
      verb("trial_artefacts", {"GET", "/v1/studies/{study}/artefacts", "listTrialArtefacts"}, Role::Read,
           Effect::Looks, "The files that trials left", fields_of<ArtefactsForm>, artefacts_shape,
           line<run_artefacts>),
      verb("delete_trial_artefact", {"POST", "/v1/studies/{study}:removeArtefact", "deleteTrialArtefact"},
           Role::Admin, Effect::Notes, "Takes a file from a trial", fields_of<NamedArtefactForm>, answers::ok,
           line<run_delete_artefact>),
      verb("keep_trial_artefact", kNear, Role::Work, Effect::Notes,
           "Leaves a file of this machine in a trial", fields_of<KeepForm>, artefact_shape, line<run_keep>),
      verb("fetch_trial_artefact", kNear, Role::Read, Effect::Looks,
           "Writes a file that a trial left to this machine", fields_of<FetchForm>, artefact_shape,
           line<run_fetch>),
  };
}

}  // namespace hone::service
