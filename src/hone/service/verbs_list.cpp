// SPDX-License-Identifier: MIT
// Studies and trials, one by one, by pages, or those that changed.
#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/pattern.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/service/entries.hpp"
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

VerbAnswer run_studies(const VerbCall& call) {
  const auto form = read_fields<StudiesForm>(call);
  std::vector<storage::StudySummary> found = call.operations.studies();
  const bool pattern = form.search.find('*') != std::string::npos;
  std::erase_if(found, [&](const storage::StudySummary& one) {
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
  Json studies = Json::array();
  for (std::size_t i = page.begin; i < page.end; ++i)
    studies.push_back(study_entry_json(found[i], call.operations));
  return {codec::json_line({{"studies", studies}, {"next", page.next}, {"total", found.size()}})};
}

// --- trials

enum class TrialOrder { Number, LastNumber, Value, LargestValue, Started, LastFinished };

struct TrialsForm : PageForm {
  std::vector<TrialState> states = {};
  std::optional<std::int64_t> since = {};
  TrialOrder order = TrialOrder::Number;
  enum class Amount { All, Brief } amount = Amount::All;

  void declare(MapForm& map) {
    map.field(
        "state", [] { return shape::list(shape::words(codec::state_words())); }, "in one of these states",
        [&](const Field& list) {
          for (const Field& word : list.items("a list of states"))
            states.push_back(static_cast<TrialState>(word.choice(codec::state_words())));
        });
    map.integer("since", since, 0, kAnyNumber, "only those that changed after this revision, all of them");
    declare_page(map);
    map.word("order", order, {"number", "-number", "value", "-value", "started", "-finished"},
             "which come first");
    map.word("fields", amount, {"all", "brief"}, "brief: without reports, notes and former");
  }
};

double sort_value(const Trial& trial, bool descending) {
  const double last =
      descending ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  return trial.values.empty() || std::isnan(trial.values.front()) ? last : trial.values.front();
}

void sort_trials(std::vector<const Trial*>& trials, TrialOrder order) {
  const auto by = [&](auto key) {
    std::stable_sort(trials.begin(), trials.end(),
                     [&](const Trial* a, const Trial* b) { return key(*a) < key(*b); });
  };
  if (order == TrialOrder::LastNumber) std::reverse(trials.begin(), trials.end());
  if (order == TrialOrder::Value) by([](const Trial& trial) { return sort_value(trial, false); });
  if (order == TrialOrder::LargestValue) by([](const Trial& trial) { return -sort_value(trial, true); });
  if (order == TrialOrder::Started) by([](const Trial& trial) { return trial.started; });
  if (order == TrialOrder::LastFinished) by([](const Trial& trial) { return -trial.finished; });
}

/// Written piece by piece: a tree of all of them would take many times their memory.
std::string trials_text(std::span<const Trial* const> trials, const Study& study, const TrialsForm& form) {
  std::string text = "[";
  for (const Trial* trial : trials) {
    if (text.size() > 1) text += ',';
    text += codec::json_line(form.amount == TrialsForm::Amount::Brief ? brief_trial_json(*trial, study)
                                                                      : codec::to_json(*trial, study));
  }
  return text + "]";
}

VerbAnswer changed_trials(const VerbCall& call, const TrialsForm& form) {
  const storage::Changes changes = call.operations.trials(call.study, *form.since);
  std::vector<const Trial*> all;
  for (const Trial& trial : changes.trials) all.push_back(&trial);
  return {text("{\"trials\":", trials_text(all, *call.operations.definition(call.study), form),
               ",\"next\":null,\"total\":", all.size(), ",\"revision\":", changes.revision,
               ",\"space\":", changes.space, "}")};
}

/// Those that were deleted are listed to who names their state or is near, who has always seen them.
bool is_wanted(const Trial& trial, const TrialsForm& form, bool far) {
  if (form.states.empty()) return !far || trial.state != TrialState::Deleted;
  return std::find(form.states.begin(), form.states.end(), trial.state) != form.states.end();
}

VerbAnswer run_trials(const VerbCall& call) {
  const auto form = read_fields<TrialsForm>(call);
  if (form.since) return changed_trials(call, form);
  VerbAnswer answer;
  call.operations.look_at(
      call.study, [&](const Study& study, const std::vector<Trial>& trials, storage::Revision revision) {
        std::vector<const Trial*> found;
        for (const Trial& trial : trials)
          if (is_wanted(trial, form, call.far)) found.push_back(&trial);
        sort_trials(found, form.order);
        const Page page = page_of(form, found.size(), call.far);
        const auto part = std::span(found).subspan(page.begin, page.end - page.begin);
        answer.text = text("{\"trials\":", trials_text(part, study, form), ",\"next\":", page.next.dump(),
                           ",\"total\":", found.size(), ",\"revision\":", revision, "}");
      });
  return answer;
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
                "GET its trials to see which there are");
  return {codec::json_line(codec::to_json(*trial, *call.operations.definition(call.study)))};
}

// --- show

VerbAnswer run_show(const VerbCall& call) {
  read_fields<NoFields>(call);
  VerbAnswer answer;
  const StudyNotes notes = call.operations.notes(call.study);
  call.operations.look_at(call.study,
                          [&](const Study&, const std::vector<Trial>& trials, storage::Revision revision) {
                            const Operations::Stored stored = call.operations.stored(call.study);
                            Json json = codec::show_json(stored.version.study, trials);
                            json["id"] = stored.id;
                            json["revision"] = revision;
                            json["version"] = stored.version.version;
                            json["created"] = codec::iso_time(stored.version.created);
                            json["stopped"] = notes.stopped;
                            json["text"] = notes.text;
                            json["tags"] = notes.tags;
                            answer.text = codec::json_line(json);
                          });
  return answer;
}

}  // namespace

std::vector<Verb> list_verbs() {
  return {
      {"studies",
       {"GET", "/v1/studies", "listStudies"},
       Role::Read,
       Effect::Looks,
       "The studies that the caller may see",
       fields_of<StudiesForm>,
       run_studies},
      {"show",
       {"GET", "/v1/studies/{study}", "getStudy"},
       Role::Read,
       Effect::Looks,
       "Definition, counts and the best trial",
       fields_of<NoFields>,
       run_show},
      {"trials",
       {"GET", "/v1/studies/{study}/trials", "listTrials"},
       Role::Read,
       Effect::Looks,
       "Trials by page, or those that changed",
       fields_of<TrialsForm>,
       run_trials},
      {"trial",
       {"GET", "/v1/studies/{study}/trials/{number}", "getTrial"},
       Role::Read,
       Effect::Looks,
       "One trial",
       fields_of<TrialForm>,
       run_trial},
  };
}

}  // namespace hone::service
