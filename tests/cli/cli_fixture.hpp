// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "hone/base/shell_text.hpp"
#include "hone/cli/app.hpp"

namespace hone::cli::test {

/// What a command line did.
struct Ran {
  int code = 0;
  std::string out;
  std::string err;
};

/// Runs command lines inside the process, in a folder of their own that goes away afterwards.
class CliTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "hone-cli-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    former_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_);
    environment_.variables = {{"LANG", "C.UTF-8"}};
  }

  void TearDown() override {
    std::filesystem::current_path(former_);
    std::filesystem::remove_all(folder_);
  }

  Ran run(const std::vector<std::string>& arguments, const std::string& input = "") {
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    Ran ran;
    ran.code = cli::run(arguments, in, out, err, environment_);
    ran.out = out.str();
    ran.err = err.str();
    return ran;
  }

  /// Runs what must succeed and gives what it printed.
  std::string output(const std::vector<std::string>& arguments, const std::string& input = "") {
    const Ran ran = run(arguments, input);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
  }

  /// The program itself, in a process of its own: its exit code and all that it says, with STORE in place of
  /// the store's address. It is ended after 20 seconds.
  std::string program(const std::vector<std::string>& words, const std::string& store) {
    std::string line = "timeout 20 " HONE_PROGRAM;
    for (const std::string& word : words) line += " " + shell_word(word);
    line += " --store " + shell_word(store) + " > said.txt 2>&1";
    const int status = std::system(line.c_str());
    std::string all = std::to_string(WEXITSTATUS(status)) + "\n" + read("said.txt");
    for (std::size_t at = all.find(store); at != std::string::npos; at = all.find(store, at))
      all.replace(at, store.size(), "STORE");
    return all;
  }

  void write(const std::string& path, const std::string& content) { std::ofstream(path) << content; }

  static std::string read(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

  /// A study without a command, to be driven by hand.
  void write_study(const std::string& more = "") {
    write("study.yaml",
          "name: svm\n"
          "objective: {name: loss, direction: minimize}\n"
          "parameters:\n"
          "  C: {type: float, low: 1, high: 1000, scale: log}\n"
          "  kernel: {type: categorical, choices: [rbf, poly]}\n"
          "  degree: {type: int, low: 2, high: 5, when: {kernel: poly}}\n" +
              more);
  }

  std::filesystem::path folder_;
  std::filesystem::path former_;
  Environment environment_;
};

/// For EXPECT_PRED2: whether a text holds another.
inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace hone::cli::test

#define EXPECT_HAS(text, part) EXPECT_PRED2(::hone::cli::test::has, text, std::string(part))
