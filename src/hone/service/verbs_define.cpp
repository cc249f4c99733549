// SPDX-License-Identifier: MIT
// Making studies and changing their definitions.
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/codec/space_json.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/definition_rules.hpp"
#include "hone/service/joined_study.hpp"
#include "hone/service/space_report.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Field;
using codec::Json;
using codec::MapForm;
using codec::Node;
namespace shape = codec::shape;

// --- create and open

const std::vector<std::string>& existing_words() {
  static const std::vector<std::string> kWords = {"refuse", "resume"};
  return kWords;
}

struct CreateForm {
  std::optional<Store::Existing> existing = {};
  void declare(MapForm& map) {
    map.field(
        "existing", [] { return shape::words(existing_words()); },
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

Node opened_shape(bool) {
  return shape::object({{"ok", shape::flag(), true},
                        {"study", shape::text(), true},
                        {"trials", shape::integer(0), true},
                        {"warnings", shape::list(shape::text())}});
}

Node created_shape(bool far) {
  if (!far) return opened_shape(far);
  return shape::record({{"study", shape::text()},
                        {"id", shape::integer(0)},
                        {"trials", shape::integer(0)},
                        {"created", shape::flag()},
                        {"warnings", shape::list(shape::text())}});
}

VerbAnswer near_opened(const Opened& opened) {
  return {.text = codec::opened_answer(opened.study, opened.trials, opened.warnings),
          .opened = opened.study,
          .created = opened.created};
}

/// Makes the study that these fields define, or goes on with the one that is there: with what the request
/// leaves out as that has it.
Opened make_or_join(const VerbCall& call, const Node& fields, Study study, Store::Existing existing) {
  const std::optional<Study> stored = gone_on_with(call.operations, study.name, existing);
  if (stored) {
    study = definition_in(call, joined(fields, *stored));
    keep_lessons(study, fields, *stored);
  }
  const bool checked = call.far && !stored;  // when it was read
  Opened opened =
      call.operations.create(study, existing, checked ? catalog::Checked::Yes : catalog::Checked::No);
  if (stored) {
    for (std::string& remark : changed_methods(*stored, study)) opened.warnings.push_back(std::move(remark));
  }
  return opened;
}

/// With a name alone it opens the study that the store has.
VerbAnswer create_near(const VerbCall& call) {
  Node rest;
  const auto form = read_some_fields<CreateForm>(call, rest);
  const Node fields = with_name(rest);
  const auto name = Field(fields, codec::request_origin()).find("name");
  if (fields.map()->size() == 1 && name) return near_opened(call.operations.open(name->text()));
  return near_opened(make_or_join(call, fields, definition_in(call, fields),
                                  form.existing.value_or(call.operations.existing())));
}

void require_covered_name(const VerbCall& call, const std::string& name) {
  if (call.grant.covers(name)) return;
  throw Error(ErrorCode::Forbidden,
              text("this token is for studies like '", call.grant.studies, "', not for '", name, "'"),
              "give it a name that the token covers");
}

VerbAnswer run_create(const VerbCall& call) {
  if (!call.far) return create_near(call);
  Node definition;
  const auto form = read_some_fields<CreateForm>(call, definition);
  Study named = definition_in(call, definition);
  require_covered_name(call, named.name);
  require_covered_lessons(call, named);
  const Opened opened =
      make_or_join(call, definition, std::move(named), form.existing.value_or(Store::Existing::Refuse));
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

Node checked_shape(bool) {
  const Node problem = shape::record({{"code", shape::text()}, {"message", shape::text()}});
  return shape::either({shape::record({{"valid", shape::constant(true)},
                                       {"study", shape::reference("Study")},
                                       {"warnings", shape::list(shape::text())}}),
                        shape::record({{"valid", shape::constant(false)}, {"error", problem}})});
}

VerbAnswer run_check(const VerbCall& call) {
  try {
    const Study study = definition_in(call, call.fields);
    require_covered_lessons(call, study);
    std::vector<std::string> warnings = {catalog::ignored_sources_remark(study),
                                         catalog::ignored_preferences_remark(study)};
    std::erase(warnings, "");
    return {codec::json_line({{"valid", true}, {"study", codec::to_json(study)}, {"warnings", warnings}})};
  } catch (const Error& error) {
    const Json problem = {{"code", std::string(code_name(error.code()))}, {"message", error.what()}};
    return {codec::json_line({{"valid", false}, {"error", problem}})};
  }
}

// --- change, set_space

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
                "leave \"name\" out; \"rename\" gives it another");
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

// --- rename

struct RenameForm {
  std::string name = {};
  void declare(MapForm& map) {
    map.needed(
        "name", [] { return shape::text(); }, "the new one",
        [&](const Field& field) { name = field.text(); });
  }
};

struct RenamedAnswer {
  std::string study = {};
  void declare(MapForm& map) { map.text("study", study, std::string::npos, "its name now"); }
};

std::string run_rename(const VerbCall& call) {
  const std::string name = read_fields<RenameForm>(call).name;
  require_covered_name(call, name);
  const std::shared_ptr<const Study> before = call.operations.definition(call.study);
  Node patch{Node::Map()};
  codec::put(patch, "name", *call.fields.find("name"));
  call.operations.rename(call.study, definition_in(call, codec::patched_study(*before, patch)));
  return codec::written(RenamedAnswer{name});
}

// --- replace

struct ReplaceForm {
  std::optional<std::int64_t> seen = {};
  void declare(MapForm& map) {
    map.integer("seen", seen, 0, std::numeric_limits<std::int64_t>::max(),
                "the version that you looked at: then the space may be another");
  }
};

struct ReplacedAnswer {
  std::int64_t version = 1;
  void declare(MapForm& map) {
    map.integer("version", version, 1, std::numeric_limits<std::int64_t>::max(), "of the definition now");
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
                text("give it the name '", call.study, "'; \"rename\" gives it another"));
  require_covered_lessons(call, study, &before);
  return {codec::written(ReplacedAnswer{call.operations.replace(call.study, study, form.seen)})};
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
        "trials", [] { return shape::integer(1, kMostTrials); }, "how many more",
        [&](const Field& field) { trials = field.integer(1, kMostTrials); });
  }
  static constexpr std::int64_t kMostTrials = 1'000'000'000;
};

struct ExtendedAnswer {
  std::int64_t trials = 0;
  std::int64_t budget = 0;
  void declare(MapForm& map) {
    map.integer("trials", trials, 0, std::numeric_limits<std::int64_t>::max(), "that it has");
    map.integer("budget", budget, 1, std::numeric_limits<std::int64_t>::max(), "that it may have now");
  }
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
  return codec::written(ExtendedAnswer{had, budget});
}

}  // namespace

