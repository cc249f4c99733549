// SPDX-License-Identifier: MIT
#include "hone/runner/knowledge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <fstream>

#include "storage/store_support.hpp"
#include "support/throws.hpp"

namespace hone::runner {
namespace {

using test::finished_trial;
using test::svm_study;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names_of(const Knowledge& knowledge) {
  std::vector<std::string> names;
  for (const SourceStudy& source : knowledge.sources) names.push_back(source.name);
  return names;
}

class KnowledgeTest : public ::testing::Test {
 protected:
  KnowledgeTest() {
    for (const char* name : {"svm-a", "svm-b", "tree", "svm-new"}) add_study(*store, name, 2);
  }

  static void add_study(storage::Storage& target, const std::string& name, int trials) {
    const storage::StudyId id = target.create_study(svm_study(name));
    for (int i = 0; i < trials; ++i) target.insert(id, std::vector<Trial>{finished_trial(i, i)});
    target.enqueue(id, test::proposals(trials, 1));
  }

  Knowledge gather(std::vector<Source> sources, const SourceAccess& access = {}) {
    Study study = svm_study("svm-new");
    study.sources = std::move(sources);
    return gather_knowledge(*store, study, access);
  }
  std::string message(std::vector<Source> sources, const SourceAccess& access = {}) {
    return hone::test::message_of([&] { gather(std::move(sources), access); });
  }
  SourceAccess other_store() {
    return {.open_store = [this](const std::string& address) {
      EXPECT_EQ(address, "other.db");
      return storage::open_sqlite(folder.file("other.db"), {.create = false});
    }};
  }

