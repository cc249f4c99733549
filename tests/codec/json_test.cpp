// SPDX-License-Identifier: MIT
#include "hone/codec/json.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "hone/base/text.hpp"
#include "hone/codec/iso_time.hpp"
#include "support/gen.hpp"
#include "support/throws.hpp"

namespace hone::codec {
namespace {

Study small_study() {
  return {.name = "s",
          .space = Space({real("C", 1, 1000, Scale::Log), categorical("kernel", {"rbf", "poly"}),
                          when(integer("degree", 2, 5), "kernel", {"poly"})})};
}

Trial small_trial(const Study& study) {
  Trial trial;
  trial.number = 7;
  trial.state = TrialState::Complete;
  trial.configuration = study.space.configuration({10.0, "rbf", std::nullopt});
  trial.values = {0.25};
  trial.reports = {{1, 0.5}, {2, std::nan("")}};
  trial.attributes = {{"note", "good"}};
  trial.created = 1768600000123;
  trial.started = 1768600001000;
  trial.worker = "host-1";
  return trial;
}

TEST(TrialJson, HasEveryFieldInOrder) {
  const Study study = small_study();
  EXPECT_EQ(
      to_json(small_trial(study), study).dump(),
      R"({"number":7,"state":"complete","params":{"C":10.0,"kernel":"rbf"},"value":0.25,)"
      R"("created":"2026-01-16T21:46:40.123Z","started":"2026-01-16T21:46:41.000Z","finished":null,)"
      R"("attributes":{"note":"good"},"notes":{},"reports":[{"step":1,"value":0.5},{"step":2,"value":"nan"}],)"
      R"("error":null,"attempt":1,"worker":"host-1","version":1,"outside":null,"former":{}})");
}

TEST(TrialJson, SeveralObjectivesGiveValues) {
  Study study = small_study();
  study.objectives.push_back({"speed", Direction::Maximize});
  Trial trial = small_trial(study);
  EXPECT_EQ(to_json(Trial{}, study)["values"], nullptr);
  trial.values = {1.0, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(to_json(trial, study)["values"].dump(), R"([1.0,"inf"])");
  EXPECT_FALSE(to_json(trial, study).contains("value"));
}

TEST(TrialJson, BytesThatAreNotUtf8DoNotStopTheWriter) {
  const Study study = small_study();
  Trial trial = small_trial(study);
  trial.error = "exit 1: \xFF\xC3(";
  trial.attributes = {{"k\x80", "v\xED\xA0\x80"}};
  EXPECT_NO_THROW(to_json(trial, study).dump());
  EXPECT_EQ(to_json(trial, study)["error"], "exit 1: \xEF\xBF\xBD\xEF\xBF\xBD(");
}

TEST(TrialJson, AnExportedTrialReadsBack) {
  const Study study = small_study();
  Trial trial = small_trial(study);
  trial.notes = {{"theta", std::vector{0.1, -1.0 / 3.0, 3.0, HUGE_VAL}}, {"stage", std::int64_t{2}}};
  trial.reports.pop_back();  // NaN is not equal to itself
  Trial read = trial_from_json(to_json(trial, study), study, "row 1");
  read.number = trial.number;
  EXPECT_EQ(read, trial);
}

TEST(TrialJson, ARowNeedsOnlyParamsAndAValue) {
  const Study study = small_study();
  const Trial trial = trial_from_json(
      Json::parse(R"({"params": {"C": 10, "kernel": "rbf", "degree": null}, "value": 3})"), study, "row 1");
  EXPECT_EQ(trial.state, TrialState::Complete);
  EXPECT_EQ(trial.values, std::vector<double>{3.0});
  EXPECT_EQ(trial.configuration, small_trial(study).configuration);
}

TEST(TrialJson, BadRowsAreNamed) {
  const Study study = small_study();
  const auto message = [&](const char* text) {
    return test::message_of([&] { trial_from_json(Json::parse(text), study, "row 3"); });
  };
  EXPECT_EQ(message(R"({"value": 3})"), "row 3: the field 'params' is missing; add it");
  EXPECT_EQ(message(R"({"params": {"C": 10, "kernel": "rbf"}})"),
            "row 3: a complete trial has 1 value, not 0; give `value`, or a `state` such as failed");
  EXPECT_EQ(message(R"({"params": {"C": 0, "kernel": "rbf"}, "value": 1})"),
            "row 3: params: C: the value 0 is not possible here; give a number in [1, 1000]");
  for (const char* value : {R"("nan")", R"("NaN")", "null"})
    EXPECT_EQ(message(text(R"({"params": {"C": 10, "kernel": "rbf"}, "value": )", value, "}").c_str()),
              "row 3: the value is nan; give a finite number, or `state`: failed")
        << value;
  EXPECT_EQ(message(R"({"params": {"C": 10, "kernel": "rbf"}, "state": "running"})"),
            "row 3: state: this is the text 'running'; write one of complete, failed, pruned, timed_out, "
            "infeasible");
  EXPECT_EQ(message(R"({"params": {"C": 10, "kernel": "rbf"}, "vaule": 1})"),
            "row 3: vaule: there is no field 'vaule' here (did you mean 'value'?); rename or remove it");
  EXPECT_EQ(message(R"({"params": {"C": 10, "kernel": "rbf"}, "value": 1, "started": "yesterday"})"),
            "row 3: started: this is not a time: 'yesterday'; write it like 2026-01-31T08:15:00Z");
  EXPECT_EQ(message("[1, 2]"),
            "row 3: this must be a map, not a list; write `name: value` pairs, one below the other");
}

TEST(ParamsJson, AreReadAsTheyWereWritten) {
  const Study study = small_study();
  const auto read = [&](const Node& tree) {
    const Origin origin{.name = "answer", .folder = std::nullopt};
    return params_from(Field(tree, origin), study.space);
  };
  const Configuration outside(study.space.names(), {-5.0, "none", std::nullopt});
  EXPECT_EQ(read(to_node(to_json(outside), "answer")), outside) << "no bound is checked, nothing is drawn";
  EXPECT_EQ(read(parse_tree(R"({"kernel": "rbf", "C": 10.0})", "answer")),
            study.space.configuration({10.0, "rbf", std::nullopt}));
  EXPECT_EQ(test::message_of([&] { read(parse_tree(R"({"C": 10, "gamma": 1})", "answer")); }),
            "answer:1: the study has no parameter 'gamma'; read the study's definition again");
}

TEST(StudyJson, ARequestIsPlacedByItsName) {
  const auto message = [](const char* text) {
    return test::message_of([&] { study_from(to_node(Json::parse(text), "request"), "request"); });
  };
  EXPECT_EQ(message(R"({"parameters": {"C": {"type": "float", "low": 1, "high": 0}}})"),
            "request: parameters.C: low is 1 and high is 0; make low smaller than high (for a fixed value "
            "use type: "
            "constant)");
  EXPECT_EQ(message("[]"),
            "request: a study is a map of fields, not a list; begin with `name:` and `parameters:`");
}

TEST(StudyJson, ARequestCannotNameFiles) {
  EXPECT_EQ(test::message_of([] {
              study_from(to_node({{"candidates", "secret.csv"}}, "request"), "request");
            }),
            "request: candidates: files cannot be named here; give the content itself, as a list");
}

TEST(StudyJson, AStudyWithAllItsFieldsReadsBack) {
  Study study = small_study();
  study.enqueue = {study.space.configuration({10.0, "poly", std::int64_t{3}})};
  study.sources = {RowsSource{"old", {{{{"C", 5.0}}, 0.25}}},
                   StudySource{"", "a"},
                   StudySource{"/o.db", "a"},
                   StudiesSource{"", "svm-*"},
                   StudiesSource{"/o.db", "*"},
                   TableSource{"/old.csv"}};
  study.plan = {.command = {"run", "{C}"},
                .environment = {{"A", "1"}},
                .directory = "work",
                .result = JsonResult{"loss"}};
  study.plan.budget.target = 0.5;
  EXPECT_EQ(study_from(to_node(to_json(study), "request"), "request"), study);
}

TEST(StudyJson, DeepNestingIsRefusedNotFollowed) {
  Json deep = 1;
  for (int i = 0; i < 1000; ++i) deep = Json::array({std::move(deep)});
  EXPECT_EQ(test::message_of([&] {
              study_from(to_node({{"sampler", deep}}, "request"), "request");
            }),
            "request: lists and maps are nested deeper than 64; write it flatter");
}

TEST(ParseJson, RefusesWhatOthersPassOver) {
  const auto message = [](const char* text) { return test::message_of([&] { parse_json(text, "line 2"); }); };
  EXPECT_EQ(message(R"({"op": "ask", "op": "tell"})"),
            "line 2: the key 'op' is there twice in the same map; remove or rename one");
  EXPECT_EQ(message("{\"op\": 01}"),
            "line 2: a number starts with a needless 0; correct the JSON there; it takes no comments and "
            "no comma after "
            "the last item");
  EXPECT_EQ(parse_json(R"({"a": [1, 2.5, "x", null, true], "b": {}})", "x").dump(),
            R"({"a":[1,2.5,"x",null,true],"b":{}})");
  EXPECT_EQ(parse_json(R"("\u00e9\ud83d\ude00\n\/")", "x"), "\xC3\xA9\xF0\x9F\x98\x80\n/");
}

RC_GTEST_PROP(ParseJson, AgreesWithTheOtherReader, ()) {
  Json json = Json::object();
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    Json list = Json::array();
    for (int k = *rc::gen::inRange(0, 4); k > 0; --k) list.push_back(to_json(*test::any_value()));
    json[*test::any_text()] = list;
  }
  RC_ASSERT(parse_json(json.dump(2), "x") == json);
}

TEST(IsoTime, ReadsOffsetsAndFractions) {
  // From `date -u -d @1768600000`.
  EXPECT_EQ(iso_time(1768600000123), "2026-01-16T21:46:40.123Z");
  EXPECT_EQ(parse_iso_time("2026-01-16T21:46:40.123Z"), 1768600000123);
  EXPECT_EQ(parse_iso_time("2026-01-16T23:46:40+02:00"), 1768600000000);
  EXPECT_EQ(parse_iso_time("2026-01-16 16:16:40.5-0530"), 1768600000500);
  EXPECT_EQ(parse_iso_time("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(parse_iso_time("1969-12-31T23:59:59.999Z"), -1);
  for (const char* bad : {"", "2026", "2026-02-30T00:00:00Z", "2026-01-16T25:00:00Z", "2026-01-16T21:46:40",
                          "2026-01-16T21:46Z", "2026-01-16T21:46:40.Z", "2026-01-16T21:46:40Zx"}) {
    EXPECT_EQ(parse_iso_time(bad), std::nullopt) << bad;
  }
}

RC_GTEST_PROP(IsoTime, WrittenTimesReadBack, ()) {
  const Timestamp time = *rc::gen::inRange<Timestamp>(-62135596800000, 253402300799999);
  RC_ASSERT(parse_iso_time(iso_time(time)) == time);
}

}  // namespace
}  // namespace hone::codec
