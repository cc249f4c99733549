// SPDX-License-Identifier: MIT
#include "hone/cli/table.hpp"

#include <gtest/gtest.h>

#include "hone/base/text.hpp"
#include "hone/plot/glyphs.hpp"

namespace hone::cli {
namespace {

Table people() {
  Table table;
  table.column("name");
  table.column("age", Align::Right);
  table.column("town");
  table.row({"Ada", "36", "London"});
  table.row({"Grace Hopper", "85", "Arlington"});
  return table;
}

TEST(Table, AlignsItsColumns) {
  EXPECT_EQ(people().text({}, 0),
            "name          age  town\n"
            "Ada            36  London\n"
            "Grace Hopper   85  Arlington\n");
}

TEST(Table, CutsTheWidestColumnsToFitTheTerminal) {
  EXPECT_EQ(people().text({}, 22),
            "name     age  town\n"
            "Ada       36  London\n"
            "Grace …   85  Arlingt…\n");
}

TEST(Table, CountsColumnsNotBytes) {
  Table table;
  table.column("name");
  table.column("x");
  table.row({"é", "1"});
  table.row({"日本", "2"});
  EXPECT_EQ(table.text({}, 0), "name  x\né     1\n日本  2\n");
}

TEST(Table, LetsNoTextSteerTheTerminal) {
  Table table;
  table.column("error");
  table.row({"\x1b[2Jgone\nnext"});
  EXPECT_EQ(table.text({}, 0), "error\n\\x1b[2Jgone\\nnext\n");
}

TEST(Table, PaintsCellsOnlyWhenColoured) {
  Table table;
  table.column("state", Align::Left, [](const std::string& cell, const std::string& padded) {
    return cell == "ok" ? "<" + padded + ">" : padded;
  });
  table.column("n");
  table.row({"ok", "1"});
  EXPECT_EQ(table.text({}, 0), "state  n\nok     1\n");
  EXPECT_NE(table.text({.colour = true}, 0).find("<ok   >"), std::string::npos);
}

}  // namespace
}  // namespace hone::cli
