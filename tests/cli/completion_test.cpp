// SPDX-License-Identifier: MIT
#include "hone/cli/completion.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "cli_fixture.hpp"
#include "hone/base/text.hpp"

namespace hone::cli {
namespace {

class Completion : public test::CliTest {
 protected:
  /// What is offered for the last of the words, without what it means: "tune " or "svm files ".
  std::string offered(const std::vector<std::string>& words, const std::string& shell = "zsh") {
    std::string names;
    for (const std::string& line : split(answer(words, shell), '\n'))
      if (!line.empty()) names += line.substr(0, line.find('\t')) + " ";
    return names;
  }

  std::string answer(const std::vector<std::string>& words, const std::string& shell = "zsh") {
    std::vector<std::string> asked = {"__complete", shell};
    asked.insert(asked.end(), words.begin(), words.end());
    const test::Ran ran = run(asked);
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    return ran.out;
  }

  /// What real bash offers after words as it has them, of which the last is being typed. Its script asks a
  /// function in the place of the program: once to hear what is asked, and once to be given the answer.
  std::string bash(const std::string& words, int index) {
    const std::string ask = output({"completion", "bash"}) + "COMP_WORDS=(" + words +
                            ")\nCOMP_CWORD=" + std::to_string(index) + "\n_hone\n";
    write("ask.sh", "hone() { printf '%s\\n' \"$@\" > asked.txt; }\n" + ask);
    EXPECT_EQ(std::system("bash ask.sh"), 0);
    std::vector<std::string> asked = split(read("asked.txt"), '\n');
    asked.pop_back();
    write("answer.txt", output(asked));
    write("show.sh",
          "hone() { cat answer.txt; }\n" + ask + "IFS='|'; echo \"${COMPREPLY[*]}\" > shown.txt\n");
    EXPECT_EQ(std::system("bash show.sh"), 0);
    return read("shown.txt");
  }

  /// Two studies in hone.db, one in other.db.
  void store_studies() {
    write_study();
    for (const char* name : {"svm", "my study"}) add_study(name, "hone.db");
    add_study("a:b", "other.db");
  }

