// SPDX-License-Identifier: MIT
#include <algorithm>

#include "hone/base/pattern.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/record.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/codec/work_request.hpp"
#include "hone/meta/meta_model.hpp"
#include "hone/server/events.hpp"
#include "hone/server/handlers.hpp"
#include "hone/server/paging.hpp"
#include "hone/service/space_report.hpp"
#include "hone/storage/study_notes.hpp"

namespace hone::server {
namespace {

/// What a client defines must not make the server open files or other stores.
void require_local_sources(const Study& study) {
  for (const Source& source : study.sources) {
    const auto* one = std::get_if<StudySource>(&source);
    const auto* several = std::get_if<StudiesSource>(&source);
    const bool elsewhere = (one != nullptr && !one->store.empty()) ||
                           (several != nullptr && !several->store.empty()) ||
                           std::holds_alternative<TableSource>(source);
    if (!elsewhere) continue;
    throw Error(ErrorCode::InvalidArgument,
                text("the source '", to_text(source), "' is outside the service's store"),
                "name studies of the service, or write the rows out")
        .within("request.sources");
  }
}

/// Who may see some studies only must not learn from the others by having them as sources. What the study had
/// before was given to it by somebody who may. A pattern would match whatever is made later, so it is
/// refused.
void require_covered_sources(Service& service, const Grant& grant, const Study& study, const Study* before) {
  for (const Source& source : study.sources) {
    if (before != nullptr && std::ranges::find(before->sources, source) != before->sources.end()) continue;
    const auto* one = std::get_if<StudySource>(&source);
    const bool several = std::holds_alternative<StudiesSource>(source);
    if (several || (one != nullptr && !grant.covers(one->name)))
      throw Refusal(403, "forbidden",
                    text("this token is for studies like '", grant.studies, "', and the source '",
                         to_text(source), several ? "' may match others" : "' is not one of them",
                         several ? "; name the studies one by one" : "; leave it out"));
    // Looked for here, as elsewhere the names of others would be suggested.
    if (one != nullptr && !service.operations.store().find_study(one->name))
      throw Error(ErrorCode::InvalidArgument, text("there is no study '", one->name, "'"),
                  "GET /v1/studies lists them")
          .within("request.sources");
  }
}

/// "" when it names none.
std::string model_of(const Study& study) {
  const auto found = study.sampler.options.find("model");
  if (found == study.sampler.options.end() || found->second.empty()) return "";
  const auto* name = std::get_if<std::string>(&found->second.front());
  return name == nullptr ? "" : *name;
}

/// Nor by a model that was learned from them, whose refusal of another space would tell their parameters. One
/// whose sources nobody knows may have any.
void require_covered_model(Service& service, const Grant& grant, const Study& study, const Study* before) {
  const std::string model = model_of(study);
  if (model.empty() || (before != nullptr && model == model_of(*before))) return;
  for (const ArtefactInfo& info : service.operations.store().artefacts(meta::kModelKind)) {
    if (info.name != model.substr(0, model.find('@'))) continue;
    const bool covered =
        !info.sources.empty() && std::all_of(info.sources.begin(), info.sources.end(),
                                             [&](const auto& one) { return grant.covers(one.study); });
    if (!covered)
      throw Refusal(403, "forbidden",
                    text("this token is for studies like '", grant.studies, "', and the model '", model,
                         "' was not learned from these alone; name another, or leave it out"));
  }
}

void require_covered_lessons(Service& service, const Grant& grant, const Study& study,
                             const Study* before = nullptr) {
  if (grant.studies == "*") return;
  require_covered_sources(service, grant, study, before);
  require_covered_model(service, grant, study, before);
}

Study study_in(const Json& body) {
  if (body.size() == 1 && body.contains("text") && body["text"].is_string())
    return codec::parse_foreign_study(body["text"].get<std::string>(), "text");
  Study study = codec::study_from_json(body, "request");
  return study;
}

/// A sampler that does not exist is a mistake in the body, not a path that leads nowhere.
[[noreturn]] void throw_as_mistake(const Error& error) {
  if (error.code() != ErrorCode::NotFound) throw error;
  const std::string message = error.what();
  const std::size_t end = message.find("; ");
  throw Error(ErrorCode::InvalidOption, message.substr(0, end),
              end == std::string::npos ? "correct the request" : message.substr(end + 2));
}

Study checked_study_in(const Json& body) {
  try {
    Study study = study_in(body);
    require_local_sources(study);
    catalog::check_parts(study);
    return study;
  } catch (const Error& error) {
    throw_as_mistake(error);
  }
}

std::vector<std::string> warnings_of(const Study& study) {
  std::vector<std::string> warnings = {catalog::ignored_sources_remark(study)};
  std::erase(warnings, "");
  return warnings;
}

storage::StudyId id_of_study(Service& service, const std::string& name) {
  const auto id = service.operations.store().find_study(name);
  if (id) return *id;
  throw Error(ErrorCode::NotFound, text("there is no study '", name, "'"), "GET /v1/studies lists them");
}

/// What changes the definition is told to who waits and who watches.
void definition_changed(Service& service, const std::string& study) {
  service.desk.news(study);
  service.events.news(study);
}

HttpAnswer set_stopped(Service& service, const Call& call, bool stopped) {
  id_of_study(service, call.study());
  service::StudyNotes notes = service.notes.of(call.study());
  notes.stopped = stopped;
  service.notes.put(call.study(), notes);
  definition_changed(service, call.study());
  return json_answer({{"stopped", stopped}});
}

Json version_json(const storage::StudyVersion& version) {
  return {{"version", version.version},
          {"space", version.space},
          {"created", codec::iso_time(version.created)},
          {"study", codec::to_json(version.study)},
          {"record", codec::study_to_text(version.study)}};
}

}  // namespace

Json study_entry_json(const storage::StudySummary& summary, service::NoteBook& notebook,
                      service::Operations& operations) {
  Json objectives = Json::array();
  for (const Objective& objective : summary.objectives)
    objectives.push_back({{"name", objective.name}, {"direction", to_text(objective.direction)}});
  const service::StudyNotes notes = notebook.of(summary.name);
  const auto budget = operations.store().current(summary.id).study.plan.budget.trials;
  return {{"id", summary.id},
          {"name", summary.name},
          {"created", codec::iso_time(summary.created)},
          {"sampler", summary.sampler},
          {"objectives", objectives},
          {"trials", summary.trials},
          {"deleted", summary.deleted},
          {"complete", summary.complete},
          {"failed", summary.failed},
          {"running", summary.running},
          {"waiting", summary.waiting},
          {"best", summary.best ? Json(*summary.best) : Json(nullptr)},
          {"budget", budget ? Json(*budget) : Json(nullptr)},
          {"stopped", notes.stopped},
          {"tags", notes.tags}};
}

HttpAnswer check_study(Service& service, const Call& call) {
  try {
    const Study study = checked_study_in(call.body);
    require_covered_lessons(service, call.grant, study);
    return json_answer({{"valid", true}, {"study", codec::to_json(study)}, {"warnings", warnings_of(study)}});
  } catch (const Error& error) {
    const Json problem = {{"code", std::string(code_name(error.code()))}, {"message", error.what()}};
    return json_answer({{"valid", false}, {"error", problem}});
  } catch (const Refusal& refusal) {
    const Json problem = {{"code", refusal.code()}, {"message", refusal.what()}};
    return json_answer({{"valid", false}, {"error", problem}});
  }
}

HttpAnswer list_studies(Service& service, const Call& call) {
  std::vector<storage::StudySummary> found = service.operations.store().studies();
  const std::string search = call.word("search");
  const bool pattern = search.find('*') != std::string::npos;
  std::erase_if(found, [&](const storage::StudySummary& one) {
    if (!call.grant.covers(one.name)) return true;
    if (search.empty()) return false;
    return pattern ? !matches_pattern(one.name, search) : one.name.find(search) == std::string::npos;
  });
  const std::string order = call.word("order", "-created");
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    if (order == "name") return a.name < b.name;
    return order == "created" ? a.id < b.id : a.id > b.id;
  });
  const Page page = page_of(call, found.size());
  Json studies = Json::array();
  for (std::size_t i = page.begin; i < page.end; ++i)
    studies.push_back(study_entry_json(found[i], service.notes, service.operations));
  return json_answer({{"studies", studies}, {"next", page.next}, {"total", found.size()}});
}

