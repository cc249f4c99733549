// SPDX-License-Identifier: MIT
// The tables of docs/guide are held to the table of verbs: each verb with its fields, its way and its role.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "hone/base/text.hpp"
#include "hone/service/verb.hpp"

namespace hone::service {
namespace {

std::vector<std::string> lines_of(const std::string& page) {
  std::ifstream file(std::string(HONE_GUIDE_DIR) + "/" + page);
  EXPECT_TRUE(file) << page;
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// The words in backticks of a text.
std::set<std::string> words_in(const std::string& cell) {
  std::set<std::string> words;
  const std::vector<std::string> parts = split(cell, '`');
  for (std::size_t i = 1; i < parts.size(); i += 2) words.insert(parts[i]);
  return words;
}

/// The row of a table whose first cell is this; empty when there is none.
std::vector<std::string> row_of(const std::vector<std::string>& lines, const std::string& first) {
  for (const std::string& line : lines) {
    std::vector<std::string> cells = split(line, '|');
    if (cells.size() > 2 && trim(cells[1]) == first) return cells;
  }
  return {};
}

TEST(VerbPages, StdioHasEveryVerbWithItsFields) {
  const std::vector<std::string> page = lines_of("stdio.md");
  for (const Verb& verb : verbs()) {
    const std::vector<std::string> row = row_of(page, text("`", verb.name, "`"));
    ASSERT_FALSE(row.empty()) << "docs/guide/stdio.md has no row for `" << verb.name << "`";
    if (verb.fields != VerbFields::Declared) continue;  // described in words: the fields of a study file
    std::set<std::string> fields;
    const codec::Node schema = verb.request(false);
    for (const codec::Node::Member& member : *schema.find("properties")->map()) fields.insert(member.key);
    EXPECT_EQ(words_in(row[2]), fields) << "the fields of `" << verb.name << "` in docs/guide/stdio.md";
  }
}

TEST(VerbPages, ApiHasEveryWayWithItsRole) {
  const std::vector<std::string> page = lines_of("api.md");
  for (const Verb& verb : verbs()) {
    if (*verb.way.method == '\0') continue;
    const std::string way = text(verb.way.method, " `", verb.way.path, "`");
    const std::vector<std::string> row = row_of(page, way);
    ASSERT_FALSE(row.empty()) << "docs/guide/api.md has no row | " << way << " | " << to_text(verb.role)
                              << " | " << verb.summary << " |";
    EXPECT_EQ(trim(row[2]), to_text(verb.role)) << way;
  }
}

TEST(VerbPages, NoVerbIsDeclaredTwice) {
  std::set<std::string> names;
  std::set<std::string> ways;
  std::set<std::string> operations;
  for (const Verb& verb : verbs()) {
    EXPECT_TRUE(names.insert(verb.name).second) << verb.name;
    EXPECT_NE(verb.run == nullptr, verb.begin == nullptr) << verb.name;
    if (*verb.way.method == '\0') continue;
    EXPECT_TRUE(ways.insert(text(verb.way.method, verb.way.path)).second) << verb.name;
    EXPECT_TRUE(operations.insert(verb.way.operation).second) << verb.name;
    // What looks needs no more than reading, and what changes something is not a GET.
    EXPECT_EQ(verb.role == Role::Read, verb.effect == Effect::Looks) << verb.name;
    EXPECT_TRUE(!verb.is_get() || verb.effect == Effect::Looks) << verb.name;
  }
}

}  // namespace
}  // namespace hone::service
