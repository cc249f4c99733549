// SPDX-License-Identifier: MIT
// What every store promises about notes and tags of people, on trials and on studies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "contract/stores.hpp"
#include "hone/storage/study_notes.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class NoteContract : public test::StoreTest {
 protected:
  NoteContract() { id = store->create_study(study); }

  void note(std::int64_t number, const std::string& words, const TagChanges& tags = {}) {
    store->correct(id, std::vector<Correction>{
                           {.number = number, .kind = Correction::Kind::Note, .note = words, .tags = tags}});
  }

  /// Where what only the store itself does is done.
  Storage& keeper() { return place.keeper(*store); }

  test::StorePlace place{GetParam()};
  test::HandClock clock;
  std::unique_ptr<Storage> store = place.open(clock.clock());
  const Study study{.name = "s", .space = Space({real("x", 0, 1)})};
  StudyId id = 0;
};

INSTANTIATE_TEST_SUITE_P(Stores, NoteContract, test::store_kinds(),
                         [](const auto& stored) { return std::string(stored.param); });

TEST_P(NoteContract, ATrialStaysWhatItIs) {
  Trial done;
  done.configuration = study.space.configuration({Value(0.5)});
  done.state = TrialState::Complete;
  done.values = {3};
  done.attributes = {{"epochs", Value(std::int64_t{7})}};
  store->insert(id, std::vector<Trial>{done});
  const Trial before = store->trial(id, 0).value();
  clock.now += 5;
  note(0, "the fan was loud", {{"slow", true}});
  Trial expected = before;
  expected.remarks = {{clock.now, "tagged slow; note: the fan was loud"}};
  expected.attributes["tag.slow"] = true;
  EXPECT_EQ(store->trial(id, 0), expected);
  EXPECT_EQ(store->studies().at(0).best, 3);
  EXPECT_EQ(store->changes(id, 0).trials, std::vector<Trial>{expected});
  note(0, "", {{"slow", false}});
  EXPECT_EQ(store->trial(id, 0)->attributes, before.attributes);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(NoteContract, ARunningTrialIsStillHeldAndKeepsWhatWasNoted) {
  const auto lease =
      store->start(id, 0, std::vector<Proposal>{{study.space.configuration({Value(0.5)}), {}}}, {"w", 60000});
  note(0, "watch this one", {{"watch", true}});
  store->report(id, lease->front(), Report{1, 0.5});
  store->finish(id, std::vector<Outcome>{{.lease = lease->front(), .values = {1.0}}});
  const Trial trial = store->trial(id, 0).value();
  EXPECT_EQ(trial.state, TrialState::Complete);
  EXPECT_THAT(hone::tags_of(trial.attributes), ElementsAre("watch"));
  EXPECT_THAT(notes_among(trial.remarks), ElementsAre("watch this one"));
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(NoteContract, NothingToNoteAndBadTagsAreRefused) {
  store->enqueue(id, std::vector<Proposal>{{study.space.configuration({Value(0.5)}), {}}});
  EXPECT_EQ(code_of([&] { note(0, ""); }), ErrorCode::InvalidArgument);
  EXPECT_EQ(code_of([&] { note(0, "", {{"two words", true}}); }), ErrorCode::InvalidArgument);
  EXPECT_EQ(code_of([&] { note(1, "x"); }), ErrorCode::NotFound);
  EXPECT_THAT(store->trial(id, 0)->remarks, IsEmpty());
}

TEST_P(NoteContract, AStudyHasNotesAndTagsOfItsOwn) {
  const StudyId other = store->create_study({.name = "t", .space = study.space});
  add_note(*store, id, "learning rate was too high", {{"paper", true}, {"old", true}});
  add_note(*store, id, "", {{"old", false}});
  add_note(*store, other, "another", {});
  const std::vector<StudyNote> notes = notes_of(*store, id);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0].text, "learning rate was too high");
  EXPECT_GT(notes[0].time, 0);
  EXPECT_THAT(tags_of(notes), ElementsAre("paper"));
  EXPECT_EQ(notes_of(*store, other).size(), 1u);
  EXPECT_EQ(code_of([&] { add_note(*store, id, "", {}); }), ErrorCode::InvalidArgument);
  forget_notes(*store, id);
  EXPECT_THAT(notes_of(*store, id), IsEmpty());
  EXPECT_EQ(notes_of(*store, other).size(), 1u);
}

TEST_P(NoteContract, TwoWhoNoteAtTheSameMomentBothKeepTheirs) {
  for (int i = 0; i < 20; ++i) add_note(*store, id, "the same words", {});
  EXPECT_EQ(notes_of(*store, id).size(), 20u);
}

}  // namespace
}  // namespace hone::storage
