// SPDX-License-Identifier: MIT
#include "hone/codec/files.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "support/throws.hpp"

namespace hone::codec {
namespace {

/// A stream that gives the same text again and again, as /dev/zero and `yes` do.
class Endless : public std::streambuf {
 public:
  explicit Endless(std::string text) : text_(std::move(text)) {}
  std::size_t given() const noexcept { return given_; }

 protected:
  int_type underflow() override {
    given_ += text_.size();
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(text_.front());
  }

 private:
  std::string text_;
  std::size_t given_ = 0;
};

std::string problem_of(Endless& source) {
  std::istream stream(&source);
  return test::message_of([&] {
    read_table_text(stream, "pipe", {.bytes = std::size_t{8} << 20, .line = std::size_t{1} << 20});
  });
}

TEST(TableText, IsReadToTheEndOfAPipe) {
  std::istringstream stream("x,value\n1,2\n3,4");
  EXPECT_EQ(read_table_text(stream, "pipe"), "x,value\n1,2\n3,4");
}

TEST(TableText, WithZeroBytesIsRefusedAtOnce) {
  Endless zeros(std::string(4096, '\0'));
  EXPECT_EQ(problem_of(zeros),
            "pipe: byte 1 is zero, so it is not text; give a table in CSV or JSON, as UTF-8");
  EXPECT_LE(zeros.given(), std::size_t{1} << 20);
}

TEST(TableText, WithoutALineEndIsRefused) {
  Endless letters(std::string(4096, 'x'));
  EXPECT_EQ(problem_of(letters),
            "pipe: a line has more than 1 MiB; give a table in CSV, or JSON with line ends");
  EXPECT_LE(letters.given(), std::size_t{2} << 20);
}

TEST(TableText, WithoutAnEndIsRefused) {
  Endless lines("y\n");
  EXPECT_EQ(problem_of(lines), "pipe: it has more than 8 MiB; split it into several tables");
  EXPECT_LE(lines.given(), std::size_t{9} << 20);
}

}  // namespace
}  // namespace hone::codec
