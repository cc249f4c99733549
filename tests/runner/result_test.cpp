// SPDX-License-Identifier: MIT
#include "hone/runner/result.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>

#include "hone/base/text.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::runner {
namespace {

const Objective kLoss{.name = "loss"};
const Objective kTime{.name = "time"};
using Values = std::vector<double>;

Result printed(std::string_view output, std::vector<Objective> objectives = {kLoss}) {
  return ResultReader(LastPrinted{}, std::move(objectives)).read_text("", output);
}

Result by_regex(const std::string& pattern, std::string_view output,
                std::vector<Objective> objectives = {kLoss}) {
  return ResultReader(RegexResult{pattern}, std::move(objectives)).read_text("", output);
}

Result by_path(const std::string& path, std::string_view output,
               std::vector<Objective> objectives = {kLoss}) {
  return ResultReader(JsonResult{path}, std::move(objectives)).read_text("", output);
}

void expect_failure(const Result& result, const std::string& words) {
  EXPECT_EQ(result.state, TrialState::Failed);
  EXPECT_TRUE(result.values.empty());
  EXPECT_NE(result.error.find(words), std::string::npos) << result.error;
}

TEST(Result, IsTheNumberPrintedLast) { EXPECT_EQ(printed("epoch 1\n3\n0.5\n").values, Values{0.5}); }

TEST(Result, IsUnderTheObjectivesNameOrValue) {
  EXPECT_EQ(printed(R"({"loss": 0.5, "value": 3})").values, Values{0.5});
  EXPECT_EQ(printed(R"({"value": 3})").values, Values{3});
  EXPECT_EQ(printed(R"({"values": [4]})").values, Values{4});
  EXPECT_EQ(printed(R"({"loss": "0.25"})").values, Values{0.25});
}

TEST(Result, KeepsOtherScalarsAsAttributes) {
  const Result result = printed(
      R"({"loss": 0.5, "accuracy": 0.9, "epochs": 12, "ok": true, "note": "fine", "curve": [1, 2], "none": null,
          "attributes": {"size": 3, "deep": {}}, "state": "complete"})");
  EXPECT_EQ(result.state, TrialState::Complete);
  const Attributes expected{{"accuracy", 0.9},
                            {"epochs", std::int64_t{12}},
                            {"ok", true},
                            {"note", std::string("fine")},
                            {"size", std::int64_t{3}}};
  EXPECT_EQ(result.attributes, expected);
}

TEST(Result, KeepsItsValueWhenItsAttributesAreTooMany) {
  std::string many = R"({"loss": 0.5)";
  for (int i = 0; i < 1001; ++i) many += ",\"a" + std::to_string(i) + "\":1";
  const Result result = printed(many + "}");
  EXPECT_EQ(result.values, Values{0.5});
  EXPECT_TRUE(result.attributes.empty());
  EXPECT_NE(result.remark.find("1001 attributes"), std::string::npos) << result.remark;
  const Result hidden = printed("{\"loss\": 0.5, \"a\u202eb\": 1}");
  EXPECT_EQ(hidden.values, Values{0.5});
  EXPECT_TRUE(hidden.attributes.empty());
}

TEST(Result, MayBeThatThereIsNone) {
  Result result = printed(R"({"state": "infeasible", "error": "does not fit into memory", "memory": 12})");
  EXPECT_EQ(result.state, TrialState::Infeasible);
  EXPECT_EQ(result.error, "does not fit into memory");
  EXPECT_EQ(result.attributes.at("memory"), Value(std::int64_t{12}));
  EXPECT_EQ(printed(R"({"state": "failed"})").state, TrialState::Failed);
  EXPECT_EQ(printed(R"({"state": "failed"})").error, "the command said so");
  EXPECT_EQ(printed(R"({"state": "pruned"})").state, TrialState::Pruned);
  EXPECT_EQ(printed(R"({"state": "pruned"})").error, "") << "nothing went wrong";
  expect_failure(printed(R"({"state": "running"})"), "a command may say");
  EXPECT_EQ(printed(R"({"loss": 1, "state": "California"})").attributes.at("state"),
            Value(std::string("California")));
}

