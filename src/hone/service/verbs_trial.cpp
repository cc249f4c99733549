// SPDX-License-Identifier: MIT
// What people do to trials: queue them, cancel them, put them right.
#include <limits>
#include <numeric>

#include "hone/base/text.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/notes_field.hpp"
#include "hone/codec/told_result.hpp"
#include "hone/core/trial_words.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Field;
using codec::MapForm;
namespace shape = codec::shape;

constexpr std::size_t kLongestNote = 100'000;
constexpr std::size_t kLongestKey = 100;

struct NumbersAnswer {
  std::vector<std::int64_t> numbers;
  void declare(MapForm& map) { map.trials("numbers", numbers, "of the trials"); }
};

std::string numbers_from(std::int64_t first, std::size_t count) {
  NumbersAnswer answer{std::vector<std::int64_t>(count)};
  std::iota(answer.numbers.begin(), answer.numbers.end(), first);
  return codec::written(std::move(answer));
}

// --- enqueue

struct EnqueueForm {
  std::shared_ptr<const Study> study = {};
  std::vector<Proposal> proposals = {};
  std::string key = {};

  void declare(MapForm& map) {
    map.needed(
        "points", [] { return shape::list(shape::row()); },
        "settings to try before anything else; what is left out is drawn",
        [&](const Field& list) {
          for (const Field& row : list.items("a list of settings"))
            proposals.push_back({codec::wish_from(row, *study, proposals.size())});
        });
    map.field(
        "notes", [] { return shape::list(shape::map(shape::anything())); },
        "what a sampler wants to remember of each", [&](const Field& list) { read_notes(list); });
    map.text("key", key, kLongestKey, "the same again adds nothing");
  }

  void read_notes(const Field& list) {
    const std::vector<Field> items = list.items("a list of notes");
    if (items.size() != proposals.size())
      list.refuse("there are not as many notes as points", "give one for each");
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!items[i].node().is_null()) proposals[i].notes = codec::notes_in(items[i]);
    }
  }
};

std::string run_enqueue(const VerbCall& call) {
  const EnqueueForm form = read_fields(call, EnqueueForm{.study = call.operations.definition(call.study)});
  const storage::Enqueued added = call.operations.enqueue(call.study, form.proposals, form.key);
  return numbers_from(added.first, static_cast<std::size_t>(added.count));
}

// --- insert

struct InsertForm {
  std::shared_ptr<const Study> study = {};
  std::vector<Trial> trials = {};

  void declare(MapForm& map) {
    map.needed(
        "trials", [] { return shape::list(shape::map(shape::anything())); },
        "as an export has them: params, value, state, ...",
        [&](const Field& list) {
          for (const Field& row : list.items("a list of trials"))
            trials.push_back(codec::trial_from(row, *study));
        });
  }
};

std::string run_insert(const VerbCall& call) {
  const InsertForm form = read_fields(call, InsertForm{.study = call.operations.definition(call.study)});
  const std::int64_t first = form.trials.empty() ? 0 : call.operations.insert(call.study, form.trials);
  return numbers_from(first, form.trials.size());
}

// --- cancel, retry, delete

struct CancelForm {
  std::vector<std::int64_t> numbers = {};
  bool requeue = false;
  void declare(MapForm& map) {
    map.trials("numbers", numbers, "of running trials, whoever runs them");
    map.flag("requeue", requeue, "true: have them run again");
  }
};

std::string run_cancel(const VerbCall& call) {
  const auto form = read_fields<CancelForm>(call);
  call.operations.cancel_for_all(call.study, form.numbers, form.requeue);
  return codec::ok_answer();
}

struct RetryForm {
  std::vector<std::int64_t> numbers = {};
  bool named = false;  // by their numbers
  std::vector<TrialState> states = {};

  void declare(MapForm& map) {
    map.trials("numbers", numbers, named, "of trials that ended without a result");
    map.field(
        "states", [] { return shape::list(shape::words(ended_state_words())); },
        "all that are in one of these; failed and timed_out when nothing is given",
        [&](const Field& list) { read_states(list); });
  }

  void read_states(const Field& list) {
    if (named) list.refuse("there are numbers and states", "keep one of them");
    for (const Field& word : list.items("a list of states")) states.push_back(codec::read_told_state(word));
  }
};

