// SPDX-License-Identifier: MIT
// One direction of dependence: no folder includes one that is not below it. The shared include root would let
// a header slip past the linker. What is below what is said once, by the DEPENDS of each folder's
// CMakeLists.txt; this test holds the sources and these lists to each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

std::string content_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The folders, from the bottom up.
std::vector<std::string> folders() {
  const std::string list = content_of(fs::path(HONE_SOURCE_DIR) / "CMakeLists.txt");
  const std::regex line("add_subdirectory\\(([a-z_]+)\\)");
  std::vector<std::string> found;
  for (auto at = std::sregex_iterator(list.begin(), list.end(), line); at != std::sregex_iterator(); ++at)
    found.push_back((*at)[1]);
  return found;
}

/// Modules of hone under DEPENDS and LINKS of a folder's hone_module(...).
Names dependences(const std::string& folder) {
  const std::string list = content_of(fs::path(HONE_SOURCE_DIR) / folder / "CMakeLists.txt");
  const std::size_t begin = list.find("hone_module(");
  std::istringstream words(list.substr(begin, list.find(')', begin) - begin));
  Names found;
  bool counts = false;
  for (std::string word; words >> word;) {
    const bool keyword = word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos;
    if (keyword) counts = word == "DEPENDS" || word == "LINKS";
    if (counts && word.starts_with("hone::")) found.insert(word.substr(6));
  }
  return found;
}

Names reach(const std::string& folder) {
  Names all = {folder};
  for (const std::string& below : dependences(folder)) all.merge(reach(below));
  return all;
}

/// The other folders that the files of one include, each with one such file.
std::map<std::string, std::string> includes(const std::string& folder) {
  const std::regex include("^\\s*#\\s*include\\s*[<\"]hone/([a-z_]+)/");
  std::map<std::string, std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(HONE_SOURCE_DIR) / folder)) {
    if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      std::smatch match;
      if (std::regex_search(line, match, include) && match[1] != folder)
        found.try_emplace(match[1], entry.path().filename().string());
    }
  }
  return found;
}

TEST(Layers, EveryFolderIsBuilt) {
  const std::vector<std::string> built = folders();
  ASSERT_GT(built.size(), 20U);
  for (const auto& entry : fs::directory_iterator(HONE_SOURCE_DIR)) {
    if (!entry.is_directory()) continue;
    const std::string folder = entry.path().filename().string();
    EXPECT_NE(std::find(built.begin(), built.end(), folder), built.end())
        << folder << " is not in src/hone/CMakeLists.txt";
  }
}

TEST(Layers, DependOnlyOnThoseBelow) {
  Names below;
  for (const std::string& folder : folders()) {
    for (const std::string& other : dependences(folder)) {
      EXPECT_TRUE(below.contains(other))
          << folder << " depends on " << other << ", which is not above it in src/hone/CMakeLists.txt";
    }
    below.insert(folder);
  }
}

TEST(Layers, EveryFolderIncludesOnlyWhatItDependsOn) {
  for (const std::string& folder : folders()) {
    const Names allowed = reach(folder);
    for (const auto& [other, file] : includes(folder)) {
      EXPECT_TRUE(allowed.contains(other)) << folder << "/" << file << " includes " << other
                                           << ": move it to where it belongs, or say DEPENDS hone::" << other
                                           << " in src/hone/" << folder << "/CMakeLists.txt";
    }
  }
}

TEST(Layers, NoFolderDependsOnWhatItDoesNotInclude) {
  for (const std::string& folder : folders()) {
    const auto used = includes(folder);
    for (const std::string& other : dependences(folder)) {
      EXPECT_TRUE(used.contains(other)) << "take hone::" << other << " out of src/hone/" << folder
                                        << "/CMakeLists.txt: nothing there includes it";
    }
  }
}

