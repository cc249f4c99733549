// SPDX-License-Identifier: MIT
#include "hone/codec/study_file.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <fstream>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_reader.hpp"
#include "hone/codec/source_schema.hpp"
#include "hone/codec/yaml_reader.hpp"
#include "support/gen.hpp"
#include "support/throws.hpp"

namespace hone::codec {
namespace {

/// A study with one parameter and more fields.
Study parse(const std::string& fields) {
  return parse_study("parameters: {x: {type: float, low: 0, high: 1}}\n" + fields, "study.yaml");
}

Parameter parameter(const std::string& spec) {
  return parse_study("parameters:\n  p: " + spec + "\n", "study.yaml").space.parameters().front();
}

TEST(StudyFile, ReadsTheExampleOfTheManual) {
  const Study study = parse_study(R"(
name: digits-svm
description: a support vector machine on handwritten digits
objective: {name: loss, direction: minimize}
parameters:
  C:      {type: float, low: 1, high: 1000, scale: log}
  kernel: {type: categorical, choices: [rbf, poly]}
  degree: {type: int, low: 2, high: 5, when: {kernel: poly}}
sampler: hebo
command: ["python3", "train.py", "--C", "{C}", "--kernel", "{kernel}", "--degree", "{degree}"]
budget: {trials: 100, parallel: 2, trial_timeout: 10m, retries: 1}
)",
                                  "study.yaml");
  EXPECT_EQ(study.name, "digits-svm");
  EXPECT_EQ(study.objectives, (std::vector<Objective>{{"loss", Direction::Minimize}}));
  EXPECT_EQ(study.space, Space({real("C", 1, 1000, Scale::Log), categorical("kernel", {"rbf", "poly"}),
                                when(integer("degree", 2, 5), "kernel", {"poly"})}));
  EXPECT_EQ(study.sampler, Choice{"hebo"});
  EXPECT_EQ(study.pruner, std::nullopt);
  EXPECT_EQ(study.plan.command, (std::vector<std::string>{"python3", "train.py", "--C", "{C}", "--kernel",
                                                          "{kernel}", "--degree", "{degree}"}));
  EXPECT_EQ(study.plan.budget.trials, 100);
  EXPECT_EQ(study.plan.budget.parallel, 2);
  EXPECT_EQ(study.plan.budget.trial_timeout, 600.0);
  EXPECT_EQ(study.plan.budget.retries, 1);
  EXPECT_EQ(study.plan.budget.grace, 5.0);
  EXPECT_TRUE(std::holds_alternative<LastPrinted>(study.plan.result));
}

TEST(StudyFile, ReadsEveryFieldOfABudget) {
  const Budget budget =
      parse(
          "budget: {trials: 1e3, parallel: 4, time: 1h30m, trial_timeout: 90, grace: 500ms, retries: 2, "
          "target: -1.5, patience: 20, max_failures: 3, lost: fail}")
          .plan.budget;
  EXPECT_EQ(budget, (Budget{.trials = 1000,
                            .parallel = 4,
                            .time = 5400.0,
                            .trial_timeout = 90.0,
                            .grace = 0.5,
                            .retries = 2,
                            .target = -1.5,
                            .patience = 20,
                            .max_failures = 3,
                            .lost = LostPolicy::Fail}));
}

TEST(StudyFile, WithoutANameTheFileGivesIt) {
  EXPECT_EQ(parse_study("parameters: {x: [1, 2]}", "runs/digits.yaml").name, "digits");
}

TEST(StudyFile, ReadsEveryKindOfParameter) {
  EXPECT_EQ(parameter("{type: float, low: .5, high: 1e1, step: 0.5}").domain,
            Domain(RealRange(0.5, 10, Scale::Linear, 0.5)));
  EXPECT_EQ(parameter("{type: float, low: 0.1, high: 0.9, scale: logit}").domain,
            Domain(RealRange(0.1, 0.9, Scale::Logit)));
  EXPECT_EQ(parameter("{type: int, low: 8, high: 1024, scale: log}").domain,
            Domain(IntRange(8, 1024, Scale::Log)));
  EXPECT_EQ(parameter("{type: int, low: 0, high: 1e3, step: 10}").domain,
            Domain(IntRange(0, 1000, Scale::Linear, 10)));
  EXPECT_EQ(parameter("{type: ordinal, choices: [small, medium, large]}").domain,
            Domain(Choices({"small", "medium", "large"}, true)));
  EXPECT_EQ(parameter("{type: bool}").domain, Domain(Toggle{}));
  EXPECT_EQ(parameter("{type: constant, value: 0.9}").domain, Domain(Constant{0.9}));
}

TEST(StudyFile, ListsAndSingleValuesAreShortForms) {
  EXPECT_EQ(parameter("[rbf, poly]").domain, Domain(Choices({"rbf", "poly"})));
  EXPECT_EQ(parameter("adam").domain, Domain(Constant{"adam"}));
  EXPECT_EQ(parameter("3").domain, Domain(Constant{std::int64_t{3}}));
}

TEST(StudyFile, UnitsAndDescriptionsAreKept) {
  const Parameter read =
      parameter("{type: float, low: 0, high: 1, unit: m/s, description: \"speed: at the start\"}");
  EXPECT_EQ(read.unit, "m/s");
  EXPECT_EQ(read.description, "speed: at the start");
}

TEST(StudyFile, PlainWordsBecomeValuesAsYamlMeansThem) {
  const Parameter read = parameter(
      R"([true, False, 1, -2, 1.5, 1e-4, .5, yes, no, on, "true", '1', 007, 1_000, 0x10, v1.2, ""])");
  EXPECT_EQ(std::get<Choices>(read.domain).values(),
            (std::vector<Value>{true, false, std::int64_t{1}, std::int64_t{-2}, 1.5, 1e-4, 0.5, "yes", "no",
                                "on", "true", "1", "007", "1_000", "0x10", "v1.2", ""}));
}

TEST(StudyFile, ReadsAllFormsOfConditions) {
  const Study study = parse_study(R"(
parameters:
  kernel: [rbf, poly, linear]
  depth: {type: int, low: 1, high: 9}
  one: {type: bool, when: {kernel: rbf}}
  some: {type: bool, when: {kernel: [rbf, poly], depth: {min: 2}}}
  range: {type: bool, when: {depth: {min: 2, max: 5}}}
  both: {type: bool, when: [{depth: {min: 2}}, {depth: {max: 5}}]}
)",
                                  "study.yaml");
  const std::vector<Parameter>& p = study.space.parameters();
  EXPECT_EQ(p[2].when, (std::vector<Condition>{{"kernel", OneOf{{"rbf"}}}}));
  EXPECT_EQ(p[3].when,
            (std::vector<Condition>{{"kernel", OneOf{{"rbf", "poly"}}}, {"depth", Between{.low = 2}}}));
  EXPECT_EQ(p[4].when, (std::vector<Condition>{{"depth", Between{2, 5}}}));
  EXPECT_EQ(p[5].when, (std::vector<Condition>{{"depth", Between{.low = 2}}, {"depth", Between{.high = 5}}}));
}

