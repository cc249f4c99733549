// SPDX-License-Identifier: MIT
// One direction of dependence: no folder includes one that is not below it. The shared include root would let
// a header slip past the linker.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

/// What each folder may include directly; what those may include follows.
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"base", {}},
    {"core", {"base"}},
    {"encode", {"core", "numeric"}},
    {"numeric", {"base"}},
    {"designs", {"base"}},
    {"model", {"numeric"}},
    {"gp", {"model"}},
    {"learners", {"model"}},
    {"acquisition", {"model"}},
    {"search", {"acquisition", "encode"}},
    {"samplers", {"search", "gp", "learners", "designs"}},
    {"transfer", {"samplers"}},
    {"meta", {"transfer"}},
    {"codec", {"core"}},
    {"storage", {"codec"}},
    {"analysis", {"core", "gp", "learners", "encode"}},
    {"runner", {"storage", "analysis"}},
    {"catalog", {"samplers", "transfer", "meta", "storage", "analysis", "runner"}},
    {"plot", {"base"}},
    {"api", {"catalog", "runner"}},
    {"service", {"catalog", "runner", "encode"}},
    {"cli", {"api", "service", "catalog", "runner", "plot", "codec", "encode"}},
};

std::set<std::string> reach(const std::string& folder) {
  std::set<std::string> all = {folder};
  for (const std::string& below : kMayInclude.at(folder)) {
    const auto more = reach(below);
    all.insert(more.begin(), more.end());
  }
  return all;
}

TEST(Layers, EveryFolderIncludesOnlyWhatIsBelowIt) {
  const std::regex include("^\\s*#\\s*include\\s*[<\"]hone/([a-z_]+)/");
  int checked = 0;
  for (const auto& entry : fs::recursive_directory_iterator(HONE_SOURCE_DIR)) {
    const fs::path path = entry.path();
    if (path.extension() != ".hpp" && path.extension() != ".cpp") continue;
    const std::string folder = fs::relative(path, HONE_SOURCE_DIR).begin()->string();
    if (folder == "hone.hpp") continue;
    ASSERT_TRUE(kMayInclude.contains(folder)) << folder << " is not in the table of this test";
    const auto allowed = reach(folder);
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      ++checked;
      EXPECT_TRUE(allowed.contains(match[1])) << path << " must not include " << match[1];
    }
  }
  EXPECT_GT(checked, 50);
}

TEST(Layers, NobodyIncludesTheUmbrella) {
  for (const auto& entry : fs::recursive_directory_iterator(HONE_SOURCE_DIR)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      EXPECT_EQ(line.find("#include \"hone/hone.hpp\""), std::string::npos) << entry.path();
    }
  }
}

}  // namespace