/// What must stay true whoever edits the lists.
TEST(Layers, SomeNeverKnowOthers) {
  const std::map<std::string, Names> never = {
      {"numeric", {"core"}},
      {"plot", {"core"}},
      {"core", {"numeric", "codec"}},
      {"codec", {"numeric", "encode", "storage"}},
      {"acquisition", {"gp", "learners", "core"}},
      {"gp", {"core"}},
      {"learners", {"core"}},
      {"designs", {"core"}},
      {"layouts", {"samplers", "runner"}},
      {"samplers", {"storage", "runner", "codec"}},
      {"transfer", {"storage", "runner", "codec"}},
      {"meta", {"storage", "runner", "codec"}},
      {"baselines", {"storage", "runner", "codec"}},
      {"storage", {"encode", "runner"}},
      {"analysis", {"samplers", "storage", "runner", "plot"}},
      {"runner", {"samplers", "search", "gp", "analysis"}},
      {"charts", {"storage", "runner", "catalog", "service", "api"}},
      {"catalog", {"charts", "plot", "api", "service"}},
      {"service", {"api", "server"}},
  };
  for (const auto& [folder, others] : never) {
    const Names known = reach(folder);
    for (const std::string& other : others)
      EXPECT_FALSE(known.contains(other)) << folder << " must not come to know " << other;
  }
  for (const std::string& folder : folders()) {
    if (folder == "cli") continue;
    EXPECT_FALSE(reach(folder).contains("cli")) << folder << " must not know the command line";
  }
  // Nothing is built on methods that are there to be compared with; the catalog names them, and that is all.
  for (const std::string& folder : folders()) {
    if (folder == "catalog") continue;
    EXPECT_FALSE(dependences(folder).contains("baselines")) << folder << " must not use baselines";
  }
}

/// Operations are the only door: what speaks for others, and the command line, know neither stores nor
/// drivers of studies. What a store answers with are plain values, which service/ hands on.
TEST(Layers, TheServiceIsTheOnlyDoorToStores) {
  for (const char* folder : {"server", "cli"}) {
    EXPECT_FALSE(includes(folder).contains("storage")) << folder;
    for (const auto& entry : fs::directory_iterator(fs::path(HONE_SOURCE_DIR) / folder)) {
      const std::string content = content_of(entry.path());
      for (const char* word : {"Driver", ".driver(", ".store(", "->store(", "open_memory("})
        EXPECT_EQ(content.find(word), std::string::npos) << entry.path() << " names " << word;
    }
  }
  // A command that held a store could look into it past the verbs: it has operations, which open it.
  for (const auto& entry : fs::directory_iterator(fs::path(HONE_SOURCE_DIR) / "cli"))
    EXPECT_EQ(content_of(entry.path()).find("storage::Storage"), std::string::npos) << entry.path();
}

/// Bytes beside the studies and the trail of who did what have interfaces of their own, and no rule between
/// the request and the store: decision 11 says why Operations hands them out. These files are about nothing
/// else.
TEST(Layers, FewKnowWhatIsKeptBesideTheStudies) {
  const Names known = {"server/handlers_service.cpp",
                       "server/server.cpp",
                       "cli/cmd_audit.cpp",
                       "cli/cmd_db.cpp",
                       "cli/cmd_meta.cpp",
                       "cli/cmd_meta_train.cpp",
                       "cli/cmd_token.cpp"};
  Names found;
  for (const std::string folder : {"server", "cli"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(HONE_SOURCE_DIR) / folder)) {
      const std::string content = content_of(entry.path());
      for (const char* word : {"artefacts()", "accesses()"})
        if (content.find(word) != std::string::npos)
          found.insert(folder + "/" + entry.path().filename().string());
    }
  }
  EXPECT_EQ(found, known);
}

/// The paths of HTTP stand with the verbs that they are of, in server/ where they are of none, and in the one
/// table of what the remote store asks for, which tests/server holds to those.
TEST(Layers, TheRemoteStoreReadsItsPathsFromOneTable) {
  for (const auto& entry : fs::directory_iterator(fs::path(HONE_SOURCE_DIR) / "remote")) {
    if (entry.path().filename() == "routes.hpp") continue;
    const std::string content = content_of(entry.path());
    for (const char* word : {"\"/v1", "\"/readyz"})
      EXPECT_EQ(content.find(word), std::string::npos) << entry.path() << " writes the path " << word;
  }
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
