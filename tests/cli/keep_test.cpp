// SPDX-License-Identifier: MIT
// Notes, tags, what is copied from the best trial, and what is cleared away.
#include <sys/resource.h>
#include <utime.h>

#include <ctime>

#include "cli_fixture.hpp"
#include "hone/storage/sqlite_database.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

class Keep : public test::CliTest {
 protected:
  void tune(const std::string& name = "runs") {
    write(name + ".yaml", "name: " + name +
                              "\n"
                              "objective: {name: loss, direction: minimize}\n"
                              "parameters:\n"
                              "  x: {type: int, low: 0, high: 9}\n"
                              "  word: {type: categorical, choices: [\"it's $HOME\", plain]}\n"
                              "environment: {MODE: fast}\n"
                              "command: [sh, -c, 'echo $0', '{x}', '{word}']\n"
                              "sampler: random\n"
                              "budget: {trials: 6}\n");
    output({"tune", name + ".yaml", "-q"});
  }
  fs::path study_folder() {
    for (const auto& entry : fs::directory_iterator(".hone")) return entry.path();
    return {};
  }
  static std::size_t folders_in(const fs::path& path) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
  }
  static void make_old(const fs::path& path) {
    const std::time_t then = std::time(nullptr) - 40 * 86400;
    const utimbuf times{then, then};
    for (const auto& entry : fs::recursive_directory_iterator(path)) ::utime(entry.path().c_str(), &times);
    ::utime(path.c_str(), &times);
  }
};

// ---- Notes and tags

TEST_F(Keep, NotesAndTagsOfTrials) {
  tune();
  EXPECT_EQ(output({"note", "runs", "2", "the fan was loud", "--tag", "odd"}), "noted on trial 2 of runs\n");
  output({"note", "runs", "4", "--tag", "odd,slow"});
  EXPECT_HAS(output({"note", "runs", "2"}), "tagged odd; note: the fan was loud");
  const std::string table = output({"trials", "runs"});
  EXPECT_HAS(table, "the fan was loud");
  EXPECT_HAS(table, "odd, slow");
  const std::string odd = output({"trials", "runs", "--tag", "odd", "-c", "number"});
  EXPECT_EQ(odd, "number\n     2\n     4\n");
  output({"note", "runs", "4", "--untag", "odd"});
  EXPECT_EQ(output({"trials", "runs", "--tag", "odd", "-c", "number"}), "number\n     2\n");
  EXPECT_EQ(output({"trials", "runs", "--where", "attr.tag.slow", "-c", "number"}), "number\n     4\n");
}

TEST_F(Keep, NotesAreExportedAndComeBack) {
  tune();
  output({"note", "runs", "2", "the fan, \"loud\"", "--tag", "odd"});
  for (const char* format : {"csv", "json"}) {
    const std::string store = std::string(format) + ".db";
    output({"export", "runs", "-f", format, "-o", "out"});
    output({"import", "runs.yaml", "out", "-f", format, "--store", store});
    EXPECT_EQ(output({"trials", "runs", "-c", "number,notes,tags", "--store", store}),
              output({"trials", "runs", "-c", "number,notes,tags"}));
  }
}

TEST_F(Keep, NotesAndTagsOfStudies) {
  tune();
  EXPECT_EQ(output({"note", "runs"}), "nothing is noted on runs\n");
  EXPECT_EQ(output({"note", "runs", "for", "the paper", "--tag", "paper"}), "noted on runs\n");
  EXPECT_HAS(output({"show", "runs"}), "for the paper");
  EXPECT_HAS(output({"show", "runs"}), "tags: paper");
  EXPECT_HAS(output({"show", "runs", "--json"}), "\"for the paper\"");
  EXPECT_HAS(output({"studies", "--tag", "paper"}), "runs");
  EXPECT_HAS(output({"studies", "--tag", "other"}), "no study has that tag");
  output({"delete", "runs", "--yes"});
  tune();
  EXPECT_EQ(output({"note", "runs"}), "nothing is noted on runs\n");
}

TEST_F(Keep, ADamagedNoteKeepsNobodyFromTheOthers) {
  tune();
  output({"note", "runs", "the first", "--tag", "paper"});
  output({"note", "runs", "the second"});
  storage::SqliteDatabase("hone.db", {})
      .execute("UPDATE study_notes SET text = 'The first' WHERE number = 1");
  const test::Ran told = run({"note", "runs"});
  EXPECT_HAS(told.out, "the second");
  EXPECT_HAS(told.err, "some of what was noted is damaged: see 'hone db check'");
  EXPECT_HAS(output({"studies"}), "runs");
  EXPECT_HAS(output({"show", "runs"}), "the second");
  EXPECT_HAS(run({"db", "check"}).out, "study 'runs': its note 1 is damaged");
}