HttpAnswer create_study(Service& service, const Call& call) {
  const std::string existing = call.word("existing", "refuse");
  const Study study = checked_study_in(call.body);
  if (!call.grant.covers(study.name))
    throw Refusal(
        403, "forbidden",
        text("this token is for studies like '", call.grant.studies, "', not for '", study.name, "'"));
  require_covered_lessons(service, call.grant, study);
  const service::Opened opened = service.operations.create(
      study, existing == "resume" ? service::Store::Existing::Resume : service::Store::Existing::Refuse);
  definition_changed(service, study.name);
  return json_answer({{"study", opened.study},
                      {"id", id_of_study(service, opened.study)},
                      {"trials", opened.trials},
                      {"created", opened.created},
                      {"warnings", opened.warnings}},
                     opened.created ? 201 : 200);
}

HttpAnswer get_study(Service& service, const Call& call) {
  const auto driver = service.operations.driver(call.study());
  driver->refresh();
  Json json;
  storage::Revision revision = 0;
  const storage::StudyVersion current = service.operations.store().current(driver->id());
  driver->inspect([&](const std::vector<Trial>& trials) {
    json = Json::parse(codec::show_answer(current.study, trials));
  });
  revision = driver->revision();
  const service::StudyNotes notes = service.notes.of(call.study());
  json["id"] = driver->id();
  json["revision"] = revision;
  json["version"] = current.version;
  json["created"] = codec::iso_time(current.created);
  json["stopped"] = notes.stopped;
  json["text"] = notes.text;
  json["tags"] = notes.tags;
  return json_answer(json);
}

