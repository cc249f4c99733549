// SPDX-License-Identifier: MIT
#include "hone/storage/migrations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>

#include "hone/storage/sqlite_database.hpp"
#include "storage/children.hpp"
#include "storage/fault_vfs.hpp"
#include "storage/store_support.hpp"
#include "support/data.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Migrations : public ::testing::Test {
 protected:
  Migrations() {
    std::filesystem::copy_file(hone::test::data("storage/fixtures/version1.sqlite"), path);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }

  int stored_version() {
    SqliteDatabase database(path, {});
    return schema_version(database);
  }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
};

TEST_F(Migrations, AStoreOfVersion1KeepsItsTrials) {
  const auto store = open_sqlite(path);
  const std::vector<Trial> trials = store->changes(1, 0).trials;
  ASSERT_EQ(trials.size(), 7u);
  EXPECT_EQ(trials[0].configuration.real("C"), 10.0);
  EXPECT_EQ(trials[0].configuration.integer("degree"), 3);
  EXPECT_THAT(trials[0].values, ElementsAre(0.5));
  EXPECT_THAT(trials[0].reports, ElementsAre(Report{1, 0.75}, Report{2, 0.5}));
  EXPECT_EQ(trials[0].attributes, (Attributes{{"gpu", true}}));
  EXPECT_EQ(trials[0].notes, (Notes{{"rank", std::int64_t{0}}}));
  EXPECT_EQ(trials[1].attempt, 2);
  EXPECT_EQ(trials[1].worker, "host-2");
  EXPECT_EQ(trials[2].error, "exit code 1");
  EXPECT_EQ(trials[3].state, TrialState::TimedOut);
  EXPECT_EQ(trials[3].finished, 2700);
  ASSERT_EQ(trials[4].reports.size(), 1u);
  EXPECT_TRUE(std::isnan(trials[4].reports[0].value));
  EXPECT_EQ(trials[5].state, TrialState::Running);
  EXPECT_EQ(trials[6].state, TrialState::Waiting);
}

TEST_F(Migrations, AStoreOfVersion1GetsItsCountsAndBestValues) {
  const auto store = open_sqlite(path);
  const std::vector<StudySummary> studies = store->studies();
  ASSERT_EQ(studies.size(), 3u);
  EXPECT_EQ(studies[0].trials, 7);
  EXPECT_EQ(studies[0].complete, 2);
  EXPECT_EQ(studies[0].failed, 2);
  EXPECT_EQ(studies[0].running, 1);
  EXPECT_EQ(studies[0].waiting, 1);
  EXPECT_EQ(studies[0].best, 0.25);
  EXPECT_EQ(studies[1].best, 4.0) << "the score is maximised";
  EXPECT_EQ(studies[2].best, std::nullopt) << "two objectives have no best value";
  EXPECT_THAT(store->check().problems, IsEmpty());
  EXPECT_EQ(store->check().schema_version, latest_schema());
}

TEST_F(Migrations, WorkGoesOnInAStoreThatWasBroughtUpToDate) {
  const auto store = open_sqlite(path);
  test::finish_one(*store, 1, {5, 1}, 0.125);
  EXPECT_EQ(store->claim_waiting(1, {"w", 1000})->trial.number, 6);
  EXPECT_EQ(store->studies().at(0).best, 0.125);
  EXPECT_EQ(store->create_study(test::svm_study("new")), 4);
}

TEST_F(Migrations, AnOldStoreIsRefusedWhenItShallNotBeChanged) {
  std::string message;
  EXPECT_EQ(code_of([&] { open_sqlite(path, {.migrate = false}); }, &message), ErrorCode::StorageFailed);
  EXPECT_THAT(message, HasSubstr("schema version 1"));
  EXPECT_THAT(message, HasSubstr("hone db migrate"));
  EXPECT_EQ(stored_version(), 1);
}

TEST_F(Migrations, AStoreOfALaterProgramIsRefused) {
  {
    SqliteDatabase database(path, {});
    database.execute("UPDATE hone_meta SET value = 99 WHERE name = 'schema_version'");
  }
  std::string message;
  EXPECT_EQ(code_of([&] { open_sqlite(path); }, &message), ErrorCode::StorageFailed);
  EXPECT_THAT(message, HasSubstr("a later hone"));
  EXPECT_THAT(message, HasSubstr("99"));
  EXPECT_EQ(stored_version(), 99);
}

TEST_F(Migrations, AStoreWithoutAVersionIsRefused) {
  {
    SqliteDatabase database(path, {});
    database.execute("DELETE FROM hone_meta WHERE name = 'schema_version'");
  }
  EXPECT_EQ(code_of([&] { open_sqlite(path); }), ErrorCode::StorageCorrupt);
}

