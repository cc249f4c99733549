// SPDX-License-Identifier: MIT
// A command opens its store once, however many things it wants of it: each opening costs time, and two could
// see different stores.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

std::atomic<int> g_opened = 0;

extern "C" int count_connection(sqlite3*, const char**, const sqlite3_api_routines*) {
  ++g_opened;
  return SQLITE_OK;
}

void (*as_extension())() { return reinterpret_cast<void (*)()>(count_connection); }

class OneStore : public test::CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_study("sampler: random\ncommand: [echo, '0.5']\nbudget: {trials: 3}\n");
    output({"ask", "study.yaml", "--count", "13"});
    for (int i = 0; i < 12; ++i) output({"tell", "svm", std::to_string(i), "0." + std::to_string(i)});
    ASSERT_EQ(sqlite3_auto_extension(as_extension()), SQLITE_OK);
  }
  void TearDown() override {
    sqlite3_cancel_auto_extension(as_extension());
    CliTest::TearDown();
  }

  int openings(const std::vector<std::string>& words) {
    g_opened = 0;
    const test::Ran ran = run(words);
    EXPECT_EQ(ran.code, 0) << ::testing::PrintToString(words) << ran.err;
    return g_opened;
  }
};

TEST_F(OneStore, IsOpenedByEachCommand) {
  const std::vector<std::vector<std::string>> commands = {
      {"studies"},
      {"show", "svm"},
      {"trials", "svm"},
      {"best", "svm"},
      {"importance", "svm", "-m", "ped-anova"},
      {"diagnose", "svm"},
      {"plot", "svm", "-k", "history", "-o", "-"},
      {"report", "svm", "-o", "report.html"},
      {"export", "svm"},
      {"space", "svm"},
      {"space", "svm", "--set", "study.yaml", "--dry-run"},
      {"sources", "svm"},
      {"note", "svm", "seen"},
      {"ask", "study.yaml"},
      {"tell", "svm", "12", "0.5"},
      {"enqueue", "svm", "C=10", "kernel=rbf"},
      {"amend", "svm", "0", "0.25"},
      {"delete", "svm", "--trial", "1"},
      {"retry", "svm", "--trial", "1"},
      {"call", "show", "svm"},
      {"call", "ask", "svm"},
      {"stop", "svm"},
      {"stop", "svm", "--resume"},
      {"tune", "--more", "2", "--quiet", "study.yaml"},
  };
  for (const auto& words : commands) EXPECT_EQ(openings(words), 1) << ::testing::PrintToString(words);
}

}  // namespace
}  // namespace hone::cli