TEST_F(Keep, MistakesInNotes) {
  tune();
  EXPECT_HAS(run({"note", "runs", "99", "x"}).err, "there is no trial 99");
  EXPECT_HAS(run({"note", "runs", "99"}).err, "there is no trial 99");
  EXPECT_HAS(run({"note", "runs", "--tag", "two words"}).err, "'two words' cannot be a tag");
  EXPECT_HAS(run({"note", "runs", "2", "--untag", "zzz"}).err,
             "trial 2 has no tag 'zzz'; it has none at all");
  output({"note", "runs", "--tag", "paper"});
  EXPECT_HAS(run({"note", "runs", "--untag", "papre"}).err,
             "the study 'runs' has no tag 'papre'; it has paper");
  EXPECT_HAS(run({"note", "runs", "--tag", "a", "--untag", "a"}).err, "put on and taken off at once");
}

// ---- What is copied

TEST_F(Keep, TheBestSettingsAsACommandLine) {
  tune();
  const std::string command = output({"best", "runs", "--command"});
  EXPECT_HAS(command, "sh -c 'echo $0' ");
  const std::string variables = output({"best", "runs", "--env"});
  EXPECT_HAS(variables, "export HONE_PARAM_X=");
  EXPECT_HAS(variables, "export MODE=fast\n");
  EXPECT_HAS(variables, "export HONE_SEED=");
  for (const char* trial : {"0", "1", "2", "3", "4", "5"}) {
    const std::string line = output({"best", "runs", "--command", "--trial", trial});
    const bool quoted = test::has(line, "'it'\\''s $HOME'");
    EXPECT_TRUE(quoted || test::has(line, " plain")) << line;
  }
  EXPECT_HAS(output({"best", "runs", "--command", "--json"}), "\"command\": \"");
}

TEST_F(Keep, WhatIsCopiedIsWhatTheTrialRan) {
  tune();
  const std::string before = output({"best", "runs", "--command", "--trial", "0"});
  std::string file = read("runs.yaml");
  file.replace(file.find("MODE: fast"), 10, "MODE: slow");
  file.replace(file.find("echo $0"), 7, "expr $0 + 1");
  write("runs.yaml", file);
  output({"tune", "runs.yaml", "-q", "--trials", "7"});
  const test::Ran old = run({"best", "runs", "--command", "--env", "--trial", "0"});
  EXPECT_HAS(old.out, before);
  EXPECT_HAS(old.out, "export MODE=fast\n");
  EXPECT_HAS(old.err, "trial 0 ran by version 1 of the study's definition, and so this is");
  const test::Ran now = run({"best", "runs", "--command", "--env", "--trial", "6"});
  EXPECT_HAS(now.out, "expr $0 + 1");
  EXPECT_HAS(now.out, "export MODE=slow\n");
  EXPECT_EQ(now.err, "");
}

// A parameter that the space does not have any more was in the command all the same.
TEST_F(Keep, WhatIsCopiedHoldsFormerParameters) {
  tune();
  const std::string before = output({"best", "runs", "--command", "--trial", "0"});
  std::string file = read("runs.yaml");
  const std::size_t line = file.find("  word:");
  file.erase(line, file.find('\n', line) + 1 - line);
  file.replace(file.find(", '{word}'"), 10, "");
  write("new.yaml", file + "removed: {word: plain}\n");
  output({"space", "runs", "--set", "new.yaml"});
  EXPECT_EQ(output({"best", "runs", "--command", "--trial", "0"}), before);
  EXPECT_HAS(output({"best", "runs", "--env", "--trial", "0"}), "export HONE_PARAM_WORD=");
}

TEST_F(Keep, ACommandWithoutSettingsPointsAtTheEnvironment) {
  write("study.yaml",
        "name: s\nparameters:\n  x: [1, 2]\ncommand: [sh, -c, 'echo $HONE_PARAM_X']\n"
        "sampler: random\nbudget: {trials: 1}\n");
  output({"tune", "study.yaml", "-q"});
  const test::Ran alone = run({"best", "s", "--command"});
  EXPECT_HAS(alone.out, "sh -c 'echo $HONE_PARAM_X'\n");
  EXPECT_HAS(alone.err, "no argument of this command holds a setting");
  EXPECT_HAS(alone.err, "--env");
  EXPECT_EQ(run({"best", "s", "--command", "--env"}).err, "");
}

