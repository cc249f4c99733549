// SPDX-License-Identifier: MIT
#include "hone/runner/study_opening.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "hone/base/error.hpp"
#include "support/hooked_storage.hpp"
#include "support/throws.hpp"

namespace hone::runner {
namespace {

Study opened_study() {
  Study study{.name = "s", .space = Space({real("x", 0, 1), integer("n", 1, 9)}), .seed = 1};
  study.enqueue = {study.space.configuration({0.5, std::int64_t{3}}),
                   study.space.configuration({0.25, std::int64_t{4}})};
  return study;
}

TEST(StudyOpening, EnqueuesTheStartingPointsOnce) {
  const auto store = storage::open_memory();
  const StoredStudy first = open_or_create(*store, opened_study());
  EXPECT_TRUE(first.created);
  const StoredStudy second = open_or_create(*store, opened_study());
  EXPECT_FALSE(second.created);
  EXPECT_EQ(second.id, first.id);
  EXPECT_EQ(second.study, opened_study());
  EXPECT_EQ(store->changes(first.id, 0).trials.size(), 2U);
}

TEST(StudyOpening, FindsNothingUnderAnUnknownName) {
  EXPECT_EQ(find_study(*storage::open_memory(), "s"), std::nullopt);
}

// Somebody else makes the study between the look and the creation.
TEST(StudyOpening, ResumesAStudyThatSomebodyElseMadeJustNow) {
  const auto store = storage::open_memory();
  test::HookedStorage hooked(*store);
  hooked.set_hook([&](std::string_view call) {
    if (call == "create_study") store->create_study(opened_study());
  });
  const StoredStudy opened = open_or_create(hooked, opened_study());
  EXPECT_FALSE(opened.created);
  EXPECT_EQ(store->changes(opened.id, 0).trials.size(), 2U);
}

TEST(StudyOpening, ManyMayOpenTheSameStudyAtOnce) {
  const auto store = storage::open_memory();
  std::atomic<int> created = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { created += open_or_create(*store, opened_study()).created ? 1 : 0; });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(created, 1);
  ASSERT_EQ(store->studies().size(), 1U);
  EXPECT_EQ(store->studies()[0].waiting, 2);
}

TEST(StudyOpening, ReadsTheStoredDefinitionOnce) {
  const auto store = storage::open_memory();
  open_or_create(*store, opened_study());
  test::HookedStorage hooked(*store);
  int reads = 0;
  hooked.set_hook([&](std::string_view call) { reads += call == "study" ? 1 : 0; });
  open_or_create(hooked, opened_study());
  EXPECT_EQ(reads, 1);
}

TEST(StudyOpening, BringsBudgetAndSamplerUpToDate) {
  const auto store = storage::open_memory();
  const auto id = open_or_create(*store, opened_study()).id;
  Study changed = opened_study();
  changed.sampler = {"sobol"};
  EXPECT_EQ(open_or_create(*store, changed).study.sampler.name, "sobol");
  EXPECT_EQ(store->study(id).sampler.name, "sobol");
}

TEST(StudyOpening, SaysWhatDiffers) {
  const auto store = storage::open_memory();
  open_or_create(*store, opened_study());
  Study other{.name = "s", .space = Space({real("x", 0, 2), boolean("b")})};
  EXPECT_EQ(
      test::message_of([&] { open_or_create(*store, other); }),
      "the study 's' is in the store with another search space: parameter 'x' changed, parameter 'b' is "
      "new, parameter 'n' is gone; its trials would not fit; give the study another 'name', or remove "
      "the old one with 'hone delete s'");
  EXPECT_EQ(difference(opened_study(), opened_study()), "");
}

}  // namespace
}  // namespace hone::runner
