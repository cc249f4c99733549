// SPDX-License-Identifier: MIT
// Learning from earlier studies as a user meets it: --from, `hone sources`, and what show, trials, plot and
// tune tell.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"
#include "hone/cli/source_text.hpp"
#include "hone/storage/sqlite_storage.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

class Sources : public test::CliTest {
 protected:
  /// A study of two parameters whose command prints their squared distance from a point.
  void write_square(const std::string& name, const std::string& more = "budget: {trials: 8}\n",
                    const std::string& file = "") {
    write((file.empty() ? name : file) + ".yaml",
          "name: '" + name +
              "'\nobjective: {name: loss, direction: minimize}\n"
              "parameters:\n  x: {type: float, low: 0, high: 1}\n  y: {type: float, low: 0, high: 1}\n"
              "command: [awk, 'BEGIN {print ({x}-0.3)^2 + ({y}-0.6)^2}']\n" +
              more);
  }

  /// The same with six results of that kind.
  void make_source(const std::string& name, const std::string& store = "hone.db") {
    write_square(name, "", "source");
    write("rows.csv", kRows);
    output({"import", "source.yaml", "rows.csv", "--store", store});
  }

  /// A study that nobody can learn from.
  void make_tree() {
    write("tree.yaml", "name: tree\nparameters: {depth: {type: int, low: 1, high: 9}}\n");
    write("tree.csv", "depth,value\n1,1\n2,2\n3,3\n");
    output({"import", "tree.yaml", "tree.csv"});
  }

  /// A trial with the notes that an ensemble leaves.
  static void add_noted_trial(const std::string& study, const Notes& notes) {
    const auto store = storage::open_sqlite("hone.db");
    const auto id = store->find_study(study);
    Trial trial;
    trial.state = TrialState::Complete;
    trial.configuration = store->current(*id).study.space.configuration({Value(0.5), Value(0.5)});
    trial.values = {1.0};
    trial.notes = notes;
    store->insert(*id, std::vector<Trial>{trial});
  }

  Json sources_of(const std::string& study) {
    return Json::parse(output({"show", study, "--json"}))["study"]["sources"];
  }

  static constexpr const char* kRows =
      "x,y,loss\n0.1,0.2,0.2\n0.3,0.6,0\n0.9,0.9,0.45\n0.5,0.5,0.05\n0.2,0.8,0.05\n0.7,0.1,0.41\n";
};