TEST_F(Keep, AVariableThatNoShellTakesIsNotPrintedForOne) {
  write("study.yaml",
        "name: s\nparameters:\n  x: [1, 2]\nenvironment: {'A;touch hacked': 1, B: \"it's\"}\n"
        "command: [echo, '1']\nsampler: random\nbudget: {trials: 1}\n");
  output({"tune", "study.yaml", "-q"});
  const test::Ran ran = run({"best", "s", "--env"});
  EXPECT_EQ(ran.out.find("hacked"), std::string::npos);
  EXPECT_HAS(ran.out, "export B='it'\\''s'\n");
  EXPECT_HAS(ran.err, "no shell takes the variable 'A;touch hacked'");
}

TEST_F(Keep, WhatCannotBeCopiedSaysWhy) {
  write_study();
  output({"enqueue", "study.yaml", "C=10", "kernel=rbf"});
  EXPECT_HAS(run({"best", "svm", "--command"}).err, "no trial of 'svm' is complete yet");
  output({"ask", "svm"});
  output({"tell", "svm", "0", "1"});
  EXPECT_HAS(run({"best", "svm", "--command"}).err, "the study 'svm' has no command");
  EXPECT_HAS(output({"best", "svm", "--env"}), "export HONE_PARAM_C=10");
  EXPECT_HAS(run({"best", "svm", "--command", "--trial", "7"}).err, "there is no trial 7");
  EXPECT_HAS(run({"best", "svm", "--trial", "0"}).err, "--trial goes with --command or --env");
}

TEST_F(Keep, ShowTellsHowAStudyIsRun) {
  write("study.yaml",
        "name: s\n"
        "parameters:\n"
        "  x: {type: float, low: 0, high: 1}\n"
        "  y: {type: float, low: 0, high: 1}\n"
        "constraints: [x + y <= 1.5]\n"
        "command: [echo, '{x}']\n"
        "sampler: random\n"
        "pruner: median\n"
        "budget: {trials: 2, parallel: 2, trial_timeout: 10s}\n");
  output({"tune", "study.yaml", "-q"});
  const std::string shown = output({"show", "s"});
  for (const char* part : {"pruner      median", "command     echo '{x}'", "constraint  x + y <= 1.5",
                           "budget      2 trials, 2 at a time, 10s for each"})
    EXPECT_HAS(shown, part);
}

// ---- What is cleared away

TEST_F(Keep, GcShowsAndThenRemovesOldFoldersButTheBest) {
  tune();
  const fs::path folder = study_folder();
  ASSERT_EQ(folders_in(folder), 6u);
  EXPECT_HAS(output({"gc", "--keep-best", "0"}), "6 too young");
  make_old(folder);
  const std::string plan = output({"gc", "--keep-best", "2"});
  EXPECT_HAS(plan, "would remove 4 trial folders");
  EXPECT_EQ(folders_in(folder), 6u);
  EXPECT_HAS(output({"gc", "runs", "--keep-best", "2", "--yes"}), "removed 4 trial folders");
  EXPECT_EQ(folders_in(folder), 2u);
  const std::string best = output({"trials", "runs", "--sort", "best", "-n", "1", "-c", "number"});
  EXPECT_TRUE(fs::exists(folder / best.substr(best.find_last_of(" \n", best.size() - 2) + 1, 1)));
  EXPECT_HAS(output({"trials", "runs"}), "complete");
  EXPECT_HAS(output({"gc", "--keep-best", "2"}), "nothing to remove");
}

TEST_F(Keep, GcLeavesTrialsThatRunOrWaitAlone) {
  tune();
  const fs::path folder = study_folder();
  make_old(folder);
  output({"delete", "runs", "--trial", "3"});
  output({"retry", "runs", "--trial", "3"});
  const std::string plan = output({"gc", "--keep-best", "0", "--yes"});
  EXPECT_HAS(plan, "removed 5 trial folders");
  EXPECT_HAS(plan, "1 of trials that run or wait");
  EXPECT_TRUE(fs::exists(folder / "3"));
}