TEST(Result, OfSeveralObjectivesIsAnObjectOrAList) {
  const std::vector<Objective> two = {kLoss, kTime};
  EXPECT_EQ(printed(R"({"time": 2, "loss": 1})", two).values, (Values{1, 2}));
  EXPECT_EQ(printed("[1, 2]", two).values, (Values{1, 2}));
  EXPECT_EQ(printed(R"({"values": [1, 2]})", two).values, (Values{1, 2}));
  expect_failure(printed("1\n", two), "one number (1) but there are 2 objectives");
  expect_failure(printed("[1, 2, 3]", two), "a list of 3");
  expect_failure(printed(R"({"loss": 1})", two), "no \"time\"");
}

TEST(Result, KeepsNonFiniteValuesForTheTellerToRefuse) {
  EXPECT_TRUE(std::isnan(printed("0.5\nnan\n").values.at(0)));
  EXPECT_TRUE(std::isnan(printed("{\"loss\": 0.5}\n{\"loss\": NaN}\n").values.at(0)));
  EXPECT_TRUE(std::isinf(printed("{\"loss\": -Infinity}\n").values.at(0)));
}

TEST(Result, SaysWhatWasFoundInstead) {
  expect_failure(printed(""), "it printed nothing");
  expect_failure(printed("training...\nthe end\n\n"), "its last line is 'the end'");
  expect_failure(printed(R"({"los": 0.5})"), R"(no "loss": {"los":0.5})");
  expect_failure(printed(R"({"loss": null})"), R"("loss" of the result is null; give a number)");
  expect_failure(printed(R"({"loss": [1]})"), R"("loss" of the result is [1])");
  expect_failure(printed("a\xff\x01z\n"), "'a\\xff\\x01z'");
}

// Each of these was passed over, and the 0.5 before it was the result.
TEST(Result, IsNotANumberBeforeALineThatLooksLikeAResult) {
  const std::vector<std::string> doubtful = {"1e999",
                                             "-1e999",
                                             "0.7 # final",
                                             "0.7 // final",
                                             "0.7#final",
                                             "0.7, 0.8",
                                             "0.7;",
                                             "0,7",
                                             "93%",
                                             "0.7 (best)",
                                             "0.3s",
                                             "0x10",
                                             "\"0.7\"",
                                             "(0.7,)",
                                             "{0.7}",
                                             "tensor(0.7)",
                                             "tensor(0.7, device='cuda:0')",
                                             "=> 0.7",
                                             "0.7.",
                                             "[0.7] # final",
                                             "[1] 0.7",
                                             "[0.7 0.8]",
                                             R"({"loss": 0.7} // done)",
                                             R"({"loss": 0.7} # done)",
                                             R"({"loss": 0.7},)",
                                             R"({"loss": 0.7)",
                                             R"({'loss': 0.7})",
                                             R"({"loss": 0.7 "epoch": 3})",
                                             R"(result: {'loss': 0.7})",
                                             "{loss: 0.7}",
                                             R"("loss": 0.7,)",
                                             "loss: 0.7",
                                             "loss=0.7",
                                             "Loss = 0.7 (best)",
                                             "final loss is 0.7",
                                             "loss 0.7",
                                             "loss: nan",
                                             "accuracy: 0.93",
                                             "val_loss = 0.7",
                                             "top5 accuracy: 93%",
                                             "accuracy: tensor(0.93)",
                                             "accuracy: '0.93'",
                                             "result: [0.7]",
                                             "accuracy 0.93",
                                             "test accuracy 93.1%",
                                             "epoch 10/10 val_loss 0.93",
                                             "R2 score: 0.93 done",
                                             "Accuracy: 0.93 (epoch 3)",
                                             "accuracy: 0.93.",
                                             "accuracy:0.93,",
                                             "result [0.5]"};
  for (const std::string& line : doubtful) {
    expect_failure(printed("0.5\n" + line + "\n"), "the line '");
    expect_failure(printed("0.5\n" + line + "\nSaved model to x.pt\n\n"), "the line '");
  }
}