TEST_F(Sources, OfANewStudyAreListedWithHowTheyMatch) {
  make_source("sq-a");
  make_tree();
  write("new.yaml",
        "name: new\nobjective: {name: loss, direction: minimize}\n"
        "parameters: {x: {type: float, low: 0, high: 0.6}, z: {type: float, low: 0, high: 1}}\n");
  const test::Ran ran = run({"sources", "new.yaml"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out,
            "new names no sources; of the other studies in hone.db it could learn from 1 of 2\n\n"
            "source  trials  left out\n"
            "sq-a         4         2  lacks z; also has y\n\n"
            "cannot be used\n"
            "  tree: no parameter that varies in both has the name and the kind of one of this study\n");
  EXPECT_HAS(ran.err, "to learn from them: hone tune new.yaml --from all\n");
  const Json json = Json::parse(output({"sources", "new.yaml", "--json"}));
  EXPECT_EQ(json["named"], false);
  EXPECT_EQ(json["sources"][0], (Json{{"name", "sq-a"},
                                      {"usable", true},
                                      {"trials", 4},
                                      {"left_out", 2},
                                      {"missing", {"z"}},
                                      {"extra", {"y"}}}));
  EXPECT_EQ(json["sources"][1]["reason"],
            "no parameter that varies in both has the name and the kind of one of this study");
}

TEST_F(Sources, ThatCannotBeReadHaveARowToo) {
  make_source("sq-a");
  write_square("new", "sources: [sq-a, sq-b, 'other.db:all']\n");
  const std::string out = output({"sources", "new.yaml"});
  EXPECT_HAS(out, "new can learn from 1 of 3 sources\n");
  EXPECT_HAS(out, "  sq-b: there is no study 'sq-b' in this store (did you mean 'sq-a'?)");
  EXPECT_HAS(out, "  other.db:all: there is no store at ");
}

TEST_F(Sources, NeedNoStoreOfTheirOwn) {
  make_source("sq-a", "other.db");
  write_square("new", "sources: ['other.db:all', rows.csv]\n");
  const std::string out = output({"sources", "new.yaml"});
  EXPECT_HAS(out, "new can learn from 2 of 2 sources\n");
  EXPECT_HAS(out, "other.db:sq-a       6         0\n");
  EXPECT_HAS(out, "rows.csv            6         0\n");
  EXPECT_FALSE(std::filesystem::exists("hone.db"));
  write_square("new", "");
  EXPECT_EQ(run({"sources", "new.yaml"}).code, 4) << "there is nothing to look at";
}

TEST_F(Sources, ShowTheWeightsOfTheNewestProposal) {
  for (const char* name : {"sq-a", "sq-b", "sq-c", "new"}) make_source(name);
  const test::Ran before = run({"plot", "new", "-k", "weights"});
  EXPECT_EQ(before.code, 4);
  EXPECT_HAS(before.err,
             "no trial of 'new' has weights of sources; they come when a study learns from others");
  add_noted_trial("new", {{"transfer.own", 0.25}, {"transfer.weight.sq-a", 0.75}});
  add_noted_trial("new", {{"transfer.own", 0.5},
                          {"transfer.weight.sq-c", 0.5},
                          {"transfer.agreement.sq-c", 0.875},
                          {"transfer.agreement.sq-a", 0.5},
                          {"transfer.dropped", std::int64_t{1}},
                          {"transfer.dropped.sq-b", true}});
  EXPECT_HAS(output({"sources", "new"}),
             "it could learn from 3 of 3; its own model weighs 0.5 (trial 7)\n\n"
             "source  trials  left out  weight  agreement\n"
             "sq-c         6         0     0.5       88 %\n"
             "sq-a         6         0       0       50 %\n"
             "sq-b         6         0       0             dropped\n");
  const Json row = Json::parse(output({"sources", "new", "--json"}))["sources"][0];
  EXPECT_EQ(row["weight"], 0.5);
  EXPECT_EQ(row["agreement"], 0.875);
  EXPECT_EQ(row["dropped"], false);

  EXPECT_HAS(output({"show", "new"}), "  weights     own 0.5, sq-c 0.5; 1 dropped (trial 7)\n");
  EXPECT_EQ(Json::parse(output({"show", "new", "--json"}))["sources"],
            (Json{{"trial", 7},
                  {"own", 0.5},
                  {"weights", {{"sq-c", 0.5}}},
                  {"agreement", {{"sq-a", 0.5}, {"sq-c", 0.875}}},
                  {"dropped", 1}}));

  EXPECT_EQ(output({"trials", "new"}).find("transfer"), std::string::npos) << "not unless asked for";
  EXPECT_HAS(output({"trials", "new", "-c", "number,transfer.own", "-w", "number == 6"}),
             "6               0.25\n");

  output({"plot", "new", "-k", "weights", "-o", "weights.svg"});
  EXPECT_HAS(read("weights.svg"), "1: sq-a");
  EXPECT_HAS(output({"plot", "new", "-k", "weights"}), "o: own");
}

TEST_F(Sources, ThatMayHaveBeenDroppedAreNotCalledKept) {
  for (const char* name : {"sq-a", "sq-b", "sq-c", "new"}) make_source(name);
  add_noted_trial("new", {{"transfer.own", 0.5},
                          {"transfer.weight.sq-c", 0.5},
                          {"transfer.dropped", std::int64_t{2}},
                          {"transfer.dropped.sq-a", true}});  // of very many not all are named
  const Json rows = Json::parse(output({"sources", "new", "--json"}))["sources"];
  EXPECT_EQ(rows[0]["dropped"], false);
  EXPECT_EQ(rows[1]["dropped"], true);
  EXPECT_TRUE(rows[2]["dropped"].is_null());
}

TEST_F(Sources, AreAddedByFromAndStoredWithTheStudy) {
  make_source("sq-a");
  make_source("sq-b");
  make_tree();
  write_square("new");
  const test::Ran ran = run({"tune", "new.yaml", "--from", "all"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_HAS(ran.err, "new  hebo, 1 at a time");
  EXPECT_HAS(ran.err, "warning: 1 of 3 studies cannot be used: `hone sources new.yaml` tells why\n");
  EXPECT_HAS(ran.err, "\nlearning from 2 studies; ");
  EXPECT_EQ(sources_of("new"), Json::parse(R"([{"studies": "*"}])"));
  EXPECT_HAS(output({"show", "new"}), "  sources     all\n");
  EXPECT_HAS(output({"trials", "new", "--json"}), "transfer.own");

  const test::Ran again = run({"tune", "new.yaml", "--trials", "9"});
  EXPECT_EQ(again.err.find("from now on"), std::string::npos) << "the file that names none leaves them";
  EXPECT_HAS(again.err, "\nlearning from 2 studies; ");
  output({"enqueue", "new.yaml", "x=0.5", "y=0.5"});
  EXPECT_EQ(sources_of("new").size(), 1u);
}

TEST_F(Sources, MayChangeBetweenRuns) {
  make_source("sq-a");
  make_source("sq-b");
  write_square("new", "budget: {trials: 1}\n");
  output({"tune", "new.yaml", "--from", "sq-a", "--from", "rows.csv"});
  const test::Ran more = run({"tune", "new", "--from", "sq-b,sq-a"});
  EXPECT_HAS(more.err, "learns from sq-a, rows.csv, sq-b from now on (before: sq-a, rows.csv)\n");
  const test::Ran others = run({"ask", "new.yaml", "--from", "none, sq-b"});
  EXPECT_HAS(others.err, "learns from sq-b from now on (before: sq-a, rows.csv, sq-b)\n");
  const test::Ran none = run({"tune", "new.yaml", "--from", "none"});
  EXPECT_HAS(none.err, "learns from no other study from now on (before: sq-b)\n");
  EXPECT_TRUE(sources_of("new").is_null() || sources_of("new").empty());
}

TEST_F(Sources, ThatAreMistypedAreFoundBeforeTheStudyIsStored) {
  make_source("sq-a");
  write_square("new");
  for (const char* command : {"tune", "ask"}) {
    const test::Ran ran = run({command, "new.yaml", "--from", "sq-b"});
    EXPECT_EQ(ran.code, 4);
    EXPECT_HAS(ran.err, "there is no study 'sq-b' in this store (did you mean 'sq-a'?)");
    EXPECT_EQ(run({"show", "new"}).code, 4) << command;
  }
  EXPECT_HAS(run({"tune", "new.yaml", "--from", "new"}).err, "the study 'new' cannot be its own source");
  EXPECT_HAS(run({"tune", "new.yaml", "--from", "sq-a,"}).err, "--from: the study has no name");
}

TEST_F(Sources, WithOddNamesAreWrittenAsInAFile) {
  make_source("odd, name: 1");
  write_square("new", "budget: {trials: 1}\n");
  EXPECT_HAS(run({"tune", "new.yaml", "--from", "name: 1"}).err,
             "a study's name that holds a colon is written {study: 'NAME'}");
  output({"tune", "new.yaml", "--from", "{study: 'odd, name: 1'}"});
  EXPECT_EQ(sources_of("new"), Json::parse(R"([{"study": "odd, name: 1"}])"));
}

TEST_F(Sources, WithNamesThatCouldSteerATerminalArePrintedSafely) {
  make_source(
      "a\xE2\x80\xAE"
      "b");  // turns the direction of what follows
  write_square("new", "sources: all\nbudget: {trials: 8}\n");
  for (const std::vector<std::string>& line : {std::vector<std::string>{"sources", "new.yaml"},
                                               {"tune", "new.yaml"},
                                               {"show", "new"},
                                               {"plot", "new", "-k", "weights"},
                                               {"tune", "new", "--trials", "9", "--from",
                                                "none,a\xE2\x80\xAE"
                                                "b"}}) {
    const test::Ran ran = run(line);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ((ran.out + ran.err).find("\xE2\x80\xAE"), std::string::npos) << line[0];
  }
  EXPECT_HAS(output({"sources", "new"}), "a\\u202eb");
}

TEST_F(Sources, ThatWereDeletedSinceDoNotStopAStudy) {
  make_source("sq-a");
  make_source("sq-b");
  write_square("new", "budget: {trials: 1}\nsources: [sq-a, sq-b]\n");
  output({"tune", "new.yaml"});
  output({"delete", "sq-b", "--yes"});
  const test::Ran ran = run({"tune", "new.yaml", "--trials", "2"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_HAS(ran.err, "warning: the source 'sq-b' is left out: there is no study 'sq-b' in this store");
  EXPECT_HAS(ran.err, "started from sq-a\n");
  EXPECT_EQ(run({"ask", "new"}).code, 0);
  const Json json = Json::parse(run({"tune", "new", "--trials", "2", "--json"}).out);
  EXPECT_EQ(json["warnings"].size(), 1u);
  EXPECT_EQ(json["sources"]["used"], 1);
}

TEST_F(Sources, MayGrowWhileAStudyRuns) {
  make_source("sq-a");
  write_square("new", "sources: sq-a\n");
  output({"ask", "new.yaml"});
  output({"import", "sq-a", "rows.csv", "--again"});
  output({"ask", "new.yaml"});
  EXPECT_HAS(output({"sources", "new"}), "sq-a        12         0");
}

TEST_F(Sources, MayBeFilesThatHoneExported) {
  make_source("sq-a");
  // Trials that failed count as the worst, and those that never ended not at all.
  output({"ask", "sq-a", "-n", "2"});
  output({"tell", "sq-a", "6", "--state", "failed"});
  output({"export", "sq-a", "-o", "old.csv"});
  output({"export", "sq-a", "-o", "old.json"});
  write_square("new", "budget: {trials: 2}\n");
  const auto listed = [&](const std::string& from) {
    const Json sources = Json::parse(output({"sources", "new.yaml", "--from", from, "--json"}))["sources"];
    return sources.size() == 1 ? sources[0] : Json(sources.size());
  };
  const Json json = listed("old.json");
  EXPECT_TRUE(json["name"].get<std::string>().ends_with("/old.json")) << json;
  EXPECT_EQ(json["trials"], 7);
  for (const char* field : {"usable", "trials", "left_out", "missing", "extra"})
    EXPECT_EQ(json[field], listed("old.csv")[field]) << field;
  EXPECT_EQ(listed("{file: old.json}"), json);
  EXPECT_EQ(listed("{name: old, trials: old.json}")["trials"], 6) << "only values are written into a study";
  EXPECT_EQ(run({"tune", "new.yaml", "--from", "old.json", "-q"}).code, 0);
  EXPECT_TRUE(sources_of("new")[0]["file"].get<std::string>().ends_with("/old.json"));
  EXPECT_EQ(run({"tune", "new", "--trials", "3", "-q"}).code, 0) << "it is read again";
}

TEST_F(Sources, InAFileOfTheirOwnMayBeAListOfSourcesToo) {
  make_source("sq-a");
  write("list.json",
        R"(["sq-a", {"name": "old", "trials": [{"params": {"x": 0.5, "y": 0.5}, "value": 1}]}])");
  write_square("new", "sources: list.json\n");
  EXPECT_EQ(Json::parse(output({"sources", "new.yaml", "--json"}))["sources"].size(), 2U);
  write("cut.json", R"([{"params": {"x": 0.5, "y": 0.5}, "value": 1})");
  const test::Ran cut = run({"sources", "new.yaml", "--from", "cut.json"});
  EXPECT_HAS(cut.out + cut.err, "cut.json");
  write("odd.json", R"([{"params": {"x": 0.5, "y": 0.5}, "value": "good"}])");
  EXPECT_HAS(output({"sources", "new.yaml", "--from", "odd.json"}), "odd.json: trials[0]");
}

TEST_F(Sources, WhoseAgreementWasNotKeptSayWhy) {
  for (const char* name : {"sq-a", "sq-b", "sq-c"}) make_source(name);
  write_square("new", "sources: [sq-a, sq-b, sq-c]\nbudget: {trials: 1}\n");
  output({"tune", "new.yaml", "-q"});
  add_noted_trial("new", {{"transfer.own", 0.4},
                          {"transfer.weight.sq-a", 0.6},
                          {"transfer.agreement.sq-a", 0.9},
                          {"transfer.dropped", std::int64_t{1}},
                          {"transfer.dropped.sq-b", true}});
  const Json sources = Json::parse(output({"sources", "new", "--json"}))["sources"];
  ASSERT_EQ(sources.size(), 3U);
  for (const Json& source : sources) {
    EXPECT_EQ(source["agreement"].is_null(), source.contains("agreement_reason")) << source;
  }
  const auto reason_of = [&](const std::string& name) {
    const auto found = std::find_if(sources.begin(), sources.end(),
                                    [&](const Json& source) { return source["name"] == name; });
    return found == sources.end() ? "" : found->value("agreement_reason", "");
  };
  EXPECT_HAS(reason_of("sq-b"), "was dropped");
  EXPECT_HAS(reason_of("sq-c"), "is neither");
}

TEST_F(Sources, AreCountedOnATerminalWhileTheyAreLearnedFrom) {
  make_source("sq-a");
  make_source("sq-b");
  write_square("pipe", "budget: {trials: 1}\nsampler: rgpe\n");
  write_square("seen", "budget: {trials: 1}\n");
  environment_.error_is_terminal = true;
  const test::Ran first = run({"tune", "seen.yaml", "--from", "sq-a,sq-b"});
  EXPECT_HAS(first.err, "\r\x1b[Klearning from 1 of 2 studies\r\x1b[Klearning from 2 of 2 studies\r\x1b[K");
  const test::Ran again = run({"tune", "seen.yaml", "--trials", "2"});
  EXPECT_EQ(again.err.find("of 2 studies"), std::string::npos)
      << "the models are in the store: " << again.err;
  environment_.error_is_terminal = false;
  const test::Ran piped = run({"tune", "pipe.yaml", "--from", "sq-a,sq-b"});
  EXPECT_EQ(piped.code, 0);
  EXPECT_EQ(piped.err.find("1 of 2 studies"), std::string::npos) << piped.err;
}

TEST_F(Sources, AreOfNoUseToSeveralObjectives) {
  make_source("sq-a");
  make_source("sq-b");
  write("two.yaml",
        "name: two\nobjectives: [{name: loss, direction: minimize}, {name: time, direction: minimize}]\n"
        "parameters:\n  x: {type: float, low: 0, high: 1}\n  y: {type: float, low: 0, high: 1}\n"
        "command: [echo, '{\"loss\": {x}, \"time\": {y}}']\nbudget: {trials: 1}\n");
  const test::Ran ran = run({"tune", "two.yaml", "--from", "all"});
  EXPECT_HAS(ran.err, "warning: none of 2 studies can be used: `hone sources two.yaml` tells why\n");
  EXPECT_HAS(output({"sources", "two"}),
             "  sq-a: a study of several objectives does not learn from others\n");
}

TEST_F(Sources, ThatNobodyUsesAreToldOf) {
  make_source("sq-a");
  write_square("new", "budget: {trials: 1}\nsampler: random\n");
  const std::string remark =
      "the sampler 'random' does not learn from other studies: `sources` is kept with the study, but not "
      "used";
  EXPECT_HAS(run({"tune", "new.yaml", "--from", "all"}).err, "warning: " + remark);
  EXPECT_EQ(Json::parse(output({"tune", "new", "--json"}))["warnings"], Json::array({remark}));
  EXPECT_HAS(run({"sources", "new"}).err, "warning: " + remark);
  EXPECT_HAS(run({"tune", "new", "--sampler", "hebo", "--from", "none,x*"}).err,
             "warning: no other study matches the source 'x*'\n");
}

TEST_F(Sources, ThatNobodyUsesMustBeThereToBeNamed) {
  make_source("sq-a");
  write_square("new", "budget: {trials: 1}\nsampler: random\n");
  const test::Ran ran = run({"tune", "new.yaml", "--from", "sq-b"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_HAS(ran.err, "there is no study 'sq-b' in this store (did you mean 'sq-a'?)");
  EXPECT_EQ(run({"show", "new"}).code, 4);  // nothing was stored
  const test::Ran kept = run({"tune", "new.yaml", "--from", "sq-a"});
  EXPECT_EQ(kept.code, 0);
  EXPECT_HAS(kept.err, "`sources` is kept with the study, but not used");
  EXPECT_EQ(kept.err.find("learns from"), std::string::npos) << kept.err;
  EXPECT_HAS(output({"show", "new"}), "sq-a");
}

TEST(SourceText, AddsUpTheLightWeights) {
  WeightsAt at{.trial = 9, .weights = {.own = 0.4, .dropped = 3}};
  for (int i = 0; i < 6; ++i) at.weights.sources["s" + std::to_string(i)].weight = 0.1;
  EXPECT_EQ(weights_text(at), "own 0.4, s0 0.1, s1 0.1, s2 0.1, s3 0.1, 2 more 0.2; 3 dropped (trial 9)");
}

TEST(SourceText, SaysWhatWasLearnedFrom) {
  using transfer::NotedWeights;
  const NotedWeights none{.sources = {{"a", {.agreement = 0.5}}, {"b", {.agreement = 0.2}}}};
  const NotedWeights one{.sources = {{"a", {.agreement = 0.6}}, {"b", {.agreement = 0.2}}}};
  const NotedWeights both{.sources = {{"a", {.agreement = 0.6}}, {"b", {.agreement = 0.9}}}};
  const NotedWeights gone{.sources = {{"a", {.dropped = true, .agreement = 0.9}}}};
  EXPECT_EQ(learned_text({.used = {"a"}}, none), "learning from a, which does not agree so far");
  EXPECT_EQ(learned_text({.used = {"a"}}, gone), "learning from a, which does not agree so far");
  EXPECT_EQ(learned_text({.used = {"a"}}, one), "learning from a, which agrees so far");
  EXPECT_EQ(learned_text({.used = {"a", "b"}}, none), "learning from 2 studies; none agrees so far");
  EXPECT_EQ(learned_text({.used = {"a", "b"}}, both), "learning from 2 studies; both agree so far");
  EXPECT_EQ(learned_text({.used = {"a", "b", "c"}}, one), "learning from 3 studies; a agrees best");
  EXPECT_EQ(learned_text({.used = {"a", "b", "c"}}, both), "learning from 3 studies; b and a agree best");
}

TEST(SourceText, SaysWhatCannotBeUsed) {
  EXPECT_EQ(refused_text({.used = {"a"}}, "s.yaml"), "");
  EXPECT_EQ(refused_text({.used = {"a"}, .refused = {{"b", "why"}, {"c", "why"}}}, "s.yaml"),
            "2 of 3 studies cannot be used: `hone sources s.yaml` tells why");
  EXPECT_EQ(refused_text({.refused = {{"b", "why"}, {"c", "why"}}}, "s.yaml"),
            "none of 2 studies can be used: `hone sources s.yaml` tells why");
  EXPECT_EQ(refused_text({.refused = {{"b", "why"}}}, "s.yaml"),
            "the only source cannot be used: `hone sources s.yaml` tells why");
}

}  // namespace
}  // namespace hone::cli
