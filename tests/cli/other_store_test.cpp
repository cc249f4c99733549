// SPDX-License-Identifier: MIT
#include "hone/cli/other_store.hpp"

#include <gtest/gtest.h>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

/// A project whose study is in a folder of its own.
class TwoFolders : public test::CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    fs::create_directory("exp");
    write("exp/study.yaml",
          "name: net\nparameters:\n  x: {type: float, low: 0, high: 1}\ncommand: [echo, '{x}']\n"
          "sampler: random\nbudget: {trials: 2}\n");
  }
};

TEST_F(TwoFolders, ASecondStudyOfTheNameIsBegunWithAWord) {
  fs::current_path("exp");
  EXPECT_EQ(run({"tune", "study.yaml"}).err.find("warning"), std::string::npos);
  fs::current_path("..");
  const test::Ran above = run({"tune", "exp/study.yaml"});
  EXPECT_HAS(
      above.err,
      "warning: a study 'net' is in exp/hone.db, too, and a new one begins in hone.db; to go on with the "
      "former, add --store exp/hone.db\n");
  const std::string both =
      "warning: a study 'net' is in exp/hone.db, too, and this is the one in hone.db; for the other, add "
      "--store "
      "exp/hone.db\n";
  EXPECT_HAS(run({"tune", "exp/study.yaml"}).err, both);
  EXPECT_HAS(run({"best", "exp/study.yaml"}).err, both);
}

TEST_F(TwoFolders, TheFolderIsTheSameFromWithinAndFromAbove) {
  fs::current_path("exp");
  output({"tune", "study.yaml"});
  fs::current_path("..");
  const test::Ran above = run({"tune", "exp/study.yaml", "--store", "exp/hone.db", "--more", "1"});
  EXPECT_EQ(above.err.find("directory"), std::string::npos) << above.err;
}

TEST_F(TwoFolders, TheOtherStoreIsFoundFromBelow) {
  output({"ask", "exp/study.yaml"});
  fs::current_path("exp");
  EXPECT_HAS(run({"ask", "study.yaml"}).err, "a study 'net' is in ../hone.db, too");
}

TEST_F(TwoFolders, AStoreThatIsNamedIsMeant) {
  output({"ask", "exp/study.yaml"});
  fs::current_path("exp");
  EXPECT_EQ(run({"ask", "study.yaml", "--store", "hone.db"}).err.find("warning"), std::string::npos);
  environment_.variables["HONE_STORE"] = "mine.db";
  EXPECT_EQ(run({"ask", "study.yaml"}).err.find("warning"), std::string::npos);
}

TEST_F(TwoFolders, AStudyThatIsLookedForIsFoundInTheOtherStore) {
  output({"ask", "exp/study.yaml"});
  fs::current_path("exp");
  for (const char* study : {"net", "study.yaml"}) {
    const test::Ran ran = run({"show", study});
    EXPECT_EQ(ran.code, 4);
    EXPECT_EQ(
        ran.err,
        "hone: there is no study 'net' in hone.db; there is one in ../hone.db: add --store ../hone.db\n");
  }
  EXPECT_FALSE(fs::exists("hone.db")) << "looking leaves nothing behind";
  EXPECT_HAS(run({"show", "other"}).err, "there is no store");
}

TEST_F(TwoFolders, AFolderThatEverybodyMayWriteIsPassedOver) {
  output({"ask", "exp/study.yaml"});
  fs::permissions(".", fs::perms::all);
  fs::current_path("exp");
  EXPECT_EQ(run({"ask", "study.yaml"}).err.find("warning"), std::string::npos);
}

TEST_F(TwoFolders, EnqueueAndImportSayItToo) {
  output({"ask", "exp/study.yaml"});
  fs::current_path("exp");
  EXPECT_HAS(run({"enqueue", "study.yaml", "x=0.5"}).err, "add --store ../hone.db");
  fs::remove("hone.db");
  write("rows.csv", "x,value\n0.5,1\n");
  EXPECT_HAS(run({"import", "study.yaml", "rows.csv"}).err, "add --store ../hone.db");
}

}  // namespace
}  // namespace hone::cli