TEST(Result, MayBeFollowedByLinesThatDoNotLookLikeOne) {
  const std::vector<std::string> harmless = {"done in 3 s",
                                             "Saved model to x.pt",
                                             "warning: 3 values were dropped",
                                             "2026-05-01 12:00:01 INFO bye",
                                             "12:00:01 bye",
                                             "[12:00:01] bye",
                                             "[INFO] bye",
                                             "[3] workers",
                                             "10/10 [====] 1s/step",
                                             "100%|#####| 10/10",
                                             "100% done",
                                             "elapsed: 3.2s",
                                             "layers: [64, 64]",
                                             "3f2a9c1",
                                             "127.0.0.1",
                                             "1.2.3",
                                             "finished at 12:03:04",
                                             "void f() {",
                                             "}",
                                             "{}",
                                             "info: bye",
                                             "lossless",
                                             "val_loss",
                                             "the loss did not improve",
                                             "nano",
                                             "https://x.org:8080/run"};
  for (const std::string& line : harmless) {
    EXPECT_EQ(printed("0.5\n" + line + "\n").values, Values{0.5}) << line;
    EXPECT_EQ(printed("{\"loss\": 0.5}\n" + line + "\n").values, Values{0.5}) << line;
  }
  // An object names its numbers, so another name does not cast doubt on it.
  EXPECT_EQ(printed("{\"loss\": 0.5}\nelapsed: 3.2\n").values, Values{0.5});
}

TEST(Result, SaysWhereAnObjectInsideTheObjectHasIt) {
  expect_failure(printed("{\"metrics\": {\"test\": {\"loss\": 0.5}}}\n"),
                 "print it under this name, or say where it stands: result: {json: metrics.test.loss}");
  EXPECT_EQ(by_path("metrics.test.loss", "{\"metrics\": {\"test\": {\"loss\": 0.5}}}\n").values, Values{0.5});
  expect_failure(printed("{\"metrics\": {\"loss\": \"high\"}}\n"),
                 "give the objective the name that is printed");
}

TEST(Result, SaysThatALineWithANumberWasPassedOver) {
  EXPECT_EQ(printed("0.5\nimproved to 0.93 in epoch 3\nbye\n").remark,
            "the result is not on the last line: 'improved to 0.93 in epoch 3' after it was passed over");
  EXPECT_EQ(printed("0.5\ndone in 3.2 s\n").remark, "");
  EXPECT_EQ(printed("improved to 0.93\n0.5\n").remark, "");
  EXPECT_EQ(printed("{\"loss\": 0.5}\nimproved to 0.93\n").remark, "") << "an object names its numbers";
}

// Whoever follows the advice gets the number that he sees.
TEST(Result, AnExpressionThatIsProposedFindsTheNumber) {
  const std::vector<std::string> lines = {"Loss=0.5",
                                          "LOSS: 0.5",
                                          "{'loss': 0.5}",
                                          "{\"loss\": 0.5} // done",
                                          "{\"loss\": 0.5",
                                          "loss\t0.5",
                                          "loss is 0.5",
                                          "the loss was 0.5",
                                          "loss: tensor(0.5)",
                                          "loss: [0.5]",
                                          "loss:0.5ms",
                                          "loss: $0.5",
                                          "loss: 0.5%",
                                          "loss: 0.5, acc: 0.9",
                                          "loss -> 0.5",
                                          "accuracy is 0.5",
                                          "final accuracy: 0.5",
                                          "val/acc@5: 0.5",
                                          "loss: 0.5."};
  for (const std::string& line : lines) {
    const std::string error = printed(line + "\n").error;
    const std::size_t from = error.find("{regex: '");
    ASSERT_NE(from, std::string::npos) << line << ": " << error;
    const std::string expression = error.substr(from + 9, error.find("'}", from) - from - 9);
    EXPECT_EQ(by_regex(expression, line + "\n").values, Values{0.5}) << line << ": " << expression;
  }
  for (const char* line :
       {"loss: 0,5", "loss: N/A", "loss: 1,000", "loss: 0x10", "loss: 1_000", "loss: 0.5/1"}) {
    const std::string error = printed(text(line, "\n")).error;
    EXPECT_EQ(error.find("{regex: '"), std::string::npos) << error;
  }
}

TEST(Result, AnExpressionThatIsProposedHasAGroupForEachObjective) {
  expect_failure(printed("loss 0.5 time 3\n", {kLoss, kTime}),
                 R"({regex: '^loss\s+(\S+).*?\btime\s+(\S+)'})");
  EXPECT_EQ(by_regex(R"(^loss\s+(\S+).*?\btime\s+(\S+))", "loss 0.5 time 3\n", {kLoss, kTime}).values,
            (Values{0.5, 3}));
  for (const char* line : {"time 3 loss 0.5\n", "loss 0.5\n", "accuracy: 0.5\n"})
    EXPECT_EQ(printed(line, {kLoss, kTime}).error.find("{regex: '"), std::string::npos) << line;
}