TEST(StudyFile, ReadsObjectivesInAllForms) {
  EXPECT_EQ(parse("").objectives, (std::vector<Objective>{{"value", Direction::Minimize}}));
  EXPECT_EQ(parse("objective: maximize").objectives,
            (std::vector<Objective>{{"value", Direction::Maximize}}));
  EXPECT_EQ(parse("objectives: [{name: a, direction: minimize}, {name: b, direction: maximize}]").objectives,
            (std::vector<Objective>{{"a", Direction::Minimize}, {"b", Direction::Maximize}}));
}

TEST(StudyFile, NestedOptionsGetDottedNames) {
  const Study study = parse(
      "sampler: {name: gp, startup: 10, fit: {restarts: 4, noise: {low: 1e-6}}, use: [ei, ucb]}\npruner: "
      "median");
  EXPECT_EQ(study.sampler, (Choice{"gp",
                                   {{"startup", {std::int64_t{10}}},
                                    {"fit.restarts", {std::int64_t{4}}},
                                    {"fit.noise.low", {1e-6}},
                                    {"use", {"ei", "ucb"}}}}));
  EXPECT_EQ(study.pruner, Choice{"median"});
}

TEST(StudyFile, ReadsSeedHorizonEnvironmentAndConstraints) {
  const Study study = parse(
      "seed: 7\nhorizon: 50\nenvironment: {OMP_NUM_THREADS: 1, MODE: fast}\nconstraints: [x < 0.5, x > 0.1]");
  EXPECT_EQ(study.seed, 7u);
  EXPECT_EQ(study.horizon, 50);
  EXPECT_EQ(study.plan.environment,
            (std::map<std::string, std::string>{{"OMP_NUM_THREADS", "1"}, {"MODE", "fast"}}));
  ASSERT_EQ(study.space.constraints().size(), 2u);
  EXPECT_EQ(study.space.constraints()[1].text(), "x > 0.1");
}

