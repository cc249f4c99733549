// SPDX-License-Identifier: MIT
// A file holds one idea, and is short enough to be read in one go.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

namespace fs = std::filesystem;

constexpr std::ptrdiff_t kMostLines = 350;

std::ptrdiff_t lines_of(const fs::path& path) {
  std::ifstream file(path);
  return std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n');
}

TEST(Sizes, NoFileIsTooLongToRead) {
  int read = 0;
  for (const auto& entry : fs::recursive_directory_iterator(HONE_SOURCE_DIR)) {
    if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
    ++read;
    const std::ptrdiff_t lines = lines_of(entry.path());
    EXPECT_LE(lines, kMostLines) << "src/hone/" << fs::relative(entry.path(), HONE_SOURCE_DIR).string()
                                 << " has " << lines << " lines, and a file has at most " << kMostLines
                                 << ": move one of its ideas to a file of its own";
  }
  EXPECT_GT(read, 200);
}

}  // namespace