TEST(Result, SaysHowToFindTheNumberOfADoubtfulLine) {
  expect_failure(printed("10\naccuracy: 0.93\n"),
                 "the line '10' may be the result, and so may 'accuracy: 0.93' after it; print the result "
                 "last, as a number "
                 "alone on its line or as JSON on one line, or say where it stands, as in result: {regex: "
                 "'^accuracy:\\s*(\\S+)'}; {regex: '^\\s*([-+.0-9eE]+)\\s*$'} takes the former line");
  EXPECT_EQ(by_regex("^\\s*([-+.0-9eE]+)\\s*$", "epoch 3\n10\naccuracy: 0.93\n").values, Values{10});
  EXPECT_EQ(by_regex("^accuracy:\\s*(\\S+)", "10\naccuracy: 0.93\n").values, Values{0.93});
  expect_failure(printed("0.5\n1e999\n"), "'1e999' is a number that 64 bits cannot hold");
  expect_failure(printed("0.5\ntensor(0.7)\n"),
                 "the line 'tensor(0.7)' is not a plain decimal number; print the");
  expect_failure(printed("0.5\n{'loss': 0.7}\n"), "looks like an object and is not JSON");
  expect_failure(printed("0.5\n{\"loss\": 0.7} // done\n"),
                 "begins with an object and goes on with something else");
  expect_failure(printed("0.5\n{\n  'loss': 0.7\n}\n"), "the line '{   'loss': 0.7 }'");
}

// The end of the output was lost: what stands inside is not the result.
TEST(Result, APartOfAnObjectThatIsNotClosedIsRefused) {
  for (const char* output :
       {"{\"loss\": 0.9, \"best\": {\"loss\": 0.1}\n", "epoch: {\"loss\": 0.9, \"best\": {\"loss\": 0.1}\n",
        "{\n \"loss\": 0.9,\n \"best\": {\"loss\": 0.1}\n", "{\"runs\": [{\"loss\": 0.9}, {\"loss\": 0.1}\n",
        "{\"loss\":0.5}\n{\"loss\": 0.9, \"best\": {\"loss\": 0.1}\n"}) {
    EXPECT_EQ(printed(output).state, TrialState::Failed) << output;
  }
  EXPECT_EQ(printed("step {\"n\": 3} {\"loss\": 0.25}\n").values, Values{0.25}) << "the first is closed";
}

// With several objectives a list is a result, but only one that fills its line.
TEST(Result, IsNotAListBeforeALineWithAnother) {
  const std::vector<Objective> two = {kLoss, kTime};
  for (const char* line : {"final [0.7, 0.8]", "[0.7, 0.8] done", "(0.7, 0.8)", "values = (0.7, 0.8)",
                           "array([0.7, 0.8])", "[0.7, 0.8]])"}) {
    expect_failure(printed(std::string("[0.5, 0.6]\n") + line + "\n", two), "the line '");
  }
  for (const char* line : {"layers [64, 64, 8]", "batch [3]", "step (1/2, 2/2)", "[a, b]"}) {
    EXPECT_EQ(printed(std::string("[0.5, 0.6]\n") + line + "\n", two).values, (Values{0.5, 0.6})) << line;
  }
  EXPECT_EQ(printed("{\"loss\": 0.5, \"time\": 1}\nsize [64, 64]\n", two).values, (Values{0.5, 1}));
}

TEST(Result, ColoursAreNotPartOfAResult) {
  EXPECT_EQ(printed("0.5\n\x1b[32m0.75\x1b[0m\n").values, Values{0.75});
  EXPECT_EQ(printed("{\"loss\":0.5}\n\x1b[1;32m{\"loss\":0.75}\x1b[0m\n").values, Values{0.75});
  EXPECT_EQ(by_regex("loss: (\\S+)", "\x1b[1mloss\x1b[0m: \x1b[32m0.75\x1b[0m\n").values, Values{0.75});
}

