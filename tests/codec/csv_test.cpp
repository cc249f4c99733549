// SPDX-License-Identifier: MIT
#include "hone/codec/csv.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hone/base/printable.hpp"
#include "support/gen.hpp"
#include "support/throws.hpp"

namespace hone::codec {
namespace {

using Rows = std::vector<std::vector<std::string>>;

TEST(Csv, ReadsQuotesLineEndsAndCommasInsideCells) {
  const CsvTable table = read_csv("a,b\r\n1,\"two, \"\"2\"\"\"\r\n\r\n\"line\nend\",4", "t.csv");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(table.rows, (Rows{{"1", "two, \"2\""}, {"line\nend", "4"}}));
  EXPECT_EQ(table.lines, (std::vector<int>{2, 4}));
}

std::string csv_text(const CsvTable& table) {
  std::string out;
  append_csv(out, table.columns);
  for (const auto& row : table.rows) append_csv(out, row);
  return out;
}

TEST(Csv, EmptyCellsStayEmpty) {
  EXPECT_EQ(read_csv("a,b\n,\n\"\",x\n", "t.csv").rows, (Rows{{"", ""}, {"", "x"}}));
}

TEST(Csv, AByteOrderMarkIsNotPartOfTheFirstName) {
  EXPECT_EQ(read_csv("\xef\xbb\xbfx,y\n1,2\n", "t.csv").columns, (std::vector<std::string>{"x", "y"}));
  const CsvTable odd{.columns = {"\xef\xbb\xbfx"}, .rows = {{"1"}}, .lines = {2}};
  EXPECT_EQ(read_csv(csv_text(odd), "t.csv").columns, odd.columns) << "one that is meant stays";
}

TEST(Csv, OtherSeparatorsAreRecognised) {
  EXPECT_EQ(test::message_of([] { read_csv("x;y\n0,5;1\n", "t.csv"); }),
            "t.csv:1: the cells of the first row are separated by semicolons; separate cells by commas, and "
            "write numbers with a decimal point");
  EXPECT_EQ(other_separator(std::vector<std::string>{"x\ty"}), "tabs");
  EXPECT_EQ(other_separator(std::vector<std::string>{"x;y", "z"}), "");
}

TEST(Csv, AMarkedCellIsAText) {
  EXPECT_EQ(value_from_cell("\\text:1"), Value(std::string("1")));
  EXPECT_EQ(value_from_cell("\\text:"), Value(std::string()));
  EXPECT_EQ(value_from_cell(text_cell("\\text:a")), Value(std::string("\\text:a")));
}

TEST(Csv, MistakesAreNamedWithTheirLine) {
  const auto message = [](const char* text) { return test::message_of([&] { read_csv(text, "t.csv"); }); };
  EXPECT_EQ(message(""), "t.csv:1: the table is empty; begin with a row of column names");
  EXPECT_EQ(message("a,b\n1,2\n3,4,5\n"),
            "t.csv:3: the row has 3 cells and the header 2; give every row one cell for each column, and "
            "quote cells that "
            "hold a comma");
  EXPECT_EQ(message("a,b\n1\n"),
            "t.csv:2: the row has 1 cell and the header 2; give every row one cell for each column, and "
            "quote cells that hold a comma");
  EXPECT_EQ(message("a,\n1,2\n"), "t.csv:1: column 2 has no name; name every column in the first row");
  EXPECT_EQ(message("a\n5\" wide\n"),
            "t.csv:2: a quote stands inside the cell '5\" wide'; put the whole cell in quotes and double the "
            "inner ones");
  EXPECT_EQ(message("a\n\"x\" y\n"),
            "t.csv:2: something follows the closing quote of a cell; put a comma between cells, and double "
            "quotes inside them");
}

TEST(Csv, CellsBecomeValues) {
  EXPECT_EQ(value_from_cell("3"), Value(std::int64_t{3}));
  EXPECT_EQ(value_from_cell(" 0.5 "), Value(0.5));
  EXPECT_EQ(value_from_cell("1e-4"), Value(1e-4));
  EXPECT_EQ(value_from_cell("True"), Value(true));
  EXPECT_EQ(value_from_cell("false"), Value(false));
  EXPECT_EQ(value_from_cell(" rbf "), Value(" rbf "));
  EXPECT_EQ(value_from_cell("007"), Value("007"));
  EXPECT_EQ(value_from_cell(""), Value(""));
}

RC_GTEST_PROP(Csv, WrittenTablesReadBack, ()) {
  CsvTable table;
  const int columns = *rc::gen::inRange(1, 4);
  for (int i = 0; i < columns; ++i) table.columns.push_back(std::to_string(i) + *test::any_text());
  for (int rows = *rc::gen::inRange(0, 5); rows > 0; --rows) {
    std::vector<std::string> row;
    for (int i = 0; i < columns; ++i) row.push_back(*test::any_text());
    table.rows.push_back(row);
  }
  const CsvTable read = read_csv(csv_text(table), "t.csv");
  RC_ASSERT(read.columns == table.columns);
  RC_ASSERT(read.rows == table.rows);
}

TEST(Csv, HoldsNothingThatSteersATerminal) {
  std::string out;
  append_csv(out, std::vector<std::string>{"a\x1b[31m\\b", "C:\\plain", "\xE2\x80\xAE,", "\\escaped:x"});
  EXPECT_EQ(out, "\\escaped:a\\x1b[31m\\\\b,C:\\plain,\"\\escaped:\\u202e,\",\\escaped:\\\\escaped:x\n");
  EXPECT_EQ(read_csv("c\n\\escaped:\\q\n", "t.csv").rows, (Rows{{"\\escaped:\\q"}})) << "not written by hone";
}

RC_GTEST_PROP(Csv, AnyBytesReadBackAndHoldNothingThatSteersATerminal, ()) {
  const auto bytes = [] { return *rc::gen::container<std::string>(rc::gen::arbitrary<char>()); };
  CsvTable table;
  table.columns = {"1" + bytes(), "2" + bytes()};
  table.rows = {{bytes(), bytes()}, {bytes(), bytes()}};
  const std::string written = csv_text(table);
  RC_ASSERT(printable_lines(written) == written);
  const CsvTable read = read_csv(written, "t.csv");
  RC_ASSERT(read.columns == table.columns);
  RC_ASSERT(read.rows == table.rows);
}

}  // namespace
}  // namespace hone::codec