std::vector<Verb> definition_verbs() {
  return {
      verb("create", {"POST", "/v1/studies", "createStudy"}, Role::Admin, Effect::Changes, "Makes a study",
           fields_of<CreateForm>, created_shape, run_create, VerbFields::Study),
      verb("open", {.path = "{study}"}, Role::Read, Effect::Keeps, "Begins to speak of a study of the store",
           fields_of<NoFields>, opened_shape, run_open),
      verb("check", {"POST", "/v1/studies:check", "checkStudy"}, Role::Read, Effect::Looks,
           "Whether a definition is valid", fields_of<NoFields>, checked_shape, run_check, VerbFields::Some),
      verb("change", {"PATCH", "/v1/studies/{study}", "changeStudy"}, Role::Admin, Effect::Changes,
           "Changes fields of the definition", fields_of<ChangeForm>, answers::space_report, run_change,
           VerbFields::Some),
      verb("set_space", {.path = "{study}"}, Role::Admin, Effect::Changes, "Changes the space alone",
           fields_of<ChangeForm>, answers::space_report, run_set_space, VerbFields::Some),
      verb("extend", {"POST", "/v1/studies/{study}:extend", "extendStudy"}, Role::Admin, Effect::Changes,
           "Adds trials to the budget", fields_of<ExtendForm>, answers::of<ExtendedAnswer>, line<run_extend>),
      verb("rename", {"POST", "/v1/studies/{study}:rename", "renameStudy"}, Role::Admin, Effect::Changes,
           "Gives the study another name", fields_of<RenameForm>, answers::of<RenamedAnswer>,
           line<run_rename>),
      verb("replace", {"PUT", "/v1/studies/{study}", "replaceStudy"}, Role::Admin, Effect::Changes,
           "Replaces the definition", fields_of<ReplaceForm>, answers::of<ReplacedAnswer>, run_replace,
           VerbFields::Study),
      verb("preview", {"POST", "/v1/studies/{study}:preview", "previewStudy"}, Role::Read, Effect::Looks,
           "The trials as another definition would have them", fields_of<NoFields>, answers::trials,
           run_preview, VerbFields::Study)
          .heavy(),
  };
}

}  // namespace hone::service