TEST(Result, WhateverTheObjectiveIsSaidToBeMustBeRead) {
  for (const char* line : {"loss: tensor(0.7)", "loss=0.7s", "final loss: N/A"})
    EXPECT_EQ(printed(std::string("0.5\n") + line + "\n").state, TrialState::Failed) << line;
  expect_failure(printed("0.5\nEpoch 10/10 - loss: 0.3 - acc: 0.93\n"), R"(\bloss:\s*(\S+))");
  EXPECT_EQ(by_regex(R"(\bloss:\s*(\S+))", "0.5\nEpoch 10/10 - loss: 0.3 - acc: 0.93\n").values, Values{0.3});
}

TEST(Result, OfAPathIsInAnObjectWhateverTheOtherLinesName) {
  EXPECT_EQ(by_path("m.loss", "{\"m\": {\"loss\": 0.5}}\nloss: 0.7\n").values, Values{0.5});
  expect_failure(by_path("m.loss", "{\"m\": {\"loss\": 0.5}}\n{\"m\": {\"loss\": 0.7}} // done\n"),
                 "goes on with something else");
}

// json.dumps() writes a file name that is not UTF-8 with a lone surrogate, and C programs write the bytes.
TEST(Result, IsKeptWithoutTheAttributesThatCannotBe) {
  for (const std::string& bad :
       {std::string(R"("/data/caf\udce9")"), std::string("\"/data/caf\xe9\""), std::string("1e400"),
        std::string("None"), std::string("\"a\tb\""), std::string(R"("C:\data")")}) {
    const Result result = printed("{\"loss\": 0.5}\n{\"loss\": 0.7, \"path\": " + bad + ", \"epochs\": 3}\n");
    EXPECT_EQ(result.values, Values{0.7}) << bad;
    EXPECT_EQ(result.attributes, (Attributes{{"epochs", std::int64_t{3}}})) << bad;
    EXPECT_TRUE(result.remark.starts_with("left out of the attributes, as no store can keep them: path ("))
        << result.remark;
  }
  EXPECT_EQ(printed("{\"loss\": 0.7, \"caf\xe9\": 1}").remark,
            "left out of the attributes, as no store can keep them: \"caf\\xe9\"");
  EXPECT_EQ(printed(R"({"loss": 0.7, "path": "x"})").remark, "");
}

TEST(Result, WhoseOwnValueCannotBeReadIsNone) {
  expect_failure(printed("{\"loss\": 0.5}\n{\"loss\": 1e999}\n"), "\"loss\" of the result is 1e999");
  expect_failure(printed("{\"loss\": 0.5}\n{\"loss\": None}\n"), "\"loss\" of the result is None");
  expect_failure(printed("[0.5, 1]\n[0.5, 1e999]\n", {kLoss, kTime}), "the result's list holds 1e999");
  expect_failure(printed(R"({"loss": 0.5, "state": "fail\udce9"})"), "the result's state is");
}

TEST(Result, MayFollowAByteOrderMark) {
  EXPECT_EQ(printed("\xEF\xBB\xBF"
                    "0.5\n")
                .values,
            Values{0.5});
  EXPECT_EQ(printed("7\n\xEF\xBB\xBF"
                    "0.5\n")
                .values,
            Values{0.5});
  EXPECT_EQ(printed("\xEF\xBB\xBF{\"loss\": 0.5}").values, Values{0.5});
  EXPECT_EQ(printed("\xEF\xBB\xBF[1, 2]", {kLoss, kTime}).values, (Values{1, 2}));
  EXPECT_EQ(ResultReader(LastPrinted{}, {kLoss})
                .read_text("\xEF\xBB\xBF"
                           "0.5\r\n",
                           "")
                .values,
            Values{0.5});
}

TEST(Result, OfTheFileIsHeldToTheSameRule) {
  const ResultReader reader(LastPrinted{}, {kLoss});
  expect_failure(reader.read_text("0.5\n{\"loss\": 0.7} // done\n", "1\n"), "HONE_RESULT_FILE: the line '");
  expect_failure(reader.read_text("0.5\n1e999\n", "1\n"), "HONE_RESULT_FILE: the line '1e999'");
  EXPECT_EQ(reader.read_text("{\"loss\": 0.7, \"path\": \"\xe9\"}", "").values, Values{0.7});
}