TEST_F(Keep, GcFindsFoldersWhoseStudyIsGone) {
  tune();
  const fs::path folder = study_folder();
  output({"delete", "runs", "--yes"});
  tune("other");
  make_old(folder);
  EXPECT_HAS(output({"gc"}), "1 folder of studies that are not in this store");
  EXPECT_HAS(output({"gc", "--orphans"}), "(not in this store): 6 trial folders");
  EXPECT_TRUE(fs::exists(folder));
  EXPECT_HAS(output({"gc", "--orphans", "--yes"}), "removed 6 trial folders");
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_EQ(folders_in(".hone"), 1u) << "of the study that is there";
  EXPECT_HAS(run({"gc", "other", "--orphans"}).err, "--orphans is about folders without a study");
}

// It opened the store anew for each.
TEST_F(Keep, GcLooksAtMoreStudiesThanFilesCanBeOpen) {
  for (int i = 0; i < 60; ++i) {
    const std::string name = "many" + std::to_string(i);
    write("many.yaml", "name: " + name + "\nparameters:\n  x: [1, 2]\n");
    output({"enqueue", "many.yaml", "x=1"});
  }
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit few = before;
  few.rlim_cur = 48;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  const test::Ran ran = run({"gc"});
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(Keep, GcMovesOldStudiesIntoAnArchiveFromWhichTheyComeBack) {
  tune();
  tune("other");
  output({"note", "runs", "as it was"});
  const std::string before = output({"export", "runs", "--json"});
  EXPECT_HAS(output({"gc", "--studies", "--archive", "old.db"}), "no study to move") << "all are young";
  const std::vector<std::string> plan = {"gc", "runs",      "--studies", "--older-than",
                                         "0",  "--archive", "old.db"};
  EXPECT_HAS(output(plan), "would move 1 study into old.db");
  EXPECT_FALSE(fs::exists("old.db"));
  std::vector<std::string> move = plan;
  move.push_back("--yes");
  const std::string moved = output(move);
  EXPECT_HAS(moved, "moved 1 study into old.db");
  EXPECT_HAS(moved, "hone db copy old.db hone.db --study runs");
  EXPECT_EQ(run({"show", "runs"}).code, 4);
  EXPECT_EQ(output({"export", "runs", "--json", "--store", "old.db"}), before);
  EXPECT_HAS(run({"db", "copy", "old.db", "hone.db", "--study", "nosuch"}).err, "no study 'nosuch'");
  EXPECT_HAS(output({"db", "copy", "old.db", "hone.db", "--study", "runs"}), "copied 1 study, 6 trials");
  EXPECT_EQ(output({"export", "runs", "--json"}), before);
  EXPECT_HAS(output({"note", "runs"}), "as it was");
  EXPECT_HAS(output({"db", "check"}), "is sound");
}

TEST_F(Keep, GcKeepsStudiesThatRunAndRefusesHalfACommand) {
  tune();
  output({"ask", "runs"});
  const std::string said = output({"gc", "--studies", "--older-than", "0", "--archive", "old.db", "--yes"});
  EXPECT_HAS(said, "runs: stays, as trials of it run");
  EXPECT_HAS(output({"show", "runs"}), "runs");
  EXPECT_HAS(run({"gc", "--studies"}).err, "only for an archive");
  EXPECT_HAS(run({"gc", "--archive", "old.db"}).err, "only for an archive");
  EXPECT_HAS(run({"gc", "--studies", "--archive", "old.db", "--logs"}).err, "not about trial folders");
}

TEST_F(Keep, GcLeavesNoEmptyFolderBehind) {
  tune();
  output({"gc", "--older-than", "0", "--keep-best", "0", "--yes"});
  EXPECT_EQ(folders_in(".hone"), 0u);
}

TEST_F(Keep, GcOfLogsLeavesOtherFiles) {
  tune();
  const fs::path folder = study_folder();
  EXPECT_HAS(output({"gc", "--logs", "--older-than", "0", "--keep-best", "0", "--yes"}),
             "removed the logs of 6");
  EXPECT_FALSE(fs::exists(folder / "0" / "stdout.txt"));
  EXPECT_TRUE(fs::exists(folder / "0" / "params.json"));
}

TEST_F(Keep, DeleteTakesTheFoldersWithIt) {
  tune();
  EXPECT_HAS(output({"delete", "runs", "--yes"}), "left alone: 6 trial folders");
  EXPECT_EQ(folders_in(study_folder()), 6u);
  fs::remove_all(".hone");
  tune();
  EXPECT_HAS(output({"delete", "runs", "--yes", "--files"}), "removed 6 trial folders");
  EXPECT_EQ(study_folder(), fs::path());
}

TEST_F(Keep, DeleteAsksForTheFoldersAtATerminal) {
  environment_.input_is_terminal = true;
  tune();
  const test::Ran kept = run({"delete", "runs"}, "y\nn\n");
  EXPECT_EQ(kept.code, 0);
  EXPECT_HAS(kept.err, "Remove its 6 trial folders (");
  EXPECT_EQ(folders_in(study_folder()), 6u);
  fs::remove_all(".hone");
  tune();
  EXPECT_HAS(run({"delete", "runs"}, "y\ny\n").out, "removed 6 trial folders");
}

// ---- Importing

TEST_F(Keep, ImportingAFileTwiceIsNoticed) {
  write_study();
  write("r.csv", "C,kernel,degree,loss\n10,rbf,,0.5\n20,poly,3,0.25\n30,rbf,,\n");
  output({"import", "study.yaml", "r.csv"});
  const test::Ran again = run({"import", "study.yaml", "r.csv"});
  EXPECT_NE(again.code, 0);
  EXPECT_HAS(again.err, "all 3 results are in the study 'svm' already (trials 0, 1, 2)");
  EXPECT_EQ(output({"trials", "svm", "-c", "number"}), "number\n     0\n     1\n     2\n");
  write("r.csv", "C,kernel,degree,loss\n10,rbf,,0.5\n20,poly,3,0.25\n30,rbf,,\n40,rbf,,0.125\n");
  EXPECT_HAS(run({"import", "svm", "r.csv"}).err, "3 of the 4 results are in the study 'svm' already");
  EXPECT_HAS(output({"import", "svm", "r.csv", "--only-new"}), "imported 1 trial into svm");
  EXPECT_HAS(output({"import", "svm", "r.csv", "--again"}), "imported 4 trials into svm");
}

TEST_F(Keep, RepeatsWithinAFileAreMeasurements) {
  write_study();
  write("r.csv", "C,kernel,degree,loss\n10,rbf,,0.5\n10,rbf,,0.5\n10,rbf,,0.6\n");
  EXPECT_HAS(output({"import", "study.yaml", "r.csv"}), "imported 3 trials");
}

TEST_F(Keep, AFailedImportLeavesNothingBehind) {
  write_study();
  write("bad.csv", "C,kernel,degree,loss\n10,rbf,,0.5\n5000,rbf,,0.5\n");
  EXPECT_NE(run({"import", "study.yaml", "bad.csv"}).code, 0);
  EXPECT_FALSE(fs::exists("hone.db"));
  write("bad.json", "[{\"params\": {\"C\": 10, \"kernel\": \"rbf\"}}]");
  EXPECT_NE(run({"import", "study.yaml", "bad.json"}).code, 0);
  EXPECT_NE(run({"import", "study.yaml", "none.csv"}).code, 0);
  EXPECT_FALSE(fs::exists("hone.db"));
  EXPECT_HAS(output({"import", "study.yaml", "bad.csv", "--dry-run", "--skip-invalid"}),
             "would import 1 trial");
  EXPECT_FALSE(fs::exists("hone.db"));
}

TEST_F(Keep, ATableTellsValuesApartThatDifferAfterALineEnd) {
  write("study.yaml",
        "name: s\nparameters:\n  x: {type: categorical, choices: [\"a\\nb\", a]}\ncommand: [echo, '1']\n"
        "sampler: grid\n");
  output({"tune", "study.yaml", "-q"});
  EXPECT_HAS(output({"trials", "s", "-c", "x"}), "a\\nb\n");
}

TEST_F(Keep, OneParameterHasNoContourAndNoPairs) {
  write("study.yaml",
        "name: s\nparameters:\n  x: {type: float, low: 0, high: 1}\ncommand: [echo, '{x}']\n"
        "sampler: random\nbudget: {trials: 12, parallel: 2}\n");
  output({"tune", "study.yaml", "-q"});
  output({"report", "s", "-o", "s.html"});
  EXPECT_EQ(read("s.html").find("id=\"contour\""), std::string::npos);
  EXPECT_HAS(output({"importance", "s", "--pairs"}), "there are no two parameters to look at together\n");
}

TEST_F(Keep, AStudyWithoutABudgetSaysHowToStopIt) {
  write("study.yaml",
        "name: s\nparameters:\n  x: {type: categorical, choices: [a, b]}\ncommand: [echo, '1']\n"
        "sampler: grid\n");
  EXPECT_HAS(run({"tune", "study.yaml"}).err, "no budget: it goes on until you stop it with Ctrl-C");
  EXPECT_HAS(output({"show", "s"}), "none, so it runs until it is stopped");
}

}  // namespace
}  // namespace hone::cli
