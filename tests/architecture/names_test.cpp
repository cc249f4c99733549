// SPDX-License-Identifier: MIT
// Samplers and pruners are known by name in the catalog alone, so that one more is one more line there; and a
// type's name means one thing in the whole tree, whatever namespace it stands in.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
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
  static const std::set<std::string> kFolders = {"catalog", "samplers", "transfer", "meta", "baselines"};
  const bool pruner = *path.begin() == "analysis" && path.stem().string().ends_with("_pruner");
  return kFolders.contains(path.begin()->string()) || pruner || path == "core/study.hpp";
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

// Names that two folders may declare, each with the reason.
const std::map<std::string, std::string>& shared_names() {
  static const std::map<std::string, std::string> kNames = {};
  return kNames;
}

/// The type that a line defines for the whole folder: one that begins in the first column, as everything at
/// the scope of a namespace does here. Types inside of others are named together with them. An alias counts
/// in a header only: in a source file it is a shorthand nobody else sees.
std::string defined_type(const std::string& line, bool header) {
  static const std::regex kType(
      "(?:template *<[^>]*> *)?(?:class|struct|union|enum|enum class) ([A-Z]\\w*)[^;]*");
  static const std::regex kAlias("using ([A-Z]\\w*) = .*");
  std::smatch found;
  if (std::regex_match(line, found, kType)) return found[1];
  return header && std::regex_match(line, found, kAlias) ? found[1].str() : "";
}

TEST(Names, ReadDefinitionsAndNothingElse) {
  EXPECT_EQ(defined_type("struct Points {", true), "Points");
  EXPECT_EQ(defined_type("class GpFitter final : public model::Fitter {", true), "GpFitter");
  EXPECT_EQ(defined_type("enum class Kind : std::int32_t {", false), "Kind");
  EXPECT_EQ(defined_type("template <typename T> struct Box {", false), "Box");
  EXPECT_EQ(defined_type("using Json = nlohmann::ordered_json;", true), "Json");
  EXPECT_EQ(defined_type("using Json = nlohmann::ordered_json;", false), "");
  EXPECT_EQ(defined_type("using codec::Json;", true), "");
  EXPECT_EQ(defined_type("class Later;", true), "");
  EXPECT_EQ(defined_type("  struct Inner {", true), "");
}

TEST(Names, OfTypesMeanOneThing) {
  std::map<std::string, std::map<std::string, std::string>> places;  // a name's folders, with a file of each
  for (const auto& entry : fs::recursive_directory_iterator(HONE_SOURCE_DIR)) {
    const fs::path path = fs::relative(entry.path(), HONE_SOURCE_DIR);
    const bool header = path.extension() == ".hpp";
    if (!header && path.extension() != ".cpp") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const std::string name = defined_type(line, header);
      if (!name.empty()) places[name].emplace(path.begin()->string(), path.string());
    }
  }
  EXPECT_GT(places.size(), 400U);
  for (const auto& [name, folders] : places) {
    if (folders.size() < 2 || shared_names().contains(name)) continue;
    std::string files;
    for (const auto& [folder, file] : folders) files += "\n  " + file;
    ADD_FAILURE() << "two folders have a type called " << name << ": give one of them a name of its own"
                  << files;
  }
  for (const auto& [name, reason] : shared_names())
    EXPECT_GT(places[name].size(), 1U) << name << " needs no exception any more (" << reason << ")";
}

}  // namespace
}  // namespace hone