TEST(Result, InTheFileWins) {
  const ResultReader reader(LastPrinted{}, {kLoss});
  EXPECT_EQ(reader.read_text("0.25\n", "0.5\n").values, Values{0.25});
  EXPECT_EQ(reader.read_text("{\n \"loss\": 0.25\n}", "").values, Values{0.25});
  EXPECT_EQ(reader.read_text(" \n", "0.5\n").values, Values{0.5});
  expect_failure(reader.read_text("oops", "0.5\n"),
                 "HONE_RESULT_FILE holds no JSON object or number; its last line is 'oops'");
}

TEST(Result, OfAnotherTrialIsRefused) {
  const ResultReader reader(LastPrinted{}, {kLoss});
  const std::string mine = R"({"loss": 1, "hone_trial_id": "s-01234567/3"})";
  EXPECT_EQ(reader.read_text(mine, "", "s-01234567/3").values, Values{1});
  EXPECT_TRUE(reader.read_text(mine, "", "s-01234567/3").attributes.empty());
  expect_failure(reader.read_text(mine, "", "s-01234567/4"),
                 "the result is of trial 's-01234567/3' and this is 's-01234567/4'");
  expect_failure(reader.read_text("", R"({"loss": 1, "hone_trial_id": 3})", "s-01234567/3"),
                 "the result is of trial 'number'");
}

TEST(Result, IsReadFromTheTrialsFiles) {
  const test::TempDir dir;
  const TrialFiles files{.result = dir.file("result.json"), .output = dir.file("stdout.txt")};
  const ResultReader reader(LastPrinted{}, {kLoss});
  expect_failure(reader.read(files), "it printed nothing");
  test::write_file(files.output, std::string(5'000'000, 'x') + "\n0.5\n");
  EXPECT_EQ(reader.read(files).values, Values{0.5});
  test::write_file(files.result, R"({"loss": 2})");
  EXPECT_EQ(reader.read(files).values, Values{2});
}

// Two trials that link one file to their places would both have the number that was written last.
TEST(Result, IsNotReadFromAFileThatHasAnotherName) {
  const test::TempDir dir;
  const TrialFiles files{.result = dir.file("result.json"), .output = dir.file("stdout.txt")};
  const ResultReader reader(LastPrinted{}, {kLoss});
  test::write_file(files.output, "1\n");
  test::write_file(dir.file("shared.json"), "0.5\n");
  std::filesystem::create_hard_link(dir.file("shared.json"), files.result);
  expect_failure(reader.read(files), "HONE_RESULT_FILE is a hard link");
  std::filesystem::remove(dir.file("shared.json"));
  EXPECT_EQ(reader.read(files).values, Values{0.5});
  std::filesystem::remove(files.result);
  std::filesystem::create_hard_link(files.output, dir.file("kept.txt"));  // no harm is in keeping the output
  EXPECT_EQ(reader.read(files).values, Values{1});
}

TEST(Result, IsOnlyReadFromPlainFiles) {
  const test::TempDir dir;
  const TrialFiles files{.result = dir.file("result.json"), .output = dir.file("stdout.txt")};
  const ResultReader reader(LastPrinted{}, {kLoss});
  test::write_file(files.output, "0.5\n");
  ASSERT_EQ(::mkfifo(files.result.c_str(), 0600), 0);
  expect_failure(reader.read(files), "HONE_RESULT_FILE is a named pipe");
  std::filesystem::remove(files.result);
  std::filesystem::create_symlink(files.output, files.result);
  expect_failure(reader.read(files), "HONE_RESULT_FILE is a symbolic link");
  std::filesystem::remove(files.result);
  std::filesystem::create_directory(files.result);
  expect_failure(reader.read(files), "HONE_RESULT_FILE is a folder");
  std::filesystem::remove(files.result);
  test::write_file(files.result, std::string((std::size_t{4} << 20) + 1, ' '));
  expect_failure(reader.read(files), "HONE_RESULT_FILE holds 4194305 bytes");
  std::filesystem::remove(files.result);
  EXPECT_EQ(reader.read(files).values, Values{0.5});
  std::filesystem::remove(files.output);
  ASSERT_EQ(::mkfifo(files.output.c_str(), 0600), 0);
  expect_failure(reader.read(files), "stdout.txt is a named pipe");
}