  void add_study(const std::string& name, const std::string& store) {
    const std::string text = read("study.yaml");
    write("named.yaml", "name: \"" + name + "\"" + text.substr(text.find('\n')));
    output({"enqueue", "named.yaml", "C=2", "kernel=rbf", "--store", store});
    std::filesystem::remove("named.yaml");
  }
};

TEST_F(Completion, KnowsCommandsOptionsAndWords) {
  EXPECT_EQ(offered({"tu"}), "tune ");
  EXPECT_EQ(offered({"st"}), "stop stdio studies ");
  EXPECT_EQ(offered({"db", "m"}), "migrate ");
  EXPECT_EQ(offered({"help", "so"}), "sources ");
  EXPECT_EQ(offered({"sam"}), "samplers ") << "words that the help does not list any more";
  EXPECT_EQ(offered({"tune", "--tr"}), "--trials ");
  EXPECT_EQ(offered({"tune", "study.yaml", "--fr"}), "--from ");
  EXPECT_EQ(offered({"plot", "svm", "-k", "w"}), "weights warps ");
  EXPECT_EQ(offered({"export", "--format", "j"}), "json ");
  EXPECT_EQ(offered({"export", "--format=j"}), "--format=json ");
  EXPECT_EQ(offered({"completion", "f"}), "fish ");
  EXPECT_EQ(offered({"init", "--for", "g"}), "gcc-flags generic ");
  EXPECT_EQ(offered({"retry", "--state", "t"}), "timed_out ");
  EXPECT_EQ(offered({"tune", "study.yaml", "--sampler", "so"}), "sobol ");
  EXPECT_EQ(offered({"samplers", "se"}), "sequd seqrand ");
  EXPECT_EQ(offered({"methods", "as"}), "asha ");
  EXPECT_EQ(offered({"pruners", "so"}), "");
  EXPECT_EQ(offered({"completion", "bash", ""}), "--help ") << "options where nothing else can stand";
  EXPECT_EQ(offered({"tune", "--trials", ""}), "") << "a number";
  EXPECT_EQ(offered({"nonsense", "x"}), "");
  EXPECT_EQ(offered({"tune", "--nonsense=x"}), "");
  EXPECT_EQ(offered({"__"}), "") << "this command is for scripts";
}

TEST_F(Completion, SaysWhatWordsMean) {
  EXPECT_EQ(answer({"tu"}), "tune\tRun a study; go on where it stopped when it exists\n");
  EXPECT_EQ(answer({"tune", "--sampler", "gri"}), "grid\tevery combination once, then stops\n");
  EXPECT_EQ(answer({"tune", "--tr"}), "--trials\ttrials in the study, all runs together\n");
}

TEST_F(Completion, OffersEveryCommandAndEveryOptionOfEach) {
  for (const std::string& command : split(offered({""}), ' ')) {
    if (command.empty()) continue;
    EXPECT_NE(offered({command, "-"}).find("--help "), std::string::npos) << command;
    EXPECT_HAS(" " + offered({command}), " " + command + " ");
  }
  EXPECT_HAS(offered({"tune", "-"}), "-n --trials ");
}

TEST_F(Completion, ListsStudiesOfTheStoreThatIsNamed) {
  store_studies();
  EXPECT_EQ(offered({"show", "s"}), "svm files ");
  EXPECT_EQ(answer({"show", "my"}), "my study\t\nfiles\n");
  EXPECT_EQ(offered({"show", "--store", "other.db", ""}), "a:b files ");
  EXPECT_EQ(offered({"show", "--store=other.db", ""}), "a:b files ");
  EXPECT_EQ(offered({"plot", "svm", "--with", "s"}), "svm ");
  EXPECT_EQ(offered({"tune", "svm", "--from", "m"}), "my study files ");
  environment_.variables["HONE_STORE"] = "other.db";
  EXPECT_EQ(offered({"show", ""}), "a:b files ");
  EXPECT_EQ(offered({"show", "--store", "hone.db", "s"}), "svm files ");
}

TEST_F(Completion, ListsParametersOfTheStudy) {
  store_studies();
  EXPECT_EQ(offered({"plot", "my study", "-p", ""}), "C kernel degree ");
  EXPECT_EQ(offered({"plot", "study.yaml", "--parameter", "k"}), "kernel ");
  EXPECT_EQ(offered({"plot", "nobody", "-p", ""}), "");
  EXPECT_EQ(offered({"plot", "-p", ""}), "");
}

TEST_F(Completion, OffersFilesWhereOneIsExpected) {
  EXPECT_EQ(offered({"check", ""}), "files ");
  EXPECT_EQ(offered({"tune", "study.yaml", "--store", ""}), "files ");
  EXPECT_EQ(offered({"export", "svm", "-o", "x"}), "files ");
  EXPECT_EQ(offered({"worker", "http://host", "--", "l"}), "files ");
}

TEST_F(Completion, NeitherMakesAStoreNorComplainsNorWaits) {
  write("broken.db", "this is no database");
  write("broken.yaml", "name: [");
  const auto begin = std::chrono::steady_clock::now();
  for (const char* store : {"none.db", "broken.db", "", "sqlite:", "http://192.0.2.1:1", "https://192.0.2.1",
                            "postgresql://a@192.0.2.1/b", "ftp://x", "memory:"})
    EXPECT_EQ(offered({"show", "--store", store, ""}), "files ") << store;
  EXPECT_EQ(offered({"plot", "broken.yaml", "-p", ""}), "");
  EXPECT_EQ(offered({}), "");
  EXPECT_EQ(output({"__complete"}), "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  EXPECT_FALSE(std::filesystem::exists("none.db"));
  EXPECT_FALSE(std::filesystem::exists("hone.db"));
}

// bash breaks words at '=' and ':', and puts what is offered behind the last of these.
TEST_F(Completion, TakesWordsAsBashHasThem) {
  store_studies();
  EXPECT_EQ(offered({"export", "--format", "=", "j"}, "bash"), "json ");
  EXPECT_EQ(offered({"export", "--format", "="}, "bash"), "csv json ");
  EXPECT_EQ(offered({"show", "--store", "=", "other.db", "a", ":", "b"}, "bash"), "b ");
  EXPECT_EQ(offered({"show", "--store", "=", "other.db", "a", ":"}, "bash"), "b ");
  EXPECT_EQ(offered({"show", "--store", "sqlite", ":", "ot"}, "bash"), "files ");
  EXPECT_EQ(offered({"show", "--store", "sqlite", ":", "other.db", "a"}, "bash"), "a:b files ");
  EXPECT_EQ(offered({"show", "my\\ s"}, "bash"), "my study files ");
  EXPECT_EQ(offered({"show", "\"my s"}, "bash"), "my study files ");
  EXPECT_EQ(offered({"plot", "'my study'", "-p", "C"}, "bash"), "C ");
  EXPECT_EQ(offered({"plot", "my study", "-p", "'C"}, "fish"), "C ");
}

TEST_F(Completion, OfBashPutsOffersAndFilesTogether) {
  store_studies();
  EXPECT_EQ(bash("hone tu", 1), "tune\n");
  EXPECT_EQ(bash("hone db m", 2), "migrate\n");
  EXPECT_EQ(bash("hone init --for g", 3), "gcc-flags|generic\n");
  EXPECT_EQ(bash("hone show my", 2), "my study\n");
  EXPECT_EQ(bash("hone show 'my\\ st'", 2), "my study\n");  // as it is typed, with a backslash
  const std::string both = bash("hone show s", 2);
  EXPECT_TRUE(both.starts_with("svm|")) << both;
  EXPECT_HAS(both, "|study.yaml");
  EXPECT_EQ(bash("hone plot 'my\\ study' -p ''", 4), "C|kernel|degree\n");
  EXPECT_EQ(bash("hone tune --store = st", 4), "study.yaml\n");
  EXPECT_EQ(bash("hone tune study.yaml --sampler so later", 4), "sobol\n") << "the cursor is not at the end";
}

TEST_F(Completion, ExistsForEveryShell) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = output({"completion", shell});
    EXPECT_HAS(script, "hone __complete " + std::string(shell));
    EXPECT_LT(split(script, '\n').size(), 20U);
  }
  EXPECT_HAS(output({"completion", "zsh"}), "#compdef hone");
  const test::Ran ran = run({"completion", "zhs"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_HAS(ran.err, "did you mean 'zsh'?");
}

}  // namespace
}  // namespace hone::cli
