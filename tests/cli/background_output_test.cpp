// SPDX-License-Identifier: MIT
#include "hone/cli/background_output.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <sstream>
#include <streambuf>

#include "support/processes.hpp"

namespace hone::cli {
namespace {

using Weight = BackgroundOutput::Weight;

/// A stream that takes nothing until it is told to, as a pipe does whose reader does something else.
class HeldBuffer final : public std::streambuf {
 public:
  std::string taken() const { return taken_; }
  std::atomic<bool> open = false;

 private:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    open.wait(false);
    taken_.append(text, static_cast<std::size_t>(size));
    return size;
  }

  std::string taken_;
};

void release(HeldBuffer& buffer) {
  buffer.open = true;
  buffer.open.notify_all();
}

TEST(BackgroundOutput, WritesEverythingInOrder) {
  std::ostringstream out;
  BackgroundOutput output(out);
  output.write("a\n", Weight::Line);
  output.write("b\n", Weight::Notice);
  EXPECT_TRUE(output.finish(10.0));
  EXPECT_EQ(out.str(), "a\nb\n");
  output.write("late\n", Weight::Line);
  EXPECT_TRUE(output.finish(10.0));
  EXPECT_EQ(out.str(), "a\nb\n") << "it is over";
}

TEST(BackgroundOutput, NobodyWaitsForAReaderThatDoesNotRead) {
  HeldBuffer buffer;
  std::ostream out(&buffer);
  BackgroundOutput output(out);
  const std::string line(99, 'x');
  for (int i = 0; i < 100'000; ++i) output.write(line + "\n", Weight::Line);  // 10 MB, and it comes back
  output.write("important\n", Weight::Notice);
  output.write("passing", Weight::Passing);
  release(buffer);
  EXPECT_TRUE(output.finish(10.0));
  const std::string taken = buffer.taken();
  EXPECT_LT(taken.size(), std::size_t{70'000});
  const std::size_t kept = (taken.size() - taken.find("(")) > 0 ? taken.find("(") / 100 : 0;
  EXPECT_EQ(taken.substr(taken.find("(")), "(" + std::to_string(100'000 - kept) +
                                               " lines are left out here, as nobody read them)\nimportant\n");
}

TEST(BackgroundOutput, WhatPassesIsWrittenOnlyWhenNothingWaits) {
  HeldBuffer buffer;
  std::ostream out(&buffer);
  BackgroundOutput output(out);
  output.write("1", Weight::Passing);
  output.write("2", Weight::Passing);
  output.write("3", Weight::Line);
  release(buffer);
  EXPECT_TRUE(output.finish(10.0));
  EXPECT_EQ(buffer.taken(), "13");
}

TEST(BackgroundOutput, GivesUpOnAReaderThatNeverReads) {
  static HeldBuffer buffer;  // the thread that is stuck in it outlives the test
  static std::ostream out(&buffer);
  BackgroundOutput output(out);
  output.write("a\n", Weight::Line);
  EXPECT_FALSE(output.finish(0.05));
  EXPECT_TRUE(output_is_stuck());
  release(buffer);
  EXPECT_TRUE(hone::test::eventually([] { return !output_is_stuck(); }));
}

}  // namespace
}  // namespace hone::cli
