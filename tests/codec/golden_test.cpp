// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "hone/codec/study_file.hpp"
#include "support/data.hpp"
#include "support/throws.hpp"

// Every study file of tests/golden is wrong in one way, and the file of the same name with ".expected" behind
// it holds the message that a person must get. HONE_UPDATE_GOLDEN=1 writes the messages anew; read the
// difference before committing.
namespace hone::codec {
namespace {

namespace fs = std::filesystem;

const fs::path& golden_folder() {
  static const fs::path folder = hone::test::data("golden");
  return folder;
}

std::vector<std::string> bad_files() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(golden_folder())) {
    const fs::path extension = entry.path().extension();
    if (extension == ".yaml" || extension == ".json") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string content(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

/// Works in the folder itself, so that messages hold no path of this machine.
class Golden : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { fs::current_path(golden_folder()); }
  void TearDown() override { fs::current_path(before_); }

 private:
  fs::path before_ = fs::current_path();
};

TEST_P(Golden, BadFileGetsTheExpectedMessage) {
  const std::string message = test::message_of([] { read_study_file(GetParam()); }) + "\n";
  const std::string expected_file = GetParam() + ".expected";
  if (std::getenv("HONE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(expected_file) << message;
    return;
  }
  EXPECT_EQ(message, content(expected_file));
}

INSTANTIATE_TEST_SUITE_P(StudyFiles, Golden, ::testing::ValuesIn(bad_files()), [](const auto& test) {
  std::string name = test.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
});

TEST(GoldenFolder, HoldsAtLeastSixtyBadFiles) { EXPECT_GE(bad_files().size(), 60u); }

}  // namespace
}  // namespace hone::codec
