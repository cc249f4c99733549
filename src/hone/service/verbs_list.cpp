// SPDX-License-Identifier: MIT
// Studies and trials, one by one, by pages, or those that changed.
#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/pattern.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/core/trial_words.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/entries.hpp"
#include "hone/service/findings.hpp"
#include "hone/service/trial_choice.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Field;
using codec::Json;
using codec::MapForm;
namespace shape = codec::shape;

constexpr std::int64_t kAnyNumber = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLargestPage = 1000;
constexpr std::int64_t kUsualPage = 100;  // from far away; who is near gets all

// --- pages

struct PageForm {
  std::optional<std::int64_t> size = {};
  std::int64_t token = 0;
  void declare_page(MapForm& map) {
    map.integer("page_size", size, 1, kLargestPage, "how many at a time");
    map.integer("page_token", token, 0, kAnyNumber, "\"next\" of the page before");
  }
};

/// A part of a list.
struct Page {
  std::size_t begin = 0;
  std::size_t end = 0;
  Json next = nullptr;  ///< the token of the page after, or null
};

Page page_of(const PageForm& form, std::size_t total, bool far) {
  const auto size = static_cast<std::size_t>(form.size.value_or(far ? kUsualPage : kAnyNumber));
  const std::size_t begin = std::min(static_cast<std::size_t>(form.token), total);
  Page page{.begin = begin, .end = begin + std::min(size, total - begin)};
  if (page.end < total) page.next = std::to_string(page.end);
  return page;
}

/// A list with where the next page of it begins.
std::vector<shape::Member> page_members(const char* name, codec::Node item) {
  return {{name, shape::list(std::move(item)), true},
          {"next", shape::maybe(shape::text()), true},
          {"total", shape::integer(0), true}};
}

// --- studies

enum class StudyOrder { NewestFirst, OldestFirst, Name };

struct StudiesForm : PageForm {
  std::string search = {};
  StudyOrder order = StudyOrder::NewestFirst;
  void declare(MapForm& map) {
    map.text("search", search, 1000, "a part of their names, or a pattern with *");
    declare_page(map);
    map.word("order", order, {"-created", "created", "name"}, "which come first");
  }
};

codec::Node studies_shape(bool) {
  return shape::object(page_members("studies", shape::reference("StudyEntry")));
}

VerbAnswer run_studies(const VerbCall& call) {
  const auto form = read_fields<StudiesForm>(call);
  StudyList::Marks found = *call.operations.list().studies();
  const bool pattern = form.search.find('*') != std::string::npos;
  std::erase_if(found, [&](const storage::StudyMark& one) {
    if (!call.grant.covers(one.name)) return true;
    if (form.search.empty()) return false;
    return pattern ? !matches_pattern(one.name, form.search)
                   : one.name.find(form.search) == std::string::npos;
  });
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    if (form.order == StudyOrder::Name) return a.name < b.name;
    return form.order == StudyOrder::OldestFirst ? a.id < b.id : a.id > b.id;
  });
  const Page page = page_of(form, found.size(), call.far);
  const auto shown = std::span(found).subspan(page.begin, page.end - page.begin);
  return {.text = text("{\"studies\":[", join(call.operations.list().entries(shown), ","),
                       "],\"next\":", page.next.dump(), ",\"total\":", found.size(), "}")};
}

// --- trials

constexpr std::size_t kLongestExpression = 4000;
constexpr std::size_t kLongestColumn = 1000;

struct TrialsForm : PageForm {
  TrialChoice choice = {};
  std::optional<std::int64_t> since = {};
  enum class Amount { All, Brief } amount = Amount::All;

  void declare(MapForm& map) {
    map.field(
        "state", [] { return shape::list(shape::words(trial_state_words())); }, "in one of these states",
        [&](const Field& list) {
          for (const Field& word : list.items("a list of states"))
            choice.states.push_back(static_cast<TrialState>(word.choice(trial_state_words())));
        });
    map.text("where", choice.where, kLongestExpression,
             "for which this is true: loss < 0.3 and kernel == 'rbf'");
    map.integer("since", since, 0, kAnyNumber, "only those that changed after this revision, all of them");
    declare_page(map);
    map.text("order", choice.order, kLongestColumn,
             "which come first: number, value, started, finished or another column; the largest with a - in "
             "front");
    map.word("fields", amount, {"all", "brief"}, "brief: without reports, notes and former");
  }
};

/// A list of trials and what comes after it, written portion by portion: a tree of all of them would take
/// many times their memory, and their text some times.
class TrialsText {
 public:
  TrialsText(std::shared_ptr<TrialReader> trials, TrialsForm::Amount amount, std::string end)
      : trials_(std::move(trials)), amount_(amount), end_(std::move(end)) {}

  std::string operator()() {
    if (over_) return "";
    const std::vector<Trial> portion = trials_->next(kPortion);
    over_ = portion.empty();
    if (over_) return end_;
    std::string text;
    for (const Trial& trial : portion) {
      if (!std::exchange(first_, false)) text += ',';
      text +=
          codec::json_line(amount_ == TrialsForm::Amount::Brief ? brief_trial_json(trial, trials_->study())
                                                                : codec::to_json(trial, trials_->study()));
    }
    return text;
  }

