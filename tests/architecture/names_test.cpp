// SPDX-License-Identifier: MIT
// Samplers and pruners are known by name in the catalog alone, so that one more is one more line there.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/core/study.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

// Beside the catalog: samplers, which say their own names in messages and, in meta's rule for `auto`, those
// of its members; and the name that a study has when its file says none.
bool may_name(const fs::path& path) {
  static const std::set<std::string> kFolders = {"catalog", "samplers", "transfer", "meta"};
  return kFolders.contains(path.begin()->string()) || path == "core/study.hpp";
}

std::set<std::string> method_names() {
  std::set<std::string> names;
  for (const catalog::SamplerInfo& sampler : catalog::samplers()) names.insert(sampler.name);
  for (const catalog::PrunerInfo& pruner : catalog::pruners()) names.insert(pruner.name);
  return names;
}

TEST(Names, OfMethodsStandInTheCatalogAlone) {
  const std::set<std::string> names = method_names();
  ASSERT_TRUE(names.contains(kDefaultSampler));
  int read = 0;
  for (const auto& entry : fs::recursive_directory_iterator(HONE_SOURCE_DIR)) {
    const fs::path path = fs::relative(entry.path(), HONE_SOURCE_DIR);
    if ((path.extension() != ".hpp" && path.extension() != ".cpp") || may_name(path)) continue;
    ++read;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      for (const std::string& name : names) {
        EXPECT_EQ(line.find('"' + name + '"'), std::string::npos)
            << path << " names the method '" << name << "': ask the catalog instead";
      }
    }
  }
  EXPECT_GT(read, 200);
}

}  // namespace
}  // namespace hone
