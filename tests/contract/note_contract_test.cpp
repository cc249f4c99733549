// SPDX-License-Identifier: MIT
// What every store promises about notes and tags of people, on trials and on studies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <vector>

#include "contract/stores.hpp"
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

// All notes are read whenever a study or a trial is looked at.
TEST_P(NoteContract, AStudyHasRoomForSome) {
  const std::string words(90'000, 'x');
  for (int i = 0; i < 46; ++i) store->annotate(id, {.note = words});
  EXPECT_EQ(code_of([&] { store->annotate(id, {.note = words}); }), ErrorCode::InvalidArgument);
  EXPECT_EQ(store->annotations(id).notes.size(), 46U);
  store->annotate(id, {.stopped = true});
  EXPECT_TRUE(store->annotations(id).stopped);
}

TEST_P(NoteContract, ATrialHasRoomForSome) {
  Trial done;
  done.configuration = study.space.configuration({Value(0.5)});
  done.state = TrialState::Complete;
  done.values = {3};
  store->insert(id, std::vector<Trial>{done});
  const std::string words(90'000, 'x');
  for (int i = 0; i < 11; ++i) note(0, words);
  EXPECT_EQ(code_of([&] { note(0, words); }), ErrorCode::InvalidArgument);
  EXPECT_EQ(store->trial(id, 0).value().remarks.size(), 11U);
}

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
  const auto lease = store->start(id, 0, std::vector<Proposal>{{study.space.configuration({Value(0.5)}), {}}},
                                  std::vector<Worker>{{"w", 60000}});
  note(0, "watch this one", {{"watch", true}});
  store->report(id, lease->front(), std::vector<Report>{{1, 0.5}});
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
  EXPECT_EQ(store->annotations(id), Annotations{});
  store->annotate(id, {.note = "learning rate was too high", .tags = {{"paper", true}, {"old", true}}});
  store->annotate(id, {.tags = {{"old", false}}});
  store->annotate(other, {.note = "another"});
  const std::vector<StudyNote> notes = store->annotations(id).notes;
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0], (StudyNote{clock.now, "learning rate was too high", {{"paper", true}, {"old", true}}}));
  EXPECT_EQ(notes[1].text, "");
  EXPECT_THAT(store->annotations(id).tags(), ElementsAre("paper"));
  EXPECT_EQ(store->annotations(other).notes.size(), 1u);
  EXPECT_EQ(code_of([&] { store->annotate(id, {}); }), ErrorCode::InvalidArgument);
  EXPECT_EQ(code_of([&] {
              store->annotate(id, {.tags = {{"two words", true}}});
            }),
            ErrorCode::InvalidArgument);
  EXPECT_EQ(code_of([&] { store->annotate(99, {.note = "x"}); }), ErrorCode::NotFound);
  EXPECT_EQ(code_of([&] { store->annotations(99); }), ErrorCode::NotFound);
  EXPECT_EQ(store->annotations(id).notes.size(), 2u);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(NoteContract, AStudyIsStoppedAndDescribedWithoutANote) {
  store->annotate(id, {.note = "first", .tags = {{"paper", true}}});
  store->annotate(id, {.stopped = true});
  store->annotate(id, {.text = "all that we know"});
  Annotations found = store->annotations(id);
  EXPECT_TRUE(found.stopped);
  EXPECT_EQ(found.text, "all that we know");
  EXPECT_EQ(found.notes.size(), 1u);
  store->annotate(id, {.text = "", .stopped = false});
  found = store->annotations(id);
  EXPECT_FALSE(found.stopped);
  EXPECT_EQ(found.text, "");
  EXPECT_THAT(found.tags(), ElementsAre("paper"));
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(NoteContract, AStudyHasAttributesOfAnyValue) {
  const Value folds = Compound::list({std::int64_t{1}, 2.5, Compound()});
  const Value data = Compound::map({{"name", std::string("penguins")}, {"folds", folds}});
  store->annotate(id, {.attributes = {{"data", data}, {"rate", 0.5}, {"nothing", Compound()}}});
  EXPECT_EQ(store->annotations(id).attributes,
            (Attributes{{"data", data}, {"rate", 0.5}, {"nothing", Compound()}}));
  store->annotate(id, {.note = "a note leaves them alone"});
  store->annotate(
      id, {.attributes = {{"rate", std::int64_t{1}}, {"nothing", std::nullopt}, {"never", std::nullopt}}});
  const Annotations found = store->annotations(id);
  EXPECT_EQ(found.attributes, (Attributes{{"data", data}, {"rate", std::int64_t{1}}}));
  EXPECT_EQ(found.notes.size(), 1u);
  EXPECT_EQ(found.damaged, 0);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(NoteContract, AttributesOfAStudyHaveBounds) {
  const auto refused = [&](const AttributeChanges& changes) {
    return code_of([&] { store->annotate(id, {.attributes = changes}); });
  };
  EXPECT_EQ(refused({{"", true}}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({{std::string(201, 'a'), true}}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({{"a", std::string(65537, 'x')}}), ErrorCode::InvalidArgument);
  AttributeChanges many;
  for (int i = 0; i < 1001; ++i) many["a" + std::to_string(i)] = true;
  EXPECT_EQ(refused(many), ErrorCode::InvalidArgument);
  EXPECT_THAT(store->annotations(id).attributes, IsEmpty());
  many.erase("a0");
  store->annotate(id, {.attributes = many});
  EXPECT_EQ(store->annotations(id).attributes.size(), 1000u);
  EXPECT_EQ(refused({{"one more", true}}), ErrorCode::InvalidArgument);
}

TEST_P(NoteContract, WhatWasWrittenGoesWithItsStudy) {
  store->annotate(id, {.note = "first", .text = "words", .stopped = true, .attributes = {{"a", true}}});
  store->enqueue(id, std::vector<Proposal>{{study.space.configuration({Value(0.5)}), {}}}, "k");
  Study renamed = study;
  renamed.name = "renamed";
  keeper().redefine_study(id, renamed);
  EXPECT_EQ(keeper().annotations(id).text, "words");
  EXPECT_EQ(keeper().annotations(id).attributes, (Attributes{{"a", true}}));
  keeper().delete_study(id);
  const StudyId next = store->create_study(study);
  EXPECT_EQ(store->annotations(next), Annotations{});
  EXPECT_EQ(store->enqueue(next, {}, "k"), (Enqueued{0, 0})) << "a key of the study that is gone";
  EXPECT_THAT(keeper().artefacts(), IsEmpty());
}

TEST_P(NoteContract, TwoWhoNoteAtTheSameMomentBothKeepTheirs) {
  std::vector<std::future<void>> writers;
  for (int i = 0; i < 20; ++i)
    writers.push_back(
        std::async(std::launch::async, [&] { store->annotate(id, {.note = "the same words"}); }));
  for (auto& writer : writers) writer.get();
  EXPECT_EQ(store->annotations(id).notes.size(), 20u);
}

// They were artefacts once; those of that kind are now like any other.
TEST_P(NoteContract, AnArtefactIsNoNote) {
  store->put_artefact(test::artefact_draft("study-note", "1-1/1-1", R"({"time":1,"text":"x"})"));
  EXPECT_EQ(store->annotations(id), Annotations{});
}

}  // namespace
}  // namespace hone::storage