TEST_F(Migrations, AnInterruptedMigrationLeavesTheOldVersion) {
  test::FaultVfs disk;
  for (int after = 0;; ++after) {
    disk.fail(test::FaultVfs::Call::Write, after, SQLITE_FULL);
    const auto code = code_of([&] { open_sqlite(path); });
    if (!disk.heal()) break;
    if (code) {
      EXPECT_EQ(code, ErrorCode::StorageFull);
      EXPECT_EQ(stored_version(), 1) << "failure after " << after << " writes";
    }
  }
  EXPECT_EQ(stored_version(), latest_schema());
  EXPECT_THAT(open_sqlite(path)->check().problems, IsEmpty());
}

TEST_F(Migrations, SeveralProcessesMayBringTheSameStoreUpToDate) {
  const int failed =
      test::in_children(6, [&](int) { return open_sqlite(path)->studies().size() == 3 ? 0 : 1; });
  EXPECT_EQ(failed, 0);
  EXPECT_THAT(open_sqlite(path)->check().problems, IsEmpty());
}

// What hebo wrote before notes could hold lists must still lead its next fit.
TEST(OldStore, OfVersion2KeepsItsTrialsAndTakesArtefacts) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  std::filesystem::copy_file(hone::test::data("storage/fixtures/version2.sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  std::string message;
  EXPECT_EQ(code_of([&] { open_sqlite(path, {.migrate = false}); }, &message), ErrorCode::StorageFailed);
  EXPECT_THAT(message, HasSubstr("schema version 2"));
  const auto store = open_sqlite(path);
  EXPECT_EQ(store->changes(1, 0).trials.size(), 7u);
  EXPECT_EQ(store->studies().at(0).best, 0.25);
  const Trial trial = store->trial(4, 1).value();
  EXPECT_EQ(trial.notes,
            (Notes{{"model.cold", std::int64_t{1}}, {"model.theta", "0.1 -0.3333333333333333 5e-324"}}));
  EXPECT_EQ(store->current(4).study.sources.size(), 1u);
  EXPECT_THAT(store->artefacts(), IsEmpty());
  store->put_artefact(test::artefact_draft("k", "n", "abc"));
  EXPECT_EQ(store->artefact({"k", "n"})->bytes, "abc");
  EXPECT_THAT(store->check().problems, IsEmpty());
  EXPECT_EQ(store->check().schema_version, latest_schema());
}

TEST(OldStore, OfVersion3IsSealed) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  std::filesystem::copy_file(hone::test::data("storage/fixtures/version3.sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  const auto store = open_sqlite(path);
  EXPECT_EQ(store->changes(1, 0).trials.size(), 7u);
  EXPECT_EQ(store->trial(4, 0)->notes, (Notes{{"model.theta", std::vector{0.1, -0.25}}}));
  EXPECT_EQ(store->artefact({"model", "svm"})->bytes, "abc");
  EXPECT_THAT(store->check().problems, IsEmpty());
  SqliteDatabase(path, {}).execute(
      "UPDATE trials SET objective_values = '[0.4]' WHERE study_id = 1 AND number = 0");
  EXPECT_EQ(code_of([&] { store->changes(1, 0); }), ErrorCode::StorageCorrupt);
}

TEST(OldStore, OfVersion4KeepsItsSealsAndCanBeCorrected) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  std::filesystem::copy_file(hone::test::data("storage/fixtures/version4.sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  const auto store = open_sqlite(path);
  EXPECT_THAT(store->check().problems, IsEmpty());
  EXPECT_EQ(store->check().schema_version, latest_schema());
  EXPECT_EQ(store->changes(1, 0).trials.size(), 7u);
  EXPECT_EQ(store->trial(1, 2)->error, "exit code 1");
  EXPECT_THAT(store->trial(1, 2)->remarks, IsEmpty());
  EXPECT_EQ(store->studies().at(0).deleted, 0);
  store->correct(1, std::vector<Correction>{{.number = 2, .kind = Correction::Kind::Retry},
                                            {.number = 1, .kind = Correction::Kind::Delete}});
  EXPECT_EQ(store->trial(1, 2)->remarks.at(0).text, "was failed (exit code 1); queued again");
  EXPECT_EQ(store->studies().at(0).best, 0.5);
  EXPECT_THAT(store->check().problems, IsEmpty());
}

// What was damaged before a migration must not be sealed by it.
TEST(OldStore, OfVersion4DoesNotGetItsDamageSealed) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  std::filesystem::copy_file(hone::test::data("storage/fixtures/version4.sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  SqliteDatabase(path, {}).execute(
      "UPDATE trials SET error = 'exit code 2' WHERE study_id = 1 AND number = 2");
  const auto store = open_sqlite(path);
  EXPECT_EQ(code_of([&] { store->trial(1, 2); }), ErrorCode::StorageCorrupt);
  EXPECT_EQ(store->check().problems.size(), 1u);
}

TEST(OldStore, StopsAProgramOfVersion4ThatHasItOpen) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  std::filesystem::copy_file(hone::test::data("storage/fixtures/version4.sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  SqliteDatabase earlier(path, {});
  Query(earlier, "SELECT error FROM trials WHERE number = 5").run();
  const auto store = open_sqlite(path);
  const std::string finish = "UPDATE trials SET status = 'failed', error = 'x' WHERE number = 5";
  EXPECT_EQ(code_of([&] { Query(earlier, finish).run(); }), ErrorCode::StorageFailed);
}

// A program of version 3 that still has the file open must not change trials without sealing them.
TEST(OldStore, StopsAnEarlierProgramThatHasItOpen) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  std::filesystem::copy_file(hone::test::data("storage/fixtures/version3.sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  SqliteDatabase earlier(path, {});
  const std::string finish =
      "UPDATE trials SET state = 'complete', objective_values = '[1.0]' WHERE number = 5";
  Query(earlier, "SELECT state FROM trials WHERE number = 5").run();
  const auto store = open_sqlite(path);
  EXPECT_EQ(code_of([&] { Query(earlier, finish).run(); }), ErrorCode::StorageFailed);
  EXPECT_THAT(store->check().problems, IsEmpty());
}

TEST(OldStore, OfVersion4GetsVersionsOfItsDefinitionsAndKeepsItsSeals) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  std::filesystem::copy_file(hone::test::data("storage/fixtures/version4_space.sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  const auto store = open_sqlite(path);
  EXPECT_THAT(store->check().problems, IsEmpty()) << "no seal had to be made anew";
  const StudyId id = store->find_study("sealed").value();
  const auto versions = store->versions(id);
  ASSERT_EQ(versions.size(), 1u);
  EXPECT_EQ(versions[0].study, store->current(id).study);
  EXPECT_EQ(versions[0].created, store->studies().back().created);
  Study narrowed = store->current(id).study;
  narrowed.space =
      Space({real("C", 5, 100, Scale::Log), narrowed.space.parameters()[1], narrowed.space.parameters()[2]});
  narrowed.enqueue.clear();
  EXPECT_EQ(store->redefine_study(id, narrowed, 1), 2);
  const std::vector<Trial> trials = store->changes(id, 0).trials;
  EXPECT_EQ(trials[0].state, TrialState::Failed) << "C = 2 waited";
  EXPECT_TRUE(fits(trials[1]));
  EXPECT_EQ(trials[2].outside, "C is 500, outside 5 to 100 (log)");
  EXPECT_EQ(store->studies().back().best, 0.5);
  store->correct(id,
                 std::vector<Correction>{{.number = 2, .kind = Correction::Kind::Delete},
                                         {.number = 1, .kind = Correction::Kind::Amend, .values = {0.75}}});
  EXPECT_EQ(store->studies().back().best, 0.75);
  EXPECT_EQ(store->trial(id, 1)->remarks.at(0).text, "was complete with 0.5; amended to 0.75");
  EXPECT_THAT(store->check().problems, IsEmpty());
}

// A damaged trial must not be sealed as if it were sound.
TEST(OldStore, OfVersion4KeepsItsDamage) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  std::filesystem::copy_file(hone::test::data("storage/fixtures/version4_space.sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  SqliteDatabase(path, {}).execute(
      "UPDATE trials SET params = '{\"C\":11.0}' WHERE study_id = 5 AND number = 1");
  EXPECT_EQ(code_of([&] { open_sqlite(path)->changes(5, 0); }), ErrorCode::StorageCorrupt);
}

// A program of version 4 would read settings of one space in another.
TEST(OldStore, OfVersion4StopsAnEarlierProgramThatHasItOpen) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  std::filesystem::copy_file(hone::test::data("storage/fixtures/version4_space.sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  SqliteDatabase earlier(path, {});
  Query(earlier, "SELECT params FROM trials WHERE number = 1").run();
  open_sqlite(path);
  EXPECT_EQ(code_of([&] { Query(earlier, "SELECT params FROM trials WHERE number = 2").run(); }),
            ErrorCode::StorageFailed);
}

std::string version6_in(const test::TempDir& folder) {
  const std::string path = folder.file("hone.db");
  std::filesystem::copy_file(hone::test::data("storage/fixtures/version6.sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

TEST(OldStore, OfVersion6HasWhatPeopleWroteInTablesOfItsOwn) {
  const test::TempDir folder;
  const auto store = open_sqlite(version6_in(folder));
  EXPECT_THAT(store->check().problems, IsEmpty());
  EXPECT_EQ(store->check().schema_version, latest_schema());
  const Annotations noted = store->annotations(1);
  ASSERT_EQ(noted.notes.size(), 4u);
  EXPECT_EQ(noted.notes[0].text, "learning rate was too high");
  EXPECT_EQ(noted.notes[0].tags, (TagChanges{{"old", true}, {"paper", true}}));
  EXPECT_EQ(noted.notes[0].time, 1794997090719);
  EXPECT_EQ(noted.notes[2].text, "the fan was loud");
  EXPECT_EQ(noted.text, "all that we know");
  EXPECT_TRUE(noted.stopped);
  EXPECT_EQ(store->annotations(2), (Annotations{.text = "plain words"}));
  EXPECT_EQ(store->enqueue(1, {}, "k1"), (Enqueued{0, 2})) << "was enqueued before";
  EXPECT_EQ(store->enqueue(1, {}, "k2"), (Enqueued{2, 1}));
  EXPECT_EQ(store->enqueue(2, {}, "k1"), (Enqueued{0, 2}));
  EXPECT_EQ(store->enqueue(2, {}, "k2"), (Enqueued{2, 0})) << "a new one";
  ASSERT_EQ(store->artefacts().size(), 1u) << "nor is anything left of the study that was deleted";
  EXPECT_EQ(store->artefact({"model", "m"})->bytes, "abc");
}

// The rest can be used; a check goes on naming what cannot.
TEST(OldStore, OfVersion6KeepsWhatIsDamagedWhereItIs) {
  const test::TempDir folder;
  const std::string path = version6_in(folder);
  SqliteDatabase(path, {}).execute(
      "UPDATE artefacts SET bytes = x'7b7d' WHERE version IN (1, 8, 11);"  // a note, a mark and a key
      "UPDATE artefacts SET bytes = x'61', size = 1, hash = "
      "'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb' WHERE version = 9");
  const auto store = open_sqlite(path);
  EXPECT_EQ(store->annotations(1).notes.size(), 3u);
  EXPECT_FALSE(store->annotations(1).stopped);
  EXPECT_EQ(store->annotations(2), Annotations{});
  EXPECT_EQ(store->enqueue(1, {}, "k1").count, 0);
  EXPECT_EQ(store->check().problems.size(), 4u)
      << "one of them has the bytes that were put, which are no note";
  EXPECT_EQ(store->artefacts().size(), 5u);
}

TEST(OldStore, OfVersion6StopsAnEarlierProgramThatHasItOpen) {
  const test::TempDir folder;
  const std::string path = version6_in(folder);
  SqliteDatabase earlier(path, {});
  const std::string find = "SELECT maker FROM artefacts WHERE kind = 'service-enqueue'";
  Query(earlier, find).run();
  open_sqlite(path);
  EXPECT_EQ(code_of([&] { Query(earlier, find).run(); }), ErrorCode::StorageFailed);
}

TEST(NewStore, IsOfTheLatestVersion) {
  const test::TempDir folder;
  EXPECT_EQ(open_sqlite(folder.file("hone.db"))->check().schema_version, latest_schema());
}

// From here on values may be null, lists and maps, and studies have attributes.
TEST(OldStore, OfVersion7ReadsAsBeforeAndTakesAttributes) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  std::filesystem::copy_file(hone::test::data("storage/fixtures/version7.sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  const auto store = open_sqlite(path);
  EXPECT_EQ(store->check().schema_version, latest_schema());
  EXPECT_THAT(store->check().problems, IsEmpty());
  const std::vector<Trial> trials = store->changes(1, 0).trials;
  ASSERT_EQ(trials.size(), 3u);
  EXPECT_EQ(to_text(trials[0].configuration), "C=10 kernel=poly degree=3");
  EXPECT_EQ(trials[0].attributes.at("gpu"), Value(true));
  EXPECT_TRUE(std::isnan(std::get<double>(trials[0].attributes.at("loss"))));
  EXPECT_THAT(trials[0].reports, ElementsAre(Report{1, 0.75}));
  EXPECT_EQ(trials[1].error, "exit code 1");
  EXPECT_EQ(trials[2].state, TrialState::Waiting);
  EXPECT_EQ(store->annotations(1).notes.at(0).text, "the first study");
  EXPECT_THAT(store->annotations(1).attributes, IsEmpty());
  store->annotate(1, {.attributes = {{"folds", Compound::list({std::int64_t{1}})}}});
  EXPECT_EQ(to_text(store->annotations(1).attributes.at("folds")), "[1]");
  EXPECT_THAT(store->check().problems, IsEmpty());
}

}  // namespace
}  // namespace hone::storage