  test::TempDir folder;
  test::HandClock clock;
  std::unique_ptr<storage::Storage> store = storage::open_memory(clock.clock());
};

TEST_F(KnowledgeTest, BringsTheTrialsThatEndedWithSpaceAndObjectives) {
  const Knowledge knowledge = gather({StudySource{"", "svm-a"}});
  ASSERT_EQ(knowledge.sources.size(), 1u);
  const SourceStudy& source = knowledge.sources[0];
  EXPECT_EQ(source.space, svm_study().space);
  EXPECT_EQ(source.objectives, svm_study().objectives);
  ASSERT_EQ(source.trials.size(), 2u) << "the third one waits";
  EXPECT_EQ(source.trials[1].configuration, test::proposal(1).configuration);
  EXPECT_THAT(source.trials[1].values, ElementsAre(1.0));
  EXPECT_EQ(source.revision, 3);
}

TEST_F(KnowledgeTest, PatternsPassOverTheStudyItself) {
  EXPECT_THAT(names_of(gather({StudiesSource{"", "svm-*"}})), ElementsAre("svm-a", "svm-b"));
  EXPECT_THAT(names_of(gather({StudiesSource{"", "*"}})), ElementsAre("svm-a", "svm-b", "tree"));
}

TEST_F(KnowledgeTest, AStudyMeantTwiceComesOnceAndInTheOrderGiven) {
  EXPECT_THAT(names_of(gather({StudySource{"", "tree"}, StudiesSource{"", "*"}, StudySource{"", "svm-b"}})),
              ElementsAre("tree", "svm-a", "svm-b"));
}

TEST_F(KnowledgeTest, APatternWithoutAMatchIsRemarkedOnAndNotAnError) {
  const Knowledge knowledge = gather({StudiesSource{"", "forest-*"}});
  EXPECT_THAT(knowledge.sources, IsEmpty());
  EXPECT_THAT(knowledge.remarks, ElementsAre("no other study matches the source 'forest-*'"));
}

TEST_F(KnowledgeTest, AStudyThatIsNotThereIsAnError) {
  EXPECT_EQ(message({StudySource{"", "tree"}, StudySource{"", "svm-aa"}}),
            "sources #2: there is no study 'svm-aa' in this store (did you "
            "mean 'svm-a'?); `hone studies` lists "
            "those that there are");
}

TEST_F(KnowledgeTest, AStudyIsNeverItsOwnSource) {
  EXPECT_EQ(message({StudySource{"", "svm-new"}}),
            "sources #1: the study 'svm-new' cannot be its own source; remove "
            "it: its own trials are always "
            "used");
}

TEST_F(KnowledgeTest, OtherStoresAreOpenedThroughTheCallback) {
  add_study(*storage::open_sqlite(folder.file("other.db")), "svm-z", 1);
  const Knowledge knowledge =
      gather({StudySource{"other.db", "svm-z"}, StudiesSource{"other.db", "svm-?"}}, other_store());
  EXPECT_THAT(names_of(knowledge), ElementsAre("other.db:svm-z"));
  EXPECT_EQ(message({StudySource{"other.db", "tree"}}, other_store()),
            "sources #1: there is no study 'tree' in other.db; `hone studies` "
            "lists those that there are");
  EXPECT_EQ(message({StudySource{"other.db", "svm-z"}}),
            "sources #1: the store other.db cannot be opened from here; copy "
            "the study into this store, or "
            "export it as csv");
}

TEST_F(KnowledgeTest, ACopyOfTheStoreHoldsTheStudyItselfToo) {
  store = storage::open_sqlite(folder.file("hone.db"), {}, clock.clock());
  add_study(*store, "svm-new", 1);
  add_study(*store, "svm-a", 1);
  store->backup(folder.file("other.db"));
  EXPECT_THAT(names_of(gather({StudiesSource{"other.db", "*"}}, other_store())),
              ElementsAre("other.db:svm-a"));
  EXPECT_EQ(message({StudySource{"other.db", "svm-new"}}, other_store()),
            "sources #1: the study 'svm-new' cannot be its own source; remove "
            "it: its own trials are always "
            "used");
}

TEST_F(KnowledgeTest, AStoreOfTwoNamesBringsItsStudiesOnce) {
  { add_study(*storage::open_sqlite(folder.file("other.db")), "svm-x", 2); }
  const SourceAccess access{.open_store = [this](const std::string&) {
    return storage::open_sqlite(folder.file("other.db"), {.create = false});
  }};
  EXPECT_THAT(names_of(gather({StudySource{"other.db", "svm-x"}, StudySource{"link.db", "svm-x"}}, access)),
              ElementsAre("other.db:svm-x"));
}

TEST_F(KnowledgeTest, SourcesOfOneNameAreToldApart) {
  const RowsSource rows{"svm-a", {{{{"C", 5.0}}, 0.25}}};
  EXPECT_THAT(names_of(gather({StudySource{"", "svm-a"}, rows, rows})),
              ElementsAre("svm-a", "svm-a #2", "svm-a #3"));
}

TEST_F(KnowledgeTest, APipeIsNoTable) {
  ASSERT_EQ(::mkfifo(folder.file("pipe.csv").c_str(), 0600), 0);
  EXPECT_THAT(message({TableSource{folder.file("pipe.csv")}}), ::testing::HasSubstr("not a plain file"));
}

TEST_F(KnowledgeTest, TablesAndRowsAreReadForTheStudy) {
  std::ofstream(folder.file("old.csv")) << "C,value\n10,0.5\n";
  const Knowledge knowledge =
      gather({TableSource{folder.file("old.csv")}, RowsSource{"mine", {{{{"C", 5.0}}, 0.25}}}});
  EXPECT_THAT(names_of(knowledge), ElementsAre(folder.file("old.csv"), "mine"));
  EXPECT_EQ(knowledge.sources[0].trials.size(), 1u);
  EXPECT_EQ(message({TableSource{"none.csv"}}),
            "sources #1: there is no file none.csv; check the name and the folder");
  const SourceAccess closed{.read_file = [](const std::string&) -> std::string {
    throw Error(ErrorCode::InvalidArgument, "files cannot be read here", "send the rows");
  }};
  EXPECT_EQ(message({TableSource{folder.file("old.csv")}}, closed),
            "sources #1: files cannot be read here; send the rows");
}

TEST_F(KnowledgeTest, WhatIsGoneSinceTheStudyNamedItIsLeftOut) {
  const std::vector<Source> named = {StudySource{"", "svm-a"}, StudySource{"", "tree"},
                                     TableSource{"gone.csv"}};
  Study study = svm_study("svm-new");
  study.sources = named;
  store->redefine_study(*store->find_study("svm-new"), study);
  store->delete_study(*store->find_study("tree"));
  const Knowledge knowledge = gather(named);
  EXPECT_THAT(names_of(knowledge), ElementsAre("svm-a"));
  ASSERT_EQ(knowledge.unread.size(), 2u);
  EXPECT_EQ(knowledge.unread[0].name, "tree");
  EXPECT_EQ(knowledge.unread[0].reason,
            "there is no study 'tree' in this store; `hone studies` lists those that there are");
  EXPECT_EQ(knowledge.unread[1].name, "gone.csv");
  EXPECT_NE(message({StudySource{"", "svm-a"}, StudySource{"", "tre"}}), "") << "a new one is an error";
}

TEST_F(KnowledgeTest, WhoOnlyLooksIsToldWhatCannotBeRead) {
  Study study = svm_study("svm-new");
  study.sources = {StudySource{"other.db", "a"}, StudySource{"", "svm-new"}, StudySource{"", "svm-b"}};
  const Knowledge knowledge = gather_knowledge(*store, study, {}, OnUnread::LeaveOut);
  EXPECT_THAT(names_of(knowledge), ElementsAre("svm-b"));
  ASSERT_EQ(knowledge.unread.size(), 2u);
  EXPECT_EQ(knowledge.unread[0].name, "other.db:a");
  EXPECT_EQ(knowledge.unread[1].name, "svm-new");
}

TEST_F(KnowledgeTest, IsTheInputOfASampler) {
  store->put_artefact(test::artefact_draft("base-model", "svm-a", "abc"));
  const Study study = svm_study("svm-new");
  const Knowledge knowledge = gather({StudySource{"", "svm-a"}});
  const SamplerInput input = knowledge.input(study);
  EXPECT_EQ(&input.study, &study);
  EXPECT_EQ(input.sources.size(), 1u);
  EXPECT_EQ(input.artefacts->find({"base-model", "svm-a"})->bytes, "abc");
  EXPECT_EQ(input.artefacts->list("base-model").size(), 1u);
  EXPECT_EQ(input.artefacts->find({"base-model", "tree"}), std::nullopt);
}

}  // namespace
}  // namespace hone::runner
