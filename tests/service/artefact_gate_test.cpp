// SPDX-License-Identifier: MIT
#include "hone/service/artefact_gate.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "hone/base/error.hpp"

namespace hone::service {
namespace {

ArtefactDraft draft(const std::string& kind, const std::string& name, const std::string& bytes = "") {
  ArtefactDraft made;
  made.kind = kind;
  made.name = name;
  made.bytes = bytes;
  return made;
}

TEST(ArtefactGate, KeepsTheKindsThatHoneReads) {
  for (const char* kind :
       {"service-token", "service-trial-key", "service-anything", "study-note", "base-model", "ablr-network",
        "gc3p-network", "banner-network", "malibo-network"}) {
    try {
      require_writable(draft(kind, "x", "["));
      ADD_FAILURE() << kind << " was let through";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Forbidden) << kind;
      EXPECT_NE(std::string(error.what()).find(kind), std::string::npos) << error.what();
    }
  }
  EXPECT_NO_THROW(require_writable(draft("report", "x", "[")));
}

// The list of kinds is written by hand: whoever adds one that hone reads again finds it here.
TEST(ArtefactGate, KnowsTheKindsOfAllFolders) {
  const std::regex constant("k[A-Za-z]*Kind = \"([^\"]+)\"");
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(HONE_SOURCE_DIR)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      std::smatch match;
      if (std::regex_search(line, match, constant)) found.insert(match[1]);
    }
  }
  EXPECT_GE(found.size(), 8U);
  EXPECT_TRUE(found.contains("banner-network"));
  for (const std::string& kind : found) EXPECT_THROW(require_writable(draft(kind, "x", "[")), Error) << kind;
}

TEST(ArtefactGate, TakesAModelThatIsOneOnly) {
  EXPECT_THROW(require_writable(draft("meta-model", "svm", "[")), Error);
  EXPECT_THROW(require_writable(draft("meta-model", "svm")), Error);
}

TEST(ArtefactGate, BoundsTheWords) {
  const std::string long_word(kLongestArtefactWord + 1, 'x');
  EXPECT_THROW(require_writable(draft(long_word, "x")), Error);
  EXPECT_THROW(require_writable(draft("report", long_word)), Error);
  EXPECT_NO_THROW(require_writable(draft("report", long_word.substr(1))));
}

}  // namespace
}  // namespace hone::service
