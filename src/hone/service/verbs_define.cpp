// SPDX-License-Identifier: MIT
// Making studies and changing their definitions.
#include <algorithm>
#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/codec/space_json.hpp"
#include "hone/service/definition_rules.hpp"
#include "hone/service/space_report.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Field;
using codec::Json;
using codec::MapForm;
using codec::Node;

// --- create and open

const std::vector<std::string>& existing_words() {
  static const std::vector<std::string> kWords = {"refuse", "resume"};
  return kWords;
}

struct CreateForm {
  std::optional<Store::Existing> existing = {};
  void declare(MapForm& map) {
    map.field(
        "existing", [] { return codec::shape::words(existing_words()); },
        "what to do when there is a study of that name",
        [&](const Field& word) {
          existing = word.choice(existing_words()) == 0 ? Store::Existing::Refuse : Store::Existing::Resume;
        });
  }
};

/// {"study": ...} is another word for the name.
Node with_name(const Node& fields) {
  static const std::vector<std::string> kWord = {"study"};
  Node rest;
  const Node taken = codec::split_off(fields, kWord, rest);
  const Node* word = taken.find("study");
  if (word == nullptr) return rest;
  const Field whole(fields, codec::request_origin());
  const auto name = whole.find("name");
  if (name && name->text() != whole.at("study").text())
    whole.refuse("\"name\" and \"study\" differ", "give one of them");
  if (!name) codec::put(rest, "name", *word);
  return rest;
}

VerbAnswer near_opened(const Opened& opened) {
  return {.text = codec::opened_answer(opened.study, opened.trials, opened.warnings),
          .opened = opened.study,
          .created = opened.created};
}

/// With a name alone it opens the study that the store has.
VerbAnswer create_near(const VerbCall& call) {
  Node rest;
  const auto form = read_some_fields<CreateForm>(call, rest);
  const Node fields = with_name(rest);
  const auto name = Field(fields, codec::request_origin()).find("name");
  if (fields.map()->size() == 1 && name) return near_opened(call.operations.open(name->text()));
  const Study study = definition_in(call, fields);
  return near_opened(form.existing ? call.operations.create(study, *form.existing)
                                   : call.operations.create(study));
}

VerbAnswer run_create(const VerbCall& call) {
  if (!call.far) return create_near(call);
  Node definition;
  const auto form = read_some_fields<CreateForm>(call, definition);
  const Study study = definition_in(call, definition);
  if (!call.grant.covers(study.name))
    throw Error(ErrorCode::Forbidden,
                text("this token is for studies like '", call.grant.studies, "', not for '", study.name, "'"),
                "give it a name that the token covers");
  require_covered_lessons(call, study);
  const Opened opened = call.operations.create(study, form.existing.value_or(Store::Existing::Refuse));
  return {.text = codec::json_line({{"study", opened.study},
                                    {"id", call.operations.stored(opened.study).id},
                                    {"trials", opened.trials},
                                    {"created", opened.created},
                                    {"warnings", opened.warnings}}),
          .opened = opened.study,
          .created = opened.created};
}

VerbAnswer run_open(const VerbCall& call) {
  read_fields<NoFields>(call);
  return near_opened(call.operations.open(call.study));
}

// --- check

VerbAnswer run_check(const VerbCall& call) {
  try {
    const Study study = definition_in(call, call.fields);
    require_covered_lessons(call, study);
    std::vector<std::string> warnings = {catalog::ignored_sources_remark(study)};
    std::erase(warnings, "");
    return {codec::json_line({{"valid", true}, {"study", codec::to_json(study)}, {"warnings", warnings}})};
  } catch (const Error& error) {
    const Json problem = {{"code", std::string(code_name(error.code()))}, {"message", error.what()}};
    return {codec::json_line({{"valid", false}, {"error", problem}})};
  }
}

// --- change, set_space, replace, preview

struct ChangeForm {
  bool dry_run = false;
  void declare(MapForm& map) { map.flag("dry_run", dry_run, "true: only say what would become of it"); }
};

VerbAnswer redefine(const VerbCall& call, const Study& study, bool dry_run) {
  return {
      codec::json_line(space_report_json(call.study, call.operations.set_space(call.study, study, dry_run)))};
}

VerbAnswer run_change(const VerbCall& call) {
  Node patch;
  const auto form = read_some_fields<ChangeForm>(call, patch);
  if (patch.find("name") != nullptr)
    throw Error(ErrorCode::InvalidArgument, "the name of a study does not change",
                "leave \"name\" out, or create another study");
  const std::shared_ptr<const Study> before = call.operations.definition(call.study);
  const Study study = definition_in(call, codec::patched_study(*before, patch));
  require_covered_lessons(call, study, before.get());
  return redefine(call, study, form.dry_run);
}