 private:
  static constexpr std::size_t kPortion = 200;
  std::shared_ptr<TrialReader> trials_;
  TrialsForm::Amount amount_;
  std::string end_;
  bool first_ = true;
  bool over_ = false;
};

VerbAnswer changed_trials(const VerbCall& call, const TrialsForm& form) {
  Operations::Changed changed = call.operations.changed(call.study, *form.since);
  const std::string end = text("],\"next\":null,\"total\":", changed.trials->size(),
                               ",\"revision\":", changed.revision, ",\"space\":", changed.space, "}");
  return {.text = "{\"trials\":[", .more = TrialsText(std::move(changed.trials), form.amount, end)};
}

codec::Node trials_page_shape(bool) {
  std::vector<shape::Member> members =
      page_members("trials", shape::either({shape::reference("Trial"), shape::reference("BriefTrial")}));
  members.push_back({"revision", shape::integer(0), true});
  members.push_back({"space", shape::integer(1)});  // with "since"
  return shape::object(members);
}

VerbAnswer run_trials(const VerbCall& call) {
  auto form = read_fields<TrialsForm>(call);
  if (form.since) return changed_trials(call, form);
  form.choice.deleted = !call.far;  // who is near has always seen them
  const std::shared_ptr<runner::Driver> open = call.operations.driver(call.study);
  open->view().refresh();
  const storage::Revision revision = open->view().revision();  // what comes meanwhile is told again since
  const std::vector<std::int64_t> found = chosen_trials(
      open->study(), [&](const auto& see) { open->view().inspect(see); }, form.choice);
  const Page page = page_of(form, found.size(), call.far);
  const std::span<const std::int64_t> shown = std::span(found).subspan(page.begin, page.end - page.begin);
  const std::string end =
      text("],\"next\":", page.next.dump(), ",\"total\":", found.size(), ",\"revision\":", revision, "}");
  return {
      .text = "{\"trials\":[",
      .more = TrialsText(call.operations.reader(call.study, {shown.begin(), shown.end()}), form.amount, end)};
}

struct TrialForm {
  std::int64_t number = 0;
  void declare(MapForm& map) { map.trial("number", number, "of the trial"); }
};

VerbAnswer run_trial(const VerbCall& call) {
  const std::int64_t number = read_fields<TrialForm>(call).number;
  const auto trial = call.operations.trial(call.study, number);
  if (!trial)
    throw Error(ErrorCode::NotFound, text("'", call.study, "' has no trial ", number),
                "list those there are with `hone trials`");
  return {.text = codec::json_line(codec::to_json(*trial, *call.operations.definition(call.study)))};
}

// --- show

codec::Node show_shape(bool) {
  std::vector<shape::Member> counts = {{"total", shape::integer(0), true}};
  for (const std::string& state : trial_state_words())
    counts.push_back({state, shape::integer(0), state != to_text(TrialState::Deleted)});
  return shape::object({{"study", shape::reference("Study"), true},
                        {"counts", shape::object(counts), true},
                        {"best", shape::maybe(shape::reference("Trial"))},  // of one objective
                        {"front", shape::list(shape::reference("Trial"))},  // of several
                        {"revision", shape::integer(0), true},
                        {"id", shape::integer(0), true},
                        {"version", shape::integer(1), true},
                        {"created", shape::text(), true},
                        {"stopped", shape::flag(), true},
                        {"text", shape::text(), true},
                        {"tags", shape::list(shape::text()), true}});
}

VerbAnswer run_show(const VerbCall& call) {
  read_fields<NoFields>(call);
  const StudyNotes notes = call.operations.notes(call.study);
  const Operations::Stored stored = call.operations.stored(call.study);
  Json json;
  const auto show = [&](const Study&, const std::vector<Trial>& trials, storage::Revision revision) {
    json = codec::show_json(stored.version.study, trials);
    json["revision"] = revision;
  };
  if (stored.version.study.objectives.size() == 1) {
    call.operations.inspect(call.study, show);
  } else {
    call.operations.look_at(call.study, show);  // a front of many takes a while
  }
  add_facts(json, stored, notes);
  return {.text = codec::json_line(json)};
}

}  // namespace

std::vector<Verb> list_verbs() {
  return {
      verb("studies", {"GET", "/v1/studies", "listStudies"}, Role::Read, Effect::Looks,
           "The studies that the caller may see", fields_of<StudiesForm>, studies_shape, run_studies),
      verb("show", {"GET", "/v1/studies/{study}", "getStudy"}, Role::Read, Effect::Looks,
           "Definition, counts and the best trial", fields_of<NoFields>, show_shape, run_show),
      verb("trials", {"GET", "/v1/studies/{study}/trials", "listTrials"}, Role::Read, Effect::Looks,
           "Trials by page, or those that changed", fields_of<TrialsForm>, trials_page_shape, run_trials),
      verb("trial", {"GET", "/v1/studies/{study}/trials/{number}", "getTrial"}, Role::Read, Effect::Looks,
           "One trial", fields_of<TrialForm>, answers::trial, run_trial),
  };
}

}  // namespace hone::service