TEST(StudyFile, ResultRulesStandUnderResultOrOnTheirOwn) {
  EXPECT_EQ(parse("result: last").plan.result, ResultRule(LastPrinted{}));
  EXPECT_EQ(parse("result: {regex: 'loss=(.*)'}").plan.result, ResultRule(RegexResult{"loss=(.*)"}));
  EXPECT_EQ(parse("regex: 'loss=(.*)'").plan.result, ResultRule(RegexResult{"loss=(.*)"}));
  EXPECT_EQ(parse("result: {json: metrics.loss}").plan.result, ResultRule(JsonResult{"metrics.loss"}));
  EXPECT_EQ(parse("json: metrics.loss").plan.result, ResultRule(JsonResult{"metrics.loss"}));
}

TEST(StudyFile, StartingPointsTakeTheTypesOfTheirParameters) {
  const Study study = parse("enqueue:\n  - {x: 1}\n  - {x: 0.25}");
  ASSERT_EQ(study.enqueue.size(), 2u);
  EXPECT_EQ(*study.enqueue[0].find("x"), Value(1.0));
  EXPECT_EQ(*study.enqueue[1].find("x"), Value(0.25));
}

TEST(StudyFile, SourcesTakeCompleteTrialsOfAnExport) {
  const Study study = parse(R"(
sources:
  - name: old
    trials:
      - {params: {x: 0.5}, value: 3}
      - {number: 1, state: failed, params: {x: 0.6}, value: null, error: crashed}
      - {number: 2, state: complete, params: {x: 0.7}, value: 2.5, attempt: 1}
)");
  ASSERT_EQ(study.sources.size(), 1u);
  EXPECT_EQ(study.sources[0], Source(RowsSource{"old", {{{{"x", 0.5}}, 3.0}, {{{"x", 0.7}}, 2.5}}}));
}

TEST(StudyFile, SourcesAreNamedByTexts) {
  const std::string here = std::filesystem::current_path().string() + "/";
  const auto sources = [](const std::string& text) { return parse("sources: " + text).sources; };
  using Sources = std::vector<Source>;
  EXPECT_EQ(sources("all"), (Sources{StudiesSource{"", "*"}}));
  EXPECT_EQ(sources("studyA"), (Sources{StudySource{"", "studyA"}}));
  EXPECT_EQ(sources("[studyA, 'svm-*', 'b?']"),
            (Sources{StudySource{"", "studyA"}, StudiesSource{"", "svm-*"}, StudiesSource{"", "b?"}}));
  EXPECT_EQ(
      sources("['other.db:a', '/data/x.db:all', 'sqlite:o.db:s-*', 'postgresql://h:5432/db:a']"),
      (Sources{StudySource{here + "other.db", "a"}, StudiesSource{"/data/x.db", "*"},
               StudiesSource{"sqlite:" + here + "o.db", "s-*"}, StudySource{"postgresql://h:5432/db", "a"}}));
}

TEST(StudyFile, SourcesWithOddNamesAreWrittenAsMaps) {
  EXPECT_EQ(parse("sources: [{study: 'a:b*.csv'}, {studies: 'x:*', store: /o.db}, {study: all}]").sources,
            (std::vector<Source>{StudySource{"", "a:b*.csv"}, StudiesSource{"/o.db", "x:*"},
                                 StudySource{"", "all"}}));
}

TEST(StudyFile, SourcesAreReadFromWordsOfACommandLineToo) {
  const auto sources = [](const std::vector<std::string>& words) {
    return sources_from_words(words, "--from", "own");
  };
  EXPECT_EQ(
      sources({"all", "a b", "/o.db:svm-*", "{study: 'a,b:c'}", "{studies: x*, store: /o.db}"}),
      (std::vector<Source>{StudiesSource{"", "*"}, StudySource{"", "a b"}, StudiesSource{"/o.db", "svm-*"},
                           StudySource{"", "a,b:c"}, StudiesSource{"/o.db", "x*"}}));
  const auto message = [&](const std::string& word) { return test::message_of([&] { sources({word}); }); };
  EXPECT_EQ(message("own"),
            "--from: the study 'own' cannot be its own source; remove it: its own trials are always used");
  EXPECT_EQ(message(""), "--from: the study has no name; write one, a pattern such as svm-*, or all");
  EXPECT_EQ(message("gone.csv"), "--from: there is no file gone.csv; check the name and the folder");
  EXPECT_EQ(message("{stdy: a}"),
            "--from:1: stdy: there is no field 'stdy' here (did you mean 'study'?); rename or remove it");
}

