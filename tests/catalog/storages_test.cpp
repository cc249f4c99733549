// SPDX-License-Identifier: MIT
#include "hone/catalog/storages.hpp"

#include <gtest/gtest.h>

#include "hone/catalog/informed_sampler.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::catalog {
namespace {

TEST(OpenStorage, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(test::message_of([] { open_storage("mysql://host/db"); }),
            "there is no kind of store 'mysql'; use memory:, sqlite:PATH or the path of a file");
  EXPECT_EQ(test::message_of([] { open_storage("sqlite:"); }),
            "the store 'sqlite:' names no file; write sqlite:PATH, such as sqlite:hone.db");
}

TEST(OpenStorage, OpensMemory) { EXPECT_TRUE(open_storage("memory:")->studies().empty()); }

TEST(OpenStorage, DoesNotMakeWhatMustExist) {
  const hone::test::TempDir folder;
  const std::string path = folder.file("none.db");
  EXPECT_EQ(test::message_of([&] { open_existing_storage("sqlite:" + path, "look elsewhere"); }),
            "there is no store at " + path + "; look elsewhere");
  EXPECT_FALSE(std::filesystem::exists(path));
}

// A sampler that learns from its own study alone never looks for the others, so what is not there is no
// fault.
TEST(InformedSampler, DoesNotResolveSourcesThatNobodyUses) {
  const auto store = open_storage("memory:");
  const Study study{.space = Space({real("x", 0, 1)}),
                    .sampler = {"random"},
                    .sources = {StudySource{.store = "", .name = "no-such-study"}}};
  const auto sampler = make_informed_sampler(*store, study);
  EXPECT_EQ(sampler->ask({.count = 2}).size(), 2U);
}

}  // namespace
}  // namespace hone::catalog
