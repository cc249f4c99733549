// SPDX-License-Identifier: MIT
#include "hone/service/retention.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "hone/base/error.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/codec/json.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::service {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Timestamp kLater = 60'000;

class Retention : public ::testing::Test {
 protected:
  static Study study(const std::string& name) {
    return {.name = name, .space = Space({real("x", 0, 1)}), .sampler = {"random"}, .seed = 7};
  }
  /// A study with two complete trials, and what people wrote on it.
  void fill(const std::string& name) {
    operations_.create(study(name));
    for (int i = 0; i < 2; ++i) {
      const auto asked = operations_.ask(name, 1);
      codec::ToldResult told{.number = asked.claims.at(0).lease.number};
      told.values = {0.5 + i};
      operations_.tell(name, {told});
    }
    operations_.annotate(name, {.note = "a note", .tags = {{"paper", true}}, .text = "words"});
  }
  std::string exported(storage::Storage& store, const std::string& name) {
    const auto id = store.find_study(name).value();
    std::string all = codec::to_json(store.current(id).study).dump();
    for (const Trial& trial : store.changes(id, 0).trials) all += codec::to_json(trial, study(name)).dump();
    return all + store.annotations(id).text + store.annotations(id).notes.at(0).text;
  }
  std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const auto& one : operations_.studies()) found.push_back(one.name);
    return found;
  }

  test::TempDir folder_;
  std::string path_ = folder_.file("hone.db");
  std::string archive_ = folder_.file("archive.db");
  Operations operations_{{.open = [this](bool) { return storage::open_sqlite(path_); }}};
};

TEST_F(Retention, AgesSayWhatLastHappenedAndWhatMustStay) {
  fill("done");
  operations_.create(study("running"));
  operations_.ask("running", 1);
  Study learner = study("learner");
  learner.sources = {StudySource{"", "done"}, StudySource{"other.db", "running"}};
  operations_.create(learner);
  const Timestamp now = storage::system_time();
  const auto ages = study_ages(operations_, {}, now + kLater);
  ASSERT_EQ(ages.size(), 3U);
  EXPECT_EQ(ages[0].name, "done");
  EXPECT_EQ(ages[0].trials, 2);
  EXPECT_FALSE(ages[0].running);
  EXPECT_EQ(ages[0].learner, "learner");
  EXPECT_LE(ages[0].changed, now);
  EXPECT_GT(ages[0].changed, now - kLater);
  EXPECT_EQ(ages[1].name, "learner");
  EXPECT_EQ(ages[1].learner, "");
  EXPECT_TRUE(ages[2].running);
  EXPECT_EQ(ages[2].learner, "") << "that of another store is another study";
  EXPECT_EQ(study_ages(operations_, {"done"}, now).size(), 1U);
}

TEST_F(Retention, AStudyMovesIntoTheArchiveAndBack) {
  fill("old");
  fill("stays");
  std::string before;
  {
    const auto store = storage::open_sqlite(path_);
    before = exported(*store, "old");
  }
  const Departure gone = archive_studies(operations_, path_, {"old"}, archive_);
  EXPECT_THAT(gone.deleted, ElementsAre("old"));
  EXPECT_TRUE(gone.kept.empty());
  EXPECT_EQ(gone.copied.trials, 2);
  EXPECT_THAT(names(), ElementsAre("stays"));
  const auto archive = storage::open_sqlite(archive_);
  EXPECT_EQ(exported(*archive, "old"), before);
  const std::vector<std::string> wanted = {"old"};
  catalog::copy_storage(archive_, path_, {}, wanted);
  const auto store = storage::open_sqlite(path_);
  EXPECT_EQ(exported(*store, "old"), before);
  EXPECT_TRUE(store->check().problems.empty());
}

TEST_F(Retention, ASecondDepartureJoinsTheFirst) {
  fill("a");
  fill("b");
  archive_studies(operations_, path_, {"a"}, archive_);
  archive_studies(operations_, path_, {"b"}, archive_);
  EXPECT_EQ(storage::open_sqlite(archive_)->studies().size(), 2U);
  EXPECT_TRUE(names().empty());
}

TEST_F(Retention, NothingIsDeletedWhenTheArchiveCannotTakeAll) {
  fill("a");
  fill("b");
  {
    const auto archive = storage::open_sqlite(archive_);
    archive->create_study(study("b"));
  }
  EXPECT_THAT(test::message_of([&] {
                archive_studies(operations_, path_, {"a", "b"}, archive_);
              }),
              HasSubstr("'b'"));
  EXPECT_THAT(names(), ElementsAre("a", "b"));
  EXPECT_EQ(storage::open_sqlite(archive_)->studies().size(), 1U);
  EXPECT_THAT(test::message_of([&] { archive_studies(operations_, path_, {"a"}, path_); }),
              HasSubstr("both stores are"));
  EXPECT_THAT(
      test::message_of([&] { archive_studies(operations_, path_, {"a"}, "postgresql://x@nowhere/y"); }),
      HasSubstr("not the name of a file"));
  EXPECT_THAT(test::message_of([&] { archive_studies(operations_, path_, {"none"}, archive_); }),
              HasSubstr("'none'"));
  EXPECT_EQ(names().size(), 2U);
}

TEST_F(Retention, ADamagedArchiveKeepsTheStudiesWhereTheyAre) {
  fill("a");
  {
    const auto archive = storage::open_sqlite(archive_);
    archive->create_study(study("earlier"));
  }
  storage::SqliteDatabase(archive_, {})
      .execute("UPDATE studies SET definition = replace(definition, 'random', 'rundom')");
  EXPECT_THAT(test::message_of([&] { archive_studies(operations_, path_, {"a"}, archive_); }),
              HasSubstr("damaged"));
  EXPECT_THAT(names(), ElementsAre("a"));
}

}  // namespace
}  // namespace hone::service