VerbAnswer run_set_space(const VerbCall& call) {
  const codec::SetSpaceRequest wish =
      codec::read_set_space(call.fields, *call.operations.definition(call.study));
  return redefine(call, wish.study, wish.dry_run);
}

struct ReplaceForm {
  std::optional<std::int64_t> seen = {};
  void declare(MapForm& map) {
    map.integer("seen", seen, 0, std::numeric_limits<std::int64_t>::max(),
                "the version that you looked at: then the space may be another");
  }
};

VerbAnswer run_replace(const VerbCall& call) {
  Node definition;
  const auto form = read_some_fields<ReplaceForm>(call, definition);
  const Study before = call.operations.stored(call.study).version.study;
  const Study study = definition_in(call, definition);
  if (study.name != call.study)
    throw Error(ErrorCode::InvalidArgument,
                text("the name of a study does not change, and the definition is one of '", study.name, "'"),
                text("give it the name '", call.study, "', or create another study"));
  require_covered_lessons(call, study, &before);
  return {codec::json_line({{"version", call.operations.replace(call.study, study, form.seen)}})};
}

VerbAnswer run_preview(const VerbCall& call) {
  const Study study = definition_in(call, call.fields);
  Json trials = Json::array();
  for (const Trial& trial : call.operations.trials_under(call.study, study))
    trials.push_back(codec::to_json(trial, study));
  return {codec::json_line({{"trials", trials}})};
}

// --- extend

struct ExtendForm {
  std::int64_t trials = 0;
  void declare(MapForm& map) {
    map.needed(
        "trials", [] { return codec::shape::integer(1, kMostTrials); }, "how many more",
        [&](const Field& field) { trials = field.integer(1, kMostTrials); });
  }
  static constexpr std::int64_t kMostTrials = 1'000'000'000;
};

/// Raises the budget; without one, it becomes what the study has and so many more.
std::string run_extend(const VerbCall& call) {
  const std::int64_t more = read_fields<ExtendForm>(call).trials;
  std::int64_t had = 0;
  call.operations.inspect(call.study, [&](const Study&, const std::vector<Trial>& trials, storage::Revision) {
    had = std::count_if(trials.begin(), trials.end(),
                        [](const Trial& trial) { return trial.state != TrialState::Deleted; });
  });
  Study study = call.operations.stored(call.study).version.study;
  const std::int64_t budget = std::max(study.plan.budget.trials.value_or(had), had) + more;
  study.plan.budget.trials = budget;
  call.operations.replace(call.study, study, std::nullopt);
  return codec::json_line({{"trials", had}, {"budget", budget}});
}

}  // namespace

std::vector<Verb> definition_verbs() {
  return {
      {"create",
       {"POST", "/v1/studies", "createStudy"},
       Role::Admin,
       Effect::Changes,
       "Makes a study",
       fields_of<CreateForm>,
       run_create,
       nullptr,
       VerbFields::Study},
      {"open",
       {.path = "{study}"},
       Role::Read,
       Effect::Looks,
       "Begins to speak of a study of the store",
       fields_of<NoFields>,
       run_open},
      {"check",
       {"POST", "/v1/studies:check", "checkStudy"},
       Role::Read,
       Effect::Looks,
       "Whether a definition is valid",
       fields_of<NoFields>,
       run_check,
       nullptr,
       VerbFields::Some},
      {"change",
       {"PATCH", "/v1/studies/{study}", "changeStudy"},
       Role::Admin,
       Effect::Changes,
       "Changes fields of the definition",
       fields_of<ChangeForm>,
       run_change,
       nullptr,
       VerbFields::Some},
      {"set_space",
       {.path = "{study}"},
       Role::Admin,
       Effect::Changes,
       "Changes the space alone",
       fields_of<ChangeForm>,
       run_set_space,
       nullptr,
       VerbFields::Some},
      {"extend",
       {"POST", "/v1/studies/{study}:extend", "extendStudy"},
       Role::Admin,
       Effect::Changes,
       "Adds trials to the budget",
       fields_of<ExtendForm>,
       line<run_extend>},
      {"replace",
       {"PUT", "/v1/studies/{study}", "replaceStudy"},
       Role::Admin,
       Effect::Changes,
       "Replaces the definition",
       fields_of<ReplaceForm>,
       run_replace,
       nullptr,
       VerbFields::Study},
      {"preview",
       {"POST", "/v1/studies/{study}:preview", "previewStudy"},
       Role::Read,
       Effect::Looks,
       "The trials as another definition would have them",
       fields_of<NoFields>,
       run_preview,
       nullptr,
       VerbFields::Study},
  };
}

}  // namespace hone::service