std::string run_retry(const VerbCall& call) {
  auto form = read_fields<RetryForm>(call);
  if (form.states.empty()) form.states = {TrialState::Failed, TrialState::TimedOut};
  return codec::written(NumbersAnswer{form.named ? call.operations.retry(call.study, form.numbers)
                                                 : call.operations.retry(call.study, form.states)});
}

struct DeleteForm {
  std::vector<std::int64_t> numbers = {};
  void declare(MapForm& map) { map.trials("numbers", numbers, "of the trials that are taken out"); }
};

std::string run_delete(const VerbCall& call) {
  call.operations.remove(call.study, read_fields<DeleteForm>(call).numbers);
  return codec::ok_answer();
}

// --- amend, note

struct AmendForm {
  std::int64_t number = 0;
  void declare(MapForm& map) {
    map.trial("number", number, "of the trial");
    map.mention("value", codec::told_value_shape, "its result");
    map.mention("values", shape::anything, "the results of several objectives, in their order or by name");
  }
};

std::string run_amend(const VerbCall& call) {
  const auto form = read_fields<AmendForm>(call);
  const auto study = call.operations.definition(call.study);
  const Field fields(call.fields, codec::request_origin());
  if (call.fields.find("value") == nullptr && call.fields.find("values") == nullptr)
    fields.refuse("an amend needs a number and a value",
                  "give \"value\", or \"values\" of several objectives");
  call.operations.amend(call.study, form.number, codec::read_value_or_values(fields, study->objectives));
  return codec::ok_answer();
}

struct NoteForm {
  std::optional<std::int64_t> number = {};
  std::string note = {};
  TagChanges tags = {};

  void declare(MapForm& map) {
    map.integer("number", number, 0, std::numeric_limits<std::int64_t>::max(),
                "of the trial; on the study without one");
    map.text("note", note, kLongestNote, "what to remember");
    map.field(
        "tags", [] { return shape::map(shape::flag()); }, "true puts a tag on, false takes it off",
        [&](const Field& field) {
          for (const auto& [name, put_on] : field.members("tags by name")) tags[name] = put_on.flag();
        });
  }
};

std::string run_note(const VerbCall& call) {
  auto form = read_fields<NoteForm>(call);
  if (form.number) {
    call.operations.note(call.study, *form.number, std::move(form.note), std::move(form.tags));
  } else {
    call.operations.annotate(call.study, {.note = std::move(form.note), .tags = std::move(form.tags)});
  }
  return codec::ok_answer();
}

}  // namespace

std::vector<Verb> trial_verbs() {
  return {
      verb("enqueue", {"POST", "/v1/studies/{study}:enqueue", "enqueuePoints"}, Role::Work, Effect::Changes,
           "Settings to try first", fields_of<EnqueueForm>, answers::of<NumbersAnswer>, line<run_enqueue>)
          .repeatable(),
      verb("insert", {"POST", "/v1/studies/{study}/trials", "insertTrials"}, Role::Admin, Effect::Changes,
           "Adds trials that ended elsewhere", fields_of<InsertForm>, answers::of<NumbersAnswer>,
           line<run_insert>),
      verb("cancel", {"POST", "/v1/studies/{study}:cancel", "cancelTrials"}, Role::Admin, Effect::Changes,
           "Ends running trials of anybody", fields_of<CancelForm>, answers::ok, line<run_cancel>),
      verb("retry", {"POST", "/v1/studies/{study}:retry", "retryTrials"}, Role::Admin, Effect::Changes,
           "Has trials without a result run again", fields_of<RetryForm>, answers::of<NumbersAnswer>,
           line<run_retry>),
      verb("delete", {"POST", "/v1/studies/{study}:remove", "removeTrials"}, Role::Admin, Effect::Changes,
           "Takes trials out", fields_of<DeleteForm>, answers::ok, line<run_delete>),
      verb("amend", {"POST", "/v1/studies/{study}:amend", "amendTrial"}, Role::Admin, Effect::Changes,
           "Gives a trial another result", fields_of<AmendForm>, answers::ok, line<run_amend>),
      verb("note", {"POST", "/v1/studies/{study}:note", "noteTrial"}, Role::Work, Effect::Notes,
           "Leaves a note or tags in a trial, or on the study", fields_of<NoteForm>, answers::ok,
           line<run_note>),
  };
}

}  // namespace hone::service