HttpAnswer get_definition(Service& service, const Call& call) {
  const storage::StudyId id = id_of_study(service, call.study());
  Json json = version_json(service.operations.store().current(id));
  json["id"] = id;
  return json_answer(json);
}

HttpAnswer list_versions(Service& service, const Call& call) {
  Json versions = Json::array();
  for (const auto& version : service.operations.store().versions(id_of_study(service, call.study())))
    versions.push_back(version_json(version));
  return json_answer({{"versions", versions}});
}

HttpAnswer patch_study(Service& service, const Call& call) {
  const std::shared_ptr<const Study> before = service.operations.definition(call.study());
  Json merged = codec::to_json(*before);
  for (const auto& [name, value] : call.body.items()) {
    if (name == "name")
      throw Error(ErrorCode::InvalidArgument, "the name of a study does not change",
                  "leave \"name\" out, or create another study");
    if (value.is_null()) {
      merged.erase(name);
    } else if (name == "budget" && value.is_object() && merged.contains(name)) {
      merged[name].merge_patch(value);
    } else {
      merged[name] = value;
    }
  }
  const Study study = checked_study_in(merged);
  require_covered_lessons(service, call.grant, study, before.get());
  const auto done = service.operations.set_space(call.study(), study, call.flag("dry_run"));
  if (done.adopted) definition_changed(service, call.study());
  return json_answer(service::space_report_json(call.study(), done));
}

HttpAnswer put_study(Service& service, const Call& call) {
  const storage::StudyId id = id_of_study(service, call.study());
  const Study study = checked_study_in(call.body);
  storage::Storage& store = service.operations.store();
  if (study.name != call.study())
    throw Error(ErrorCode::InvalidArgument,
                text("the name of a study does not change, and the definition is one of '", study.name, "'"),
                text("give it the name '", call.study(), "', or create another study"));
  const Study before = store.current(id).study;
  require_covered_lessons(service, call.grant, study, &before);
  const std::int64_t seen = call.integer("seen", -1);
  const std::int64_t version = store.redefine_study(id, study, seen < 0 ? std::nullopt : std::optional(seen));
  service.operations.open(call.study());
  definition_changed(service, call.study());
  return json_answer({{"version", version}});
}

HttpAnswer preview_study(Service& service, const Call& call) {
  const Study study = checked_study_in(call.body);
  Json trials = Json::array();
  for (const Trial& trial :
       service.operations.store().trials_under(id_of_study(service, call.study()), study))
    trials.push_back(codec::to_json(trial, study));
  return json_answer({{"trials", trials}});
}

HttpAnswer delete_study(Service& service, const Call& call) {
  service.operations.drop(call.study());
  service.notes.drop(call.study());
  definition_changed(service, call.study());
  return {.status = 204, .type = ""};
}

HttpAnswer get_notes(Service& service, const Call& call) {
  const storage::StudyId id = id_of_study(service, call.study());
  const storage::Annotations kept = service.operations.store().annotations(id);
  Json notes = Json::array();
  for (const storage::StudyNote& note : kept.notes)
    notes.push_back({{"time", codec::iso_time(note.time)}, {"text", note.text}, {"tags", note.tags}});
  return json_answer({{"text", kept.text},
                      {"tags", storage::tags_of(kept.notes)},
                      {"stopped", kept.stopped},
                      {"notes", notes}});
}

HttpAnswer put_notes(Service& service, const Call& call) {
  id_of_study(service, call.study());
  codec::NotesFields given = codec::read_notes_request(call.body);
  service::StudyNotes notes = service.notes.of(call.study());
  notes.text = std::move(given.text);
  notes.tags = std::move(given.tags);
  service.notes.put(call.study(), notes);
  definition_changed(service, call.study());
  return get_notes(service, call);
}

HttpAnswer stop_study(Service& service, const Call& call) { return set_stopped(service, call, true); }
HttpAnswer resume_study(Service& service, const Call& call) { return set_stopped(service, call, false); }

}  // namespace hone::server