TEST(RegexResultRule, TakesTheFirstGroupOfTheLastMatch) {
  EXPECT_EQ(by_regex("loss: ([0-9.]+)", "loss: 1\nloss: 2 loss: 3.5\nbye\n").values, Values{3.5});
  EXPECT_EQ(by_regex("-?\\d+\\.\\d+", "best -0.5 of 3\n").values, Values{-0.5});
  EXPECT_EQ(by_regex("loss=(\\S+) time=(\\S+)", "loss=1 time=2\n", {kLoss, kTime}).values, (Values{1, 2}));
}

TEST(RegexResultRule, SaysWhatIsWrong) {
  expect_failure(by_regex("loss: (.*)", "loss: high\n"), "found 'high', which is not a number");
  expect_failure(by_regex("loss: ([0-9.]*)", "loss: 0.5\nloss: N/A\n"),
                 "last match is 'loss:', in which its group is empty; let the group match numbers alone");
  expect_failure(by_regex("loss: ([0-9.]+)|diverged", "loss: 0.5\ndiverged\n"),
                 "last match is 'diverged', in which its group is empty");
  expect_failure(by_regex("loss: (.*)", "nothing here\n"), "its last line is 'nothing here'");
  expect_failure(by_regex("loss: (.*)", "loss: 1\n", {kLoss, kTime}), "1 groups but there are 2 objectives");
  EXPECT_NE(
      test::message_of([] { ResultReader(RegexResult{"(["}, {kLoss}); }).find("is not a regular expression"),
      std::string::npos);
}

TEST(RegexResultRule, SurvivesLongLines) {
  const std::string line(3'000'000, 'a');
  EXPECT_EQ(by_regex("(?:.|x)*loss: ([0-9]+)", line + " loss: 7\n").values, Values{7});
  expect_failure(by_regex("(a|b)*c", line), "no line of the output matches");
}

TEST(RegexResultRule, TakesLinearTime) {
  const std::string lines = std::string(2'000'000, 'a') + "\n" + std::string(2'000'000, 'a');
  expect_failure(by_regex("(a+)+b", lines), "no line of the output matches");
  std::string many;
  for (int i = 0; i < 2000; ++i) many += std::string(1000, 'a') + "\n";
  expect_failure(by_regex("(a|aa)*(a|aa)*b", many), "no line of the output matches");
}

TEST(RegexResultRule, NamesWhatItLacks) {
  const auto problem = [](const std::string& pattern) {
    return test::message_of([&] { ResultReader(RegexResult{pattern}, {kLoss}); });
  };
  EXPECT_NE(problem("(a)\\1").find("result.regex: '(a)\\1' is not a regular expression: a backreference"),
            std::string::npos);
  EXPECT_NE(problem("a(?!b)").find("looking ahead"), std::string::npos);
}

TEST(JsonResultRule, FollowsAPath) {
  EXPECT_EQ(by_path("metrics.val.loss", R"({"metrics": {"val": {"loss": 0.5}}, "epoch": 3})").values,
            Values{0.5});
  EXPECT_EQ(by_path("runs.1.loss", R"({"runs": [{"loss": 1}, {"loss": 2}]})").values, Values{2});
  EXPECT_EQ(by_path("val.loss", R"({"val.loss": 3})").values, Values{3});
  EXPECT_EQ(by_path("a.b.c", R"({"a": {"b.c": 4}})").values, Values{4});
  EXPECT_EQ(by_path("m", R"({"m": [1, 2]})", {kLoss, kTime}).values, (Values{1, 2}));
  EXPECT_EQ(by_path("m", R"({"m": {"time": 1, "loss": 2}})", {kLoss, kTime}).values, (Values{2, 1}));
  EXPECT_EQ(by_path("m.x", R"({"m": {"x": 1}, "epoch": 3})").attributes.at("epoch"), Value(std::int64_t{3}));
  EXPECT_EQ(by_path("m.x", R"({"state": "infeasible"})").state, TrialState::Infeasible);
}

TEST(JsonResultRule, SaysWhatIsMissing) {
  expect_failure(by_path("metrics.loss", R"({"metrics": {"val": 1}})"),
                 "no \"metrics.loss\": {\"metrics\":{\"val\":1}}");
  expect_failure(by_path("metrics.loss", "0.5\n"), "expects an object");
  expect_failure(by_path("m", R"({"m": true})"), "the result is true");
}

}  // namespace
}  // namespace hone::runner
