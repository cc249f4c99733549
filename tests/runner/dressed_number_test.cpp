// SPDX-License-Identifier: MIT
#include "hone/runner/dressed_number.hpp"

#include <gtest/gtest.h>

#include <string>

namespace hone::runner {
namespace {

TEST(DressedNumber, IsANumberAndWhatStandsAroundIt) {
  for (const char* line : {"0.7",    "(0.7,)",    "(0.7, 0.8)", "{0.7}", "\"0.7\"",      "'0.7'", "<0.7>",
                           "=> 0.7", "| 1 | 2 |", "~0.7",       "$3",    "--- 0.7 ---",  "0.7.",  "0.7!",
                           "0,7",    "1,000.5",   "1_000",      "93%",   "[0.3, 0.4]])", "(nan)", "0.7:"}) {
    EXPECT_TRUE(is_dressed_number(line)) << line;
  }
}

TEST(DressedNumber, MayHaveAUnitOrAnotherBase) {
  for (const char* line :
       {"0.3s", "12ms", "5GB", "0.7f", "+3min", "(3s)", "7\xC2\xB5s", "0x10", "-0xfF", "0b101", "0.7+-0.1",
        "0.7\xC2\xB1"
        "0.1",
        "(0.7+0j)"}) {
    EXPECT_TRUE(is_dressed_number(line)) << line;
  }
  EXPECT_FALSE(is_dressed_number("2m 3s")) << "two measures are a time";
}

TEST(DressedNumber, IsAValueAsPythonShowsIt) {
  for (const char* line :
       {"tensor(0.7)", "tensor(0.7000, grad_fn=<MseLossBackward0>)", "tensor([0.7], device='cuda:0')",
        "np.float64(0.7)", "array([0.7, 0.8], dtype=float32)", "Decimal('0.7')", "b'0.7'",
        "<tf.Tensor: shape=(), dtype=float32, numpy=0.7>"}) {
    EXPECT_TRUE(is_dressed_number(line)) << line;
  }
}

TEST(DressedNumber, IsNotWhatProgramsSayOfThemselves) {
  for (const char* line : {"",
                           "-",
                           "...",
                           "====",
                           "|---|",
                           "info",
                           "nano",
                           "infinitely",
                           "x",
                           "v1",
                           "run_3",
                           "3 files",
                           "2026-05-01",
                           "12:03:04",
                           "[12:03]",
                           "10/10",
                           "(1/2)",
                           "1.2.3",
                           "127.0.0.1",
                           "3f2a9c1",
                           "1-10",
                           "main()",
                           "f(x)",
                           "sleep(3) done",
                           "<class 'int'>",
                           "\xE2\x96\x88 3"}) {
    EXPECT_FALSE(is_dressed_number(line)) << line;
  }
}

TEST(DressedNumber, MayBeGivenForAName) {
  for (const char* line :
       {"accuracy: tensor(0.93)", "accuracy = '0.93'", "x: y: \"3\"", "acc=np.float64(0.9)"})
    EXPECT_TRUE(gives_dressed_number(line)) << line;
  for (const char* line : {"", ": '3'", "name: 'x'", "a: f(x)", "elapsed: 3s", "accuracy: 0.93", "at '3'"})
    EXPECT_FALSE(gives_dressed_number(line)) << line;
}

TEST(DressedNumber, MayBeOneOfAList) {
  for (const char* line : {"final [1, 2]", "[1, 2] done", "x = (1, 2)", "(1 2) # best"})
    EXPECT_TRUE(has_list_of(line, 2)) << line;
  for (const char* line :
       {"", "[", "final [1, 2", "final [1, 2, 3]", "a [1, 2] b", "final [1, x]", "(1/2, 3)"})
    EXPECT_FALSE(has_list_of(line, 2)) << line;
  EXPECT_TRUE(has_list_of("result: [1]", 1));
  EXPECT_FALSE(has_list_of("[3] workers", 1));
  EXPECT_FALSE(has_list_of("epoch [3]", 1));
}

// A program may print four megabytes of anything.
TEST(DressedNumber, TakesLinearTime) {
  for (const char* piece : {":\"", "=([", "a=b(", "1:", "::", "a:'1", "1 "}) {
    std::string line = "a";
    while (line.size() < 4'000'000) line += piece;
    EXPECT_FALSE(is_dressed_number(line));
    EXPECT_FALSE(gives_dressed_number(line + "x"));
    EXPECT_FALSE(has_list_of(line, 2));
  }
}

}  // namespace
}  // namespace hone::runner
