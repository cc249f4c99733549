// SPDX-License-Identifier: MIT
// The list of studies on a damaged store: right, or refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kPageBytes = 512;

std::vector<std::string> words_of(const std::vector<StudySummary>& studies) {
  std::vector<std::string> words;
  for (const StudySummary& one : studies) {
    std::string& line = words.emplace_back(text(one.id, " ", one.name, " ", one.sampler, " ", one.created));
    for (const Objective& objective : one.objectives)
      line += text(" ", objective.name, " ", to_text(objective.direction));
    line += text(" ", one.trials, " ", one.complete, " ", one.failed, " ", one.running, " ", one.waiting, " ",
                 one.deleted, " ", one.best ? text(*one.best) : "none");
  }
  return words;
}

class StudyList : public ::testing::Test {
 protected:
  StudyList() {
    const auto store = open();
    for (const char* name : {"svm", "forest", "net"}) {
      Study study = test::svm_study();
      study.name = name;
      const StudyId id = store->create_study(study);
      std::vector<Trial> trials;
      for (int i = 0; i < 3 + static_cast<int>(id); ++i) trials.push_back(test::finished_trial(i, i));
      store->insert(id, trials);
      store->enqueue(id, test::proposals(20, 1));
    }
  }
  std::unique_ptr<Storage> open() const {
    return open_sqlite(path, {}, [] { return Timestamp{1'000'000}; });
  }

  void damage(const std::string& sql) {
    SqliteDatabase(path, {}).execute("PRAGMA foreign_keys = OFF; " + sql);
  }
  void expect_refused(const std::string& words) {
    std::string message;
    EXPECT_EQ(test::code_of([&] { open()->studies(); }, &message), ErrorCode::StorageCorrupt);
    EXPECT_THAT(message, HasSubstr(words));
    EXPECT_THAT(message, HasSubstr("`hone db check"));
  }

  test::TempDir folder{test::quick_folder()};
  std::string path = folder.file("hone.db");
};

TEST_F(StudyList, MissesAStudyThatIsHidden) {
  damage("DELETE FROM progress WHERE study_id = 2");
  expect_refused("the counts of study 2 are missing");
}

TEST_F(StudyList, MissesTrialsThatAreHidden) {
  damage("DELETE FROM trials WHERE study_id = 3 AND number = 6");
  expect_refused("study 3 counts 7 trials, but 6 can be read");
}

TEST_F(StudyList, SeesCountsThatCannotBe) {
  damage("UPDATE progress SET complete = 60 WHERE study_id = 1");
  expect_refused("the counts of study 1 contradict each other");
}

TEST_F(StudyList, ComparesWithTheDefinition) {
  damage("UPDATE objectives SET direction = 'maximize' WHERE study_id = 1");
  expect_refused("is not what its definition says");
}

TEST_F(StudyList, MissesAnObjective) {
  damage("DELETE FROM objectives WHERE study_id = 2");
  expect_refused("the objectives of study 2 cannot be found");
}

TEST_F(StudyList, SeesADefinitionThatWasNotSealed) {
  damage("UPDATE studies SET created = 7 WHERE id = 2");
  expect_refused("it is not what was stored under its seal");
}

TEST_F(StudyList, FollowsWhatChanges) {
  const auto store = open();
  EXPECT_EQ(store->studies().at(1).name, "forest");
  Study renamed = store->current(2).study;
  renamed.name = "trees";
  store->redefine_study(2, renamed);
  EXPECT_EQ(store->studies().at(1).name, "trees");
  store->delete_study(1);
  EXPECT_EQ(store->studies().size(), 2U);
  EXPECT_EQ(store->studies().at(0).name, "trees");
}

/// A file of small pages, of which one at a time is overwritten by another.
class OverwrittenPage : public StudyList {
 protected:
  void SetUp() override {
    sqlite3* raw = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &raw), SQLITE_OK);
    const std::string smaller =
        text("PRAGMA journal_mode = DELETE; PRAGMA page_size = ", kPageBytes, "; VACUUM");
    ASSERT_EQ(sqlite3_exec(raw, smaller.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(raw, "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(raw);
    std::ifstream in(path, std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(in), {});
    ASSERT_GT(whole.size(), 20 * kPageBytes);
  }
  void put(const std::string& bytes) const {
    for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(path + suffix);
    std::ofstream(path, std::ios::binary) << bytes;
  }
  std::string overwritten(std::size_t page, std::size_t by) const {
    std::string bytes = whole;
    return bytes.replace(page * kPageBytes, kPageBytes, whole, by * kPageBytes, kPageBytes);
  }
  std::optional<std::vector<std::string>> listed(const std::string& bytes) const {
    put(bytes);
    try {
      return words_of(open()->studies());
    } catch (const Error&) {
      return std::nullopt;
    }
  }
  bool is_sound(const std::string& bytes) const {
    put(bytes);
    try {
      return open()->check().problems.empty();
    } catch (const Error&) {
      return false;
    }
  }
  std::string whole;
};

TEST_F(OverwrittenPage, GivesTheRightListOrNone) {
  const auto truth = listed(whole);
  ASSERT_TRUE(truth);
  const std::size_t pages = whole.size() / kPageBytes;
  int refused = 0;
  for (std::size_t page = 1; page < pages; ++page) {
    for (std::size_t by = 1; by < pages; ++by) {
      if (by == page) continue;
      const std::string damaged = overwritten(page, by);
      const auto found = listed(damaged);
      refused += found ? 0 : 1;
      if (!found || found == truth) continue;
      EXPECT_TRUE(is_sound(damaged)) << "page " << page << " overwritten by " << by << ": "
                                     << ::testing::PrintToString(*found);
    }
  }
  EXPECT_GT(refused, static_cast<int>(pages));
}

}  // namespace
}  // namespace hone::storage
