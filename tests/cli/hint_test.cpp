// SPDX-License-Identifier: MIT
#include "hone/cli/hint.hpp"

#include <gtest/gtest.h>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

/// Command lines that are proposed, where the store is not the default one or a name has a blank.
class Hints : public test::CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write("study.yaml",
          "name: my study\n"
          "objective: {name: loss, direction: minimize}\n"
          "parameters:\n"
          "  x: {type: float, low: 0, high: 1}\n"
          "command: [sh, -c, 'exit 3', '{x}']\n"
          "budget: {trials: 2}\n");
  }
};

TEST_F(Hints, OfAskCarryTheStoreAndQuoteTheStudy) {
  output({"ask", "study.yaml", "--store", "my runs.db"});
  const test::Ran ran = run({"ask", "my study", "--store", "my runs.db"});
  EXPECT_HAS(ran.err, "then: hone tell 'my study' 1 VALUE --store 'my runs.db'\n");
}

TEST_F(Hints, OfTuneCarryTheStoreAndQuoteTheStudy) {
  EXPECT_EQ(run({"tune", "study.yaml", "--store", "r.db"}).code, 1);
  const test::Ran ran = run({"tune", "my study", "--store", "r.db"});
  EXPECT_HAS(ran.out, "list them: hone trials 'my study' --store r.db --state failed\n");
  EXPECT_HAS(ran.out, "then run  hone retry 'my study' --store r.db && hone tune 'my study' --store r.db\n");
  EXPECT_HAS(output({"retry", "my study", "--store", "r.db"}), "next: hone tune 'my study' --store r.db\n");
}

TEST_F(Hints, OfTheProgressLineCarryTheStore) {
  environment_.error_is_terminal = true;
  const test::Ran ran = run({"tune", "study.yaml", "--trials", "4", "--store", "r.db"});
  EXPECT_HAS(ran.err, "list them: hone trials study.yaml --store r.db --state failed");
}

TEST_F(Hints, InsideOfMessagesCarryTheStore) {
  output({"ask", "study.yaml", "--store", "r.db"});
  EXPECT_EQ(
      run({"show", "net", "--store", "r.db"}).err,
      "hone: there is no study 'net' in r.db; 'hone studies --store r.db' lists those that are there\n");
  EXPECT_EQ(run({"note", "my study", "7", "x", "--store=r.db"}).err,
            "hone: there is no trial 7 in this study; list those there are with `hone trials 'my study' "
            "--store r.db`\n")
      << "which the store says, and it knows nothing of command lines";
  EXPECT_EQ(run({"tell", "my study", "x", "1", "--store", "r.db"}).err,
            "hone: 'x' is not a trial number\n"
            "write hone tell STUDY NUMBER VALUE; `hone ask 'my study' --store r.db` names the number\n");
}

TEST_F(Hints, OfCallNameTheStudy) {
  output({"ask", "study.yaml", "--store", "r.db"});
  EXPECT_HAS(run({"call", "trial", "my study", "number=7", "--store", "r.db"}).err,
             "`hone trials 'my study' --store r.db`");
  EXPECT_HAS(run({"call", "create", "svm", "--store", "r.db"}).err, "such as name=svm");
  EXPECT_HAS(run({"call", "stop", "my study", "now=1", "--store", "r.db"}).err, "nothing is given here");
  EXPECT_HAS(run({"call", "show", "net", "--store", "r.db"}).err, "`hone studies --store r.db` lists");
}

TEST_F(Hints, InsideOfMessagesStayReadableWithAQuotedStore) {
  output({"ask", "study.yaml", "--store", "my runs.db"});
  EXPECT_EQ(
      run({"show", "net", "--store", "my runs.db"}).err,
      "hone: there is no study 'net' in my runs.db; `hone studies --store 'my runs.db'` lists those that "
      "are there\n");
}

TEST_F(Hints, InsideOfMessagesKeepANameWithABackQuote) {
  write("odd.yaml", "name: a`b\nparameters:\n  x: [1, 2]\n");
  output({"ask", "odd.yaml", "--store", "r.db"});
  write("odd.yaml", "name: a`b\nparameters:\n  x: [1, 2, 3]\n");
  EXPECT_HAS(run({"ask", "odd.yaml", "--store", "r.db"}).err,
             "`hone space 'a`b' --set FILE --dry-run --store r.db` shows which");
}

TEST_F(Hints, LeaveOutWhatWouldBeUsedAnyway) {
  output({"ask", "study.yaml"});
  EXPECT_HAS(run({"show", "net", "--store", "hone.db"}).err, "'hone studies' lists");
  environment_.variables["HONE_STORE"] = "r.db";
  output({"ask", "study.yaml"});
  EXPECT_HAS(run({"show", "net", "--store", "r.db"}).err, "'hone studies' lists");
  EXPECT_HAS(run({"show", "net", "--store", "hone.db"}).err, "'hone studies --store hone.db' lists");
}

TEST_F(Hints, AddNoStoreWhereNoneIsTaken) {
  EXPECT_HAS(run({"tune", "--store", "r.db"}).err, "see 'hone tune --help'\n");
  EXPECT_HAS(run({"token", "list", "--store", "http://127.0.0.1:1"}).err, "'hone serve'")
      << "whose store is not the address that its users know";
}

TEST_F(Hints, QuoteTheStudyWhereItsSpaceHasChanged) {
  output({"ask", "study.yaml"});
  write("study.yaml",
        "name: my study\nobjective: {name: loss, direction: minimize}\n"
        "parameters:\n  x: {type: float, low: 0, high: 2}\n");
  EXPECT_HAS(run({"ask", "study.yaml"}).err, "`hone space 'my study' --set FILE --dry-run` shows which");
}

}  // namespace
}  // namespace hone::cli
