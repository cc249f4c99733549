// SPDX-License-Identifier: MIT
#include "hone/service/study_list.hpp"

#include <gtest/gtest.h>

#include <map>

#include "hone/storage/sqlite_storage.hpp"
#include "support/hooked_storage.hpp"
#include "support/temp_dir.hpp"

namespace hone::service {
namespace {

Study named(const std::string& name) {
  return {.name = name, .space = Space({real("x", 0, 1)}), .sampler = {"random"}, .seed = 1};
}

std::vector<std::string> names_in(const StudyList::Marks& marks) {
  std::vector<std::string> names;
  for (const auto& mark : marks) names.push_back(mark.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(StudyList, LooksOnlyAtWhatHasChanged) {
  const test::TempDir folder;
  const auto file = [&] { return storage::open_sqlite(folder.file("hone.db")); };
  const auto store = file();
  const auto other = file();
  const storage::StudyId a = store->create_study(named("a"));
  const storage::StudyId b = store->create_study(named("b"));
  StudyList list([&]() -> storage::Storage& { return *store; });
  const auto first = list.studies();
  EXPECT_EQ(names_in(*first), (Names{"a", "b"}));
  EXPECT_EQ(list.studies(), first) << "nothing has changed";
  const auto lines = list.entries(*first);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[1].find("\"name\":\"b\""), std::string::npos);
  other->annotate(b, {.stopped = true});  // by another process
  const auto second = list.studies();
  EXPECT_NE(second, first);
  EXPECT_EQ((*second)[0], (*first)[0]);
  EXPECT_NE((*second)[1], (*first)[1]);
  EXPECT_NE(list.entries(*second)[1].find("\"stopped\":true"), std::string::npos);
  EXPECT_EQ(list.entries(*second)[0], lines[0]);
  store->delete_study(a);
  EXPECT_EQ(names_in(*list.studies()), Names{"b"});
  EXPECT_EQ(list.entries(*second).size(), 1U) << "what is gone is left out";
}

// A store that says nothing of changes is looked at as a whole, and changes are found all the same.
TEST(StudyList, NeedsNoMarks) {
  const auto memory = storage::open_memory();
  storage::Storage& store = *memory;
  const storage::StudyId id = store.create_study(named("a"));
  StudyList list([&]() -> storage::Storage& { return store; });
  const auto first = list.studies();
  EXPECT_EQ(list.studies(), first);
  store.annotate(id, {.tags = {{"odd", true}}});
  const auto second = list.studies();
  EXPECT_NE(second, first);
  EXPECT_NE(list.entries(*second)[0].find("\"tags\":[\"odd\"]"), std::string::npos);
}

TEST(StudyList, ReadsAnEntryOnce) {
  const test::TempDir folder;
  const auto store = storage::open_sqlite(folder.file("hone.db"));
  for (const char* name : {"a", "b", "c"}) store->create_study(named(name));
  class Counted final : public test::HookedStorage {
   public:
    explicit Counted(storage::Storage& inner) : HookedStorage(inner), inner_(inner) {}
    std::optional<std::string> mark() override { return inner_.mark(); }
    std::vector<storage::StudyMark> marks() override { return inner_.marks(); }
    std::vector<storage::StudySummary> summaries(std::span<const storage::StudyId> ids) override {
      read += ids.size();
      return inner_.summaries(ids);
    }
    std::size_t read = 0;

   private:
    storage::Storage& inner_;
  };
  Counted counted(*store);
  StudyList list([&]() -> storage::Storage& { return counted; });
  list.entries(*list.studies());
  EXPECT_EQ(counted.read, 3U);
  list.entries(*list.studies());
  EXPECT_EQ(counted.read, 3U);
  store->enqueue(2, std::vector<Proposal>{{named("b").space.configuration({0.5})}});
  list.entries(*list.studies());
  EXPECT_EQ(counted.read, 4U);
}

}  // namespace
}  // namespace hone::service
