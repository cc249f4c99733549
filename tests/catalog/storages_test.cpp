// SPDX-License-Identifier: MIT
#include "hone/catalog/storages.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "hone/catalog/study_parts.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::catalog {
namespace {

TEST(OpenStorage, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(test::message_of([] { open_storage("mysql://host/db"); }),
            "there is no kind of store 'mysql'; use memory:, sqlite:PATH, the path of a file, "
            "postgresql://USER@HOST/DATABASE, or http://HOST:PORT of a service");
  // Whether hone was built with PostgreSQL or not.
  const std::string refused =
      test::message_of([] { open_storage("postgresql://ann:secret@/db?host=/nonexistent"); });
  EXPECT_TRUE(refused.starts_with("cannot connect to 'postgresql://ann@/db?host=/nonexistent'") ||
              refused.starts_with("this hone was built without PostgreSQL"))
      << refused;
  EXPECT_EQ(refused.find("secret"), std::string::npos);
  EXPECT_EQ(test::message_of([] { open_storage("sqlite:"); }),
            "the store 'sqlite:' names no file; write sqlite:PATH, such as sqlite:hone.db");
}

TEST(OpenStorage, OpensMemory) { EXPECT_TRUE(open_storage("memory:")->studies().empty()); }

TEST(CopyStorage, RefusesWhatCannotBeCopied) {
  const hone::test::TempDir folder;
  const std::string path = folder.file("a.db");
  EXPECT_EQ(test::message_of([&] { copy_storage(path, folder.file("b.db")); }),
            "there is no store at " + path + "; check the name of the first store");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  open_storage(path);
  EXPECT_NE(test::message_of([&] { copy_storage(path, "sqlite:" + path); }).find("both stores are"),
            std::string::npos);
  EXPECT_NE(test::message_of([&] { copy_storage(path, "memory:"); }).find("in memory"), std::string::npos);
  EXPECT_EQ(copy_storage(path, folder.file("b.db")).studies, 0);
}

TEST(OpenStorage, DoesNotMakeWhatMustExist) {
  const hone::test::TempDir folder;
  const std::string path = folder.file("none.db");
  EXPECT_EQ(test::message_of([&] { open_existing_storage("sqlite:" + path, "look elsewhere"); }),
            "there is no store at " + path + "; look elsewhere");
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(OpenStorage, FindsTheFileOfAnAddress) {
  const hone::test::TempDir folder;
  open_storage("sqlite:" + folder.file("a b.db"));
  for (const std::string& address : {"sqlite:file:" + folder.path() + "/a%20b.db?mode=ro",
                                     "sqlite:file://" + folder.path() + "/a%20b.db?mode=rw#x"}) {
    EXPECT_TRUE(open_existing_storage(address, "look elsewhere")->studies().empty()) << address;
  }
  EXPECT_EQ(test::message_of([&] { open_existing_storage("sqlite:file:none.db?mode=ro", "look"); }),
            "there is no store at none.db; look");
}

TEST(OpenStorage, RefusesParametersOfAPath) {
  const hone::test::TempDir folder;
  for (const std::string scheme : {"", "sqlite:"}) {
    EXPECT_NE(test::message_of([&] {
                open_storage(scheme + folder.file("a.db?nolock=1"));
              }).find("is a path, and paths have no parameters"),
              std::string::npos);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// A sampler that learns from its own study alone never looks for the others, so what is not there is no
// fault.
TEST(StudyParts, DoesNotResolveSourcesThatNobodyUses) {
  const auto store = open_storage("memory:");
  const Study study{.space = Space({real("x", 0, 1)}),
                    .sampler = {"random"},
                    .sources = {StudySource{.store = "", .name = "no-such-study"}}};
  const StudyParts parts = make_parts(*store, study);
  EXPECT_EQ(parts.sampler->ask({.count = 2}).size(), 2U);
}

TEST(StudyParts, RefusesAStudyThatCouldNeverRun) {
  const Space space({real("x", 0, 1)});
  EXPECT_THROW(check_parts({.space = space, .sampler = {"nope"}}), Error);
  EXPECT_THROW(check_parts({.space = space, .sampler = {"hebo", {{"acquisitions", {}}}}}), Error);
  EXPECT_THROW(check_parts({.space = Space({real("x", 0, 1)}, {"x > 2"})}), Error);
  check_parts({.space = space, .objectives = {{"a"}, {"b"}}, .pruner = Choice{"median"}});
}

}  // namespace
}  // namespace hone::catalog