TEST(StudyFile, BracesThatAreNoPlaceholdersStayAsTheyAre) {
  const Study study =
      parse(R"(command: [run, "{x}", "{trial}", "{workdir}/{seed}", '{"a": 1}', "${HOME}", "{{y}}", "{"])");
  EXPECT_EQ(study.plan.command[4], "{\"a\": 1}");
  EXPECT_EQ(study.plan.command[6], "{{y}}");
}

TEST(StudyFile, HasNoMoreConstraintsThanCanBeReadSoon) {
  std::string many = "constraints: [";
  for (int i = 0; i < 10'001; ++i) many += "x < 1, ";
  EXPECT_THROW(parse(many + "]"), Error);
  std::string parameters = "name: a\nparameters:\n";
  for (int i = 0; i < 10'000; ++i) parameters += text("  p", i, ": {type: bool}\n");
  const auto with = [&](std::size_t characters) {
    return parse_foreign_study(parameters + "constraints: ['p0', \"" + std::string(characters, 'p') + "\"]",
                               "text");
  };
  try {
    with(60'000);
    FAIL() << "it would be looked for 600 million times";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("60002 characters"), std::string::npos) << error.what();
  }
}

TEST(StudyFile, EmptyFieldsCountAsAbsent) { EXPECT_EQ(parse("pruner:\nbudget:\nconstraints:\n"), parse("")); }

TEST(StudyFile, AliasesAndByteOrderMarksAreUnderstood) {
  const Study study = parse_study(
      "\xEF\xBB\xBFparameters:\n  x: &unit {type: float, low: 0, high: 1}\n  y: *unit\n", "study.yaml");
  EXPECT_EQ(study.space, Space({real("x", 0, 1), real("y", 0, 1)}));
}

TEST(StudyFile, JsonIsReadAsJsonAndAsYaml) {
  const std::string text =
      R"({"name": "s", "parameters": {"x": {"type": "float", "low": 0, "high": 1}}, "seed": 3})";
  EXPECT_EQ(parse_study(text, "a.json"), parse_study(text, "a.yaml"));
}

TEST(StudyFile, AFileThatIsTooLargeIsRefused) {
  std::string text = "name: big\n";
  text.append(std::size_t{17} << 20, '#');
  EXPECT_EQ(test::message_of([&] { parse_study(text, "big.yaml"); }),
            "big.yaml: the file is larger than 16 MB; keep large tables of candidates in a csv file of their "
            "own and "
            "name it under `candidates`");
}

TEST(StudyFile, TooManyValuesAreRefused) {
  constexpr TreeLimits kLimits = {.depth = 64, .nodes = 10};
  EXPECT_EQ(
      test::message_of([&] { read_yaml("a: [1, 2, 3,\n4, 5, 6, 7, 8, 9]", "long.yaml", kLimits); }),
      "long.yaml:2: there are more than 10 values (aliases count as often as they are used); make the study "
      "smaller");
  EXPECT_EQ(test::message_of([&] { read_json("[1, 2, 3,\n4, 5, 6, 7, 8, 9, 10]", "long.json", kLimits); }),
            "long.json:2: there are more than 10 values; make it smaller");
}

TEST(StudyFile, AMissingFileIsNamed) {
  EXPECT_EQ(test::message_of([] { read_study_file("nowhere/study.yaml"); }),
            "there is no file nowhere/study.yaml; check the name and the folder");
}

/// A folder of its own, gone afterwards.
class StudyFolder : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name) << content;
    return (folder_ / name).string();
  }
  std::filesystem::path folder_ = std::filesystem::path(::testing::TempDir()) /
                                  ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(StudyFolder, CandidatesComeFromACsvBesideTheStudy) {
  write("rows.csv", "id,x,fast\r\n\"a, b\",1,true\r\nc,2,false\r\n");
  const Study study = read_study_file(write("study.yaml", "candidates: rows.csv\nconstraints: [x < 2]\n"));
  ASSERT_EQ(study.space.candidates().size(), 1u);
  EXPECT_EQ(*study.space.candidates()[0].find("id"), Value("a, b"));
  EXPECT_EQ(*study.space.candidates()[0].find("fast"), Value(true));
}

TEST_F(StudyFolder, CandidatesComeFromAJsonFileOrInline) {
  const std::string rows = R"([{"x": 1, "k": "a"}, {"x": 2, "k": "b"}])";
  write("rows.json", rows);
  const Study from_file = read_study_file(write("study.yaml", "name: s\ncandidates: rows.json\n"));
  const Study inline_rows = parse_study("{\"name\": \"s\", \"candidates\": " + rows + "}", "study.json");
  EXPECT_EQ(from_file.space, inline_rows.space);
}

TEST_F(StudyFolder, CommandsRunInTheFolderOfTheFile) {
  EXPECT_EQ(read_study_file(write("study.yaml", "parameters: {x: [1, 2]}\n")).plan.directory,
            folder_.string());
}

TEST_F(StudyFolder, SourcesComeFromAJsonFile) {
  write("old.json", R"([{"params": {"x": 0.5}, "value": 1}])");
  write("all.json", R"([{"name": "old", "trials": [{"params": {"x": 0.5}, "value": 1}]}])");
  const std::string head = "name: s\nparameters: {x: {type: float, low: 0, high: 1}}\n";
  const Study one = read_study_file(write("one.yaml", head + "sources: [{name: old, trials: old.json}]\n"));
  const Study all = read_study_file(write("all.yaml", head + "sources: all.json\n"));
  ASSERT_EQ(one.sources.size(), 1u);
  EXPECT_EQ(one, all);
}

TEST_F(StudyFolder, SourcesMayBeCsvFilesBesideTheStudy) {
  const std::string old = write("old.csv", "x,value\n0.5,1\n");
  const std::string head = "name: s\nparameters: {x: {type: float, low: 0, high: 1}}\n";
  const Study study = read_study_file(write("one.yaml", head + "sources: [old.csv, {file: old.csv}]\n"));
  EXPECT_EQ(study.sources, (std::vector<Source>{TableSource{old}, TableSource{old}}));
}

TEST_F(StudyFolder, SourcesMayBeExportsInJsonBesideTheStudy) {
  const std::string old =
      write("old.json", R"([{"number": 0, "params": {"x": 0.5}, "value": 1, "version": 1}])");
  const std::string head = "name: s\nparameters: {x: {type: float, low: 0, high: 1}}\n";
  const Study one = read_study_file(write("one.yaml", head + "sources: old.json\n"));
  EXPECT_EQ(one.sources, std::vector<Source>{TableSource{old}});
  const Study list = read_study_file(write("list.yaml", head + "sources: [old.json, {file: old.json}]\n"));
  EXPECT_EQ(list.sources, (std::vector<Source>{TableSource{old}, TableSource{old}}));
  const Study rows = read_study_file(write("rows.yaml", head + "sources: [{name: old, trials: old.json}]\n"));
  EXPECT_EQ(rows.sources, (std::vector<Source>{RowsSource{"old", {{{{"x", 0.5}}, 1.0}}}}));
}

TEST_F(StudyFolder, DirectoriesBeginAtTheStudysFolder) {
  const std::string text = "parameters: {x: [1, 2]}\ndirectory: ";
  EXPECT_EQ(read_study_file(write("study.yaml", text + "work\n")).plan.directory,
            (folder_ / "work").string());
  EXPECT_EQ(read_study_file(write("study.yaml", text + "/data\n")).plan.directory, "/data");
}

/// What a file may say, with all that makes parsers stumble inside the texts.
Study writable_study() {
  Study study{.name = "s", .space = *test::any_space()};
  study.objectives = {{"loss", Direction::Maximize}};
  study.sampler = {"gp", {{"fit.restarts", {*test::any_scalar()}}}};
  study.seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  study.plan.command = {"run", "{trial}"};
  // Braces around a parameter's name are refused there, which is another test's business.
  const auto plain = [](const std::string& text) { return text.find('{') == std::string::npos; };
  study.plan.environment = {{"MODE", *rc::gen::suchThat(test::any_text(), plain)}};
  study.plan.budget.time = 12.5;
  const Configuration start = *test::any_configuration(study.space);
  if (study.space.allows(start)) study.enqueue.push_back(start);
  return study;
}

RC_GTEST_PROP(StudyFile, WrittenAsJsonReadsBackThroughBothReaders, ()) {
  const Study study = writable_study();
  const std::string text = to_json(study).dump(2);
  RC_ASSERT(parse_study(text, "s.json") == study);
  RC_ASSERT(parse_study(text, "s.yaml") == study);
}

}  // namespace
}  // namespace hone::codec
