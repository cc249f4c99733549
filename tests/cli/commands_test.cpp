// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"
#include "hone/base/rng.hpp"
#include "hone/runner/worker_id.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "hone/storage/sqlite_storage.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

class Commands : public test::CliTest {
 protected:
  /// Asks for trials and tells each the value 0.1 times its number.
  void ask_and_tell(int count) {
    output({"ask", "study.yaml", "-n", std::to_string(count)});
    for (int i = 0; i < count; ++i) output({"tell", "svm", std::to_string(i), std::to_string(0.1 * i)});
  }
};

TEST_F(Commands, InitWritesAStudyThatIsValid) {
  EXPECT_HAS(output({"init"}), "Wrote study.yaml");
  EXPECT_HAS(output({"check", "study.yaml"}), "study.yaml is valid");
  EXPECT_HAS(output({"init", "other.yaml", "--name", "Ünusual: name"}), "Wrote other.yaml");
  EXPECT_HAS(output({"check", "other.yaml"}), "Ünusual: name");
  EXPECT_HAS(output({"init", "true.yaml", "--json"}), "\"name\": \"true\"");
  EXPECT_HAS(output({"check", "true.yaml"}), "study        true");
}

TEST_F(Commands, InitNeverOverwritesUnlessForced) {
  write("study.yaml", "mine");
  const test::Ran ran = run({"init"});
  EXPECT_EQ(ran.code, 6);
  EXPECT_EQ(ran.err,
            "hone: study.yaml is there already; choose another name, or overwrite it with --force\n");
  EXPECT_EQ(read("study.yaml"), "mine");
  output({"init", "--force"});
  EXPECT_HAS(read("study.yaml"), "parameters:");
}

TEST_F(Commands, CheckShowsTheSpace) {
  write_study("constraints: [C < 500 or kernel == 'rbf']\n");
  const std::string out = output({"check", "study.yaml"});
  EXPECT_HAS(out, "C < 500 or kernel == 'rbf'  (can be satisfied)");
  EXPECT_HAS(out,
             "parameter  kind         values           only when\n"
             "C          float        1 to 1000 (log)\n"
             "kernel     categorical  rbf, poly\n"
             "degree     int          2 to 5           kernel = poly\n");
  const Json json = Json::parse(output({"check", "study.yaml", "--json"}));
  EXPECT_EQ(json["valid"], true);
  EXPECT_EQ(json["configurations"], nullptr);
  EXPECT_EQ(json["study"]["name"], "svm");
}

TEST_F(Commands, CheckRefusesWhatTuneWouldRefuse) {
  write_study("constraints: [C > 2000]\n");
  EXPECT_EQ(run({"check", "study.yaml"}).code, 3);
  write_study("sampler: hbeo\n");
  EXPECT_EQ(run({"check", "study.yaml"}).code, 4);
  write("bad.yaml", "parameters:\n  x: {type: float, low: 2, high: 1}\n");
  const test::Ran bad = run({"check", "bad.yaml"});
  EXPECT_EQ(bad.code, 3);
  EXPECT_HAS(bad.err, "bad.yaml:2: parameters.x");
  EXPECT_EQ(run({"check", "missing.yaml"}).code, 4);
}

TEST_F(Commands, AskProposesAndTellTakesTheResult) {
  write_study();
  const Json asked = Json::parse(output({"ask", "study.yaml", "-n", "2", "--json"}));
  ASSERT_EQ(asked["trials"].size(), 2u);
  EXPECT_EQ(asked["trials"][1]["number"], 1);
  EXPECT_EQ(output({"tell", "study.yaml", "1", "-0.5"}), "trial 1 is complete with -0.5\n");
  EXPECT_EQ(output({"tell", "svm", "0", "--state", "failed", "--error", "no memory", "-a", "gpu=2"}),
            "trial 0 is failed\n");
  const Json trials = Json::parse(output({"trials", "svm", "--json"}));
  EXPECT_EQ(trials[0]["error"], "no memory");
  EXPECT_EQ(trials[0]["attributes"]["gpu"], 2);
  EXPECT_EQ(trials[1]["value"], -0.5);
  const test::Ran again = run({"tell", "svm", "1", "3"});
  EXPECT_EQ(again.code, 6);
  EXPECT_EQ(run({"tell", "svm", "17", "3"}).code, 4);
  EXPECT_EQ(run({"tell", "svm", "x", "3"}).code, 2);
  EXPECT_EQ(run({"tell", "svm", "1"}).code, 2) << "a value or a state is needed";
  for (const char* state : {"failed", "pruned", "timed_out", "infeasible"})
    EXPECT_EQ(run({"tell", "svm", "2", "0.5", "--state", state}).code, 2)
        << "a value would be lost: " << state;
  EXPECT_EQ(run({"tell", "svm", "1", "abc"}).code, 2);
  EXPECT_EQ(run({"tell", "svm", "1", "--state", "waiting"}).code, 2);
}

TEST_F(Commands, AskShowsSettingsAndWhatToDoNext) {
  write_study();
  const test::Ran ran = run({"ask", "study.yaml"});
  EXPECT_HAS(ran.out, "trial 0\n  C       ");
  EXPECT_EQ(ran.err, "then: hone tell study.yaml 0 VALUE\n");
}

TEST_F(Commands, ATellThatIsNotFiniteIsAFailureWithAWarning) {
  write_study();
  output({"ask", "study.yaml"});
  const test::Ran ran = run({"tell", "svm", "0", "nan"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, "trial 0 is failed\n");
  EXPECT_HAS(ran.err, "warning: ");
}

TEST_F(Commands, EnqueuedSettingsComeNext) {
  write_study();
  EXPECT_EQ(output({"enqueue", "study.yaml", "C=10", "kernel=poly", "degree=3"}),
            "trial 0 waits: C=10 kernel=poly degree=3\n");
  const Json asked = Json::parse(output({"ask", "svm", "--json"}));
  EXPECT_EQ(asked["trials"][0]["params"], (Json{{"C", 10.0}, {"kernel", "poly"}, {"degree", 3}}));
  EXPECT_HAS(output({"enqueue", "svm", "C=10", "kernel=poly"}), "trial 1 waits: C=10 kernel=poly degree=");
  EXPECT_EQ(run({"enqueue", "svm", "C=1e9", "kernel=rbf"}).code, 3);
  EXPECT_EQ(run({"enqueue", "svm", "C"}).code, 2);
  EXPECT_EQ(run({"enqueue", "svm"}).code, 2);
  EXPECT_HAS(run({"enqueue", "svm", "C=10", "kernle=rbf"}).err, "did you mean 'kernel'?");
}

TEST_F(Commands, SettingsThatWouldNotMatterAreNotEnqueued) {
  write_study();
  const test::Ran ran = run({"enqueue", "study.yaml", "C=10", "kernel=rbf", "degree=3"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(ran.err,
            "hone: the parameter 'degree' does not exist under the other values; leave it out, or change "
            "kernel, on which it depends\n");
  EXPECT_FALSE(std::filesystem::exists("hone.db"));
}

// A stream that takes nothing, as a pipe whose reader has gone.
TEST_F(Commands, SettingsThatNobodyCouldReadWaitAgain) {
  write_study();
  for (const bool json : {false, true}) {
    std::vector<std::string> arguments = {"ask", "study.yaml", "-n", "2"};
    if (json) arguments.emplace_back("--json");
    std::istringstream in;
    std::ostream closed(nullptr);
    std::ostringstream err;
    EXPECT_NE(cli::run(arguments, in, closed, err, environment_), 0);
    EXPECT_HAS(output({"show", "svm"}), "2 waiting");
  }
  EXPECT_EQ(Json::parse(output({"ask", "svm", "-n", "2", "--json"}))["trials"].size(), 2U);
}

TEST_F(Commands, AClaimThatNobodyHoldsIsNamed) {
  write_study();
  output({"ask", "study.yaml"});
  EXPECT_EQ(output({"db", "check"}).find("note: "), std::string::npos) << "the process that asked lives";
  std::string dead = runner::worker_id();  // of a process whose number is above all that Linux gives
  const auto pid = ":" + std::to_string(::getpid()) + ":";
  dead.replace(dead.find(pid), pid.size(), ":4194305:");
  const auto store = storage::open_sqlite("hone.db");
  const std::vector<Proposal> point = {{store->trial(1, 0)->configuration}};
  ASSERT_TRUE(store->start(1, 1, point, std::vector<storage::Worker>{{dead, 60'000}}));
  ASSERT_TRUE(store->start(1, 2, point, std::vector<storage::Worker>{{dead}}));
  const std::string said = output({"db", "check"});
  EXPECT_HAS(
      said,
      "note: study 'svm': 1 trial is running, but the process that asked for it has ended (trial 1); the "
      "next 'hone tune' runs it again\n");
  EXPECT_HAS(said, "has ended (trial 2); tell the result, or say 'hone tell STUDY NUMBER --state failed'");
  const Json unheld = Json::parse(output({"db", "check", "--json"}))["unheld"];
  ASSERT_EQ(unheld.size(), 2U);
  EXPECT_EQ(unheld[1], (Json{{"study", "svm"}, {"number", 2}, {"worker", dead}, {"until_told", true}}));
}

TEST_F(Commands, StartingPointsOfTheFileAreTriedFirst) {
  write_study("enqueue:\n  - {C: 7, kernel: rbf}\n");
  const Json asked = Json::parse(output({"ask", "study.yaml", "-n", "2", "--json"}));
  EXPECT_EQ(asked["trials"][0]["params"]["C"], 7.0);
  EXPECT_NE(asked["trials"][1]["params"]["C"], 7.0) << "and only once";
}

TEST_F(Commands, ShowAndBestDescribeTheStudy) {
  write_study();
  ask_and_tell(3);
  const std::string shown = output({"show", "svm"});
  EXPECT_HAS(shown, "objective   minimize loss");
  EXPECT_HAS(shown, "trials      3 (3 complete)");
  EXPECT_HAS(shown, "best loss 0 at trial 0\n");
  const Json json = Json::parse(output({"show", "study.yaml", "--json"}));
  EXPECT_EQ(json["counts"]["complete"], 3);
  EXPECT_EQ(json["best"]["number"], 0);
  EXPECT_EQ(output({"best", "svm"}).rfind("best loss 0 at trial 0\n  C  ", 0), 0u);
  EXPECT_EQ(Json::parse(output({"best", "svm", "--json"})), json["best"]);
}

TEST_F(Commands, TrialsShowTheStageOfADesign) {
  write_study();
  ask_and_tell(2);
  EXPECT_EQ(output({"trials", "svm"}).find("stage"), std::string::npos);
  write("design.yaml",
        "name: design\n"
        "objective: {name: loss, direction: minimize}\n"
        "sampler: {name: sequd, runs: 3, later_runs: 3}\n"
        "parameters:\n"
        "  x: {type: float, low: 0, high: 1}\n");
  for (int i = 0; i < 5; ++i) {
    output({"ask", "design.yaml"});
    output({"tell", "design", std::to_string(i), std::to_string(0.1 * i)});
  }
  const std::string table = output({"trials", "design"});
  EXPECT_HAS(table, "number  state     stage");
  EXPECT_HAS(table, "     4  complete      2");
  EXPECT_HAS(output({"trials", "design", "--where", "stage == 1", "--columns", "number,stage"}),
             "number  stage\n     0      1\n     1      1\n     2      1\n");
  EXPECT_HAS(output({"plot", "design", "-k", "history"}), "stage 1");
}

TEST_F(Commands, BestOfAStudyWithoutResultsIsNotFound) {
  write_study();
  output({"ask", "study.yaml"});
  const test::Ran ran = run({"best", "svm"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(ran.err, "svm: no trial is complete yet\n");
  EXPECT_EQ(run({"best", "svm", "--json"}).out, "null\n");
}

TEST_F(Commands, BestOfSeveralObjectivesIsTheFront) {
  write("two.yaml",
        "name: two\nobjectives: [{name: loss, direction: minimize}, {name: speed, direction: maximize}]\n"
        "parameters: {x: {type: float, low: 0, high: 1}}\n");
  output({"ask", "two.yaml", "-n", "3"});
  output({"tell", "two", "0", "1", "5"});
  output({"tell", "two", "1", "2", "9"});
  output({"tell", "two", "2", "3", "1"});
  const std::string out = output({"best", "two"});
  EXPECT_HAS(out, "    0     1      5  ");
  EXPECT_HAS(out, "    1     2      9  ");
  EXPECT_EQ(out.find("trial 2"), std::string::npos);
  EXPECT_EQ(Json::parse(output({"best", "two", "--json"})).size(), 2u);
}

TEST_F(Commands, LookingNeverMakesAStore) {
  write_study();
  for (const std::string command : {"show", "best", "trials", "plot", "export"}) {
    const test::Ran ran = run({command, "svm"});
    EXPECT_EQ(ran.code, 4) << command;
    EXPECT_HAS(ran.err, "there is no store at hone.db");
  }
  EXPECT_EQ(run({"studies"}).code, 4);
  EXPECT_FALSE(std::filesystem::exists("hone.db"));
}

TEST_F(Commands, AnUnknownStudyIsSuggested) {
  write_study();
  output({"ask", "study.yaml"});
  const test::Ran ran = run({"show", "smv"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(ran.err,
            "hone: there is no study 'smv' in hone.db (did you mean 'svm'?); 'hone studies' lists those that "
            "are there\n");
}

TEST_F(Commands, TheStoreComesFromTheOptionOrTheEnvironment) {
  write_study();
  output({"ask", "study.yaml", "--store", "a.db"});
  EXPECT_TRUE(std::filesystem::exists("a.db"));
  environment_.variables["HONE_STORE"] = "sqlite:b.db";
  output({"ask", "study.yaml"});
  EXPECT_TRUE(std::filesystem::exists("b.db"));
  EXPECT_HAS(output({"show", "svm"}), "sqlite:b.db");
  EXPECT_FALSE(std::filesystem::exists("hone.db"));
}

TEST_F(Commands, AChangedSpaceIsRefusedAndSaysWhatDiffers) {
  write_study();
  output({"ask", "study.yaml"});
  write("study.yaml",
        "name: svm\nobjective: {name: loss, direction: minimize}\n"
        "parameters:\n  C: {type: float, low: 1, high: 10}\n  gamma: {type: float, low: 0, high: 1}\n");
  const test::Ran ran = run({"ask", "study.yaml"});
  EXPECT_EQ(ran.code, 6);
  EXPECT_EQ(ran.err,
            "hone: the study 'svm' is in the store with another search space: parameters.C: narrowed from "
            "[1, 1000] to [1, 10], parameters.C: scale changed from log to linear, parameters.gamma: new "
            "float (0 to 1), parameters.kernel: removed (was rbf, poly), parameters.degree: removed (was 2 "
            "to 5); adopt the new one with `hone tune FILE --adopt` (trials that do not fit it are kept and "
            "marked; `hone space svm --set FILE --dry-run` shows which), or give the study another "
            "'name'\n");
}

TEST_F(Commands, StudiesAreListed) {
  write_study();
  ask_and_tell(2);
  EXPECT_HAS(output({"studies"}),
             "svm    minimize loss  hebo          2         2          0        0     0  just now\n");
  EXPECT_EQ(output({"studies", "--names"}), "svm\n");
  const Json json = Json::parse(output({"studies", "--json"}));
  EXPECT_EQ(json[0]["trials"], 2);
  EXPECT_EQ(json[0]["best"], 0.0);
}

TEST_F(Commands, DeleteAsksFirst) {
  write_study();
  ask_and_tell(1);
  const test::Ran alone = run({"delete", "svm"});
  EXPECT_EQ(alone.code, 2) << "nobody to ask";
  EXPECT_HAS(alone.err, "--yes");
  environment_.input_is_terminal = true;
  const test::Ran no = run({"delete", "svm"}, "n\n");
  EXPECT_EQ(no.code, 1);
  EXPECT_EQ(no.err, "Delete study 'svm' and its 1 trial? [y/N] ");
  EXPECT_EQ(no.out, "nothing was deleted\n");
  EXPECT_EQ(run({"delete", "svm"}, "y\n").code, 0);
  EXPECT_EQ(output({"studies"}), "there are no studies in hone.db\n");
  output({"ask", "study.yaml"});
  environment_.input_is_terminal = false;
  EXPECT_EQ(output({"delete", "study.yaml", "--yes"}), "deleted svm and its 1 trial\n");
}

TEST_F(Commands, DeletingAModelAsksFirst) {
  const auto store = storage::open_sqlite("hone.db");
  for (const char* bytes : {"older", "newer"})
    store->put_artefact(
        {.kind = "meta-model", .name = "svm", .maker = "hone 0", .settings = "", .bytes = bytes});
  const test::Ran alone = run({"meta", "delete", "svm"});
  EXPECT_EQ(alone.code, 2) << "nobody to ask";
  EXPECT_HAS(alone.err, "--yes");
  environment_.input_is_terminal = true;
  const test::Ran no = run({"meta", "delete", "svm"}, "n\n");
  EXPECT_EQ(no.code, 1);
  EXPECT_EQ(no.err, "Delete the model 'svm' in all its versions? [y/N] ");
  EXPECT_EQ(no.out, "nothing was deleted\n");
  const std::string newest = store->artefacts("meta-model").front().hash.substr(0, 12);
  const test::Ran one = run({"meta", "delete", "svm@" + newest}, "y\n");
  EXPECT_EQ(one.err, "Delete version " + newest + " of the model 'svm'? [y/N] ");
  EXPECT_HAS(one.out, "(1 version)");
  environment_.input_is_terminal = false;
  EXPECT_EQ(output({"meta", "delete", "svm", "-y"}), "deleted svm (1 version)\n");
  EXPECT_TRUE(store->artefacts("meta-model").empty());
}

TEST_F(Commands, SamplersAreThoseOfTheCatalog) {
  EXPECT_HAS(output({"samplers"}), "random ");
  EXPECT_GE(Json::parse(output({"samplers", "--json"})).size(), 4u);
  const std::string listed = output({"samplers"});
  const std::size_t heading =
      listed.find("\n\nPublished baselines, for comparison:\nsampler  how it proposes\nwac ");
  ASSERT_NE(heading, std::string::npos) << listed;
  EXPECT_LT(listed.find("\ngrid "), heading);
  EXPECT_GT(listed.find("\nsmfo "), heading);
  EXPECT_EQ(output({"pruners"}).find("baselines"), std::string::npos);
  EXPECT_EQ(Json::parse(output({"samplers", "wac", "--json"}))["baseline"], true);
  EXPECT_FALSE(Json::parse(output({"samplers", "gp", "--json"})).contains("baseline"));
  EXPECT_HAS(output({"samplers", "sequd"}), "\n  later_runs   trials of each later stage\n");
  EXPECT_EQ(Json::parse(output({"samplers", "sobol", "--json"}))["options"][0]["default"], true);
  EXPECT_HAS(output({"samplers", "random"}), "no options");
  EXPECT_EQ(run({"samplers", "sequdd"}).code, 4);
}

TEST_F(Commands, OptionsAreToldAsTheyAreDeclared) {
  const std::string hebo = output({"samplers", "hebo"});
  EXPECT_HAS(hebo, "0 to 100000 trials; default: 0\n");
  EXPECT_HAS(hebo, "1 to 100; default: 3; published: 10, current: 1\n");
  EXPECT_HAS(hebo, "some of ei, pi, ucb; default: [ei, pi, ucb]\n");
  EXPECT_HAS(output({"samplers", "lhs"}), "1 to 10000; default: all planned; 32 without a plan\n");
  const Json options = Json::parse(output({"samplers", "hebo", "--json"}))["options"];
  const Json& restarts = *std::find_if(options.begin(), options.end(),
                                       [](const Json& option) { return option["name"] == "fit.restarts"; });
  EXPECT_EQ(restarts, Json::parse(R"({"name": "fit.restarts", "kind": "integer", "low": 1, "high": 100,
      "values": "1 to 100", "default": 3, "variants": {"published": 10, "current": 1},
      "summary": "searches of a fit from scratch"})"));
}

TEST_F(Commands, PrunersAreThoseOfTheTable) {
  EXPECT_HAS(output({"pruners"}), "median ");
  EXPECT_EQ(Json::parse(output({"pruners", "--json"})).size(), 7u);
  EXPECT_HAS(output({"pruners", "asha"}), "2 to 1000000000; default: 4\n");
  EXPECT_HAS(output({"pruners", "asha"}), "In a study file: pruner: {name: asha, min_resource: ...}\n");
  EXPECT_EQ(run({"pruners", "meidan"}).code, 4);
}

TEST_F(Commands, MethodsAreSamplersAndPruners) {
  EXPECT_EQ(output({"methods"}), output({"samplers"}) + "\n" + output({"pruners"}));
  EXPECT_EQ(output({"methods", "--names"}), output({"samplers", "--names"}) + output({"pruners", "--names"}));
  for (const char* name : {"sequd", "hebo"}) EXPECT_EQ(output({"methods", name}), output({"samplers", name}));
  EXPECT_EQ(output({"methods", "asha", "--json"}), output({"pruners", "asha", "--json"}));
  const Json all = Json::parse(output({"methods", "--json"}));
  EXPECT_EQ(all["samplers"], Json::parse(output({"samplers", "--json"})));
  EXPECT_EQ(all["pruners"], Json::parse(output({"pruners", "--json"})));
  const test::Ran none = run({"methods", "sequdd"});
  EXPECT_EQ(none.code, 4);
  EXPECT_HAS(none.err,
             "there is no sampler or pruner 'sequdd' (did you mean 'sequd'?); 'hone methods' lists");
  EXPECT_HAS(run({"methods", "sha"}).err, "; use asha");
}

TEST_F(Commands, TheStoreIsCheckedCopiedAndMigrated) {
  write_study();
  ask_and_tell(2);
  EXPECT_HAS(output({"db", "check"}), "hone.db is sound (schema ");
  EXPECT_EQ(Json::parse(output({"db", "check", "--json"}))["ok"], true);
  EXPECT_EQ(output({"db", "backup", "copy.db"}), "wrote a copy of hone.db to copy.db\n");
  EXPECT_HAS(output({"db", "copy", "hone.db", "sqlite:other.db"}), "copied 1 study, ");
  EXPECT_HAS(output({"db", "check", "--store", "other.db"}), "other.db is sound");
  EXPECT_HAS(output({"show", "svm", "--store", "copy.db"}), "2 complete");
  EXPECT_HAS(output({"db", "migrate"}), "hone.db has the present schema");
  EXPECT_EQ(run({"db", "migrate", "--store", "none.db"}).code, 4);
  EXPECT_EQ(run({"db", "migrate", "--store", "memory:"}).code, 3);
  EXPECT_EQ(output({"db", "artefacts"}), "there are no artefacts in hone.db\n");
  write("junk.db", std::string(5000, 'x'));
  EXPECT_EQ(run({"db", "check", "--store", "junk.db"}).code, 5);
}

// A count that is wrong must end in an error, not in a search for a number that never comes.
TEST_F(Commands, AWrongCountIsRefusedAndRepairedOnRequest) {
  write_study();
  ask_and_tell(2);
  const auto damage = [] {
    storage::SqliteDatabase("hone.db", {}).execute("UPDATE progress SET trials = 7, complete = 7");
  };
  damage();
  const auto asked = run({"ask", "study.yaml"});
  EXPECT_EQ(asked.code, 5);
  EXPECT_HAS(
      asked.err,
      "study 1 counts 7 trials, but 2 can be read in order; look at the whole store with `hone db check`");
  const auto found = run({"db", "check"});
  EXPECT_EQ(found.code, 5);
  EXPECT_HAS(found.out, "`hone db check --repair` counts anew");
  const std::string repaired = output({"db", "check", "--repair"});
  EXPECT_HAS(repaired, "repaired: study 'svm': counted anew: 2 trials, 0 waiting, 0 running, 2 complete");
  EXPECT_HAS(repaired, "hone.db is sound");
  EXPECT_EQ(output({"db", "check", "--repair"}).find("repaired"), std::string::npos);
  output({"ask", "study.yaml"});
  damage();
  EXPECT_EQ(Json::parse(output({"db", "check", "--repair", "--json"}))["repaired"].size(), 1u);
}

TEST_F(Commands, AStoreWithoutLocksOrFileIsRefused) {
  write_study();
  for (const char* store : {"sqlite:file:hone.db?nolock=1", "sqlite:file:hone.db?vfs=unix-none",
                            "sqlite:file:x?mode=memory", "sqlite::memory:"}) {
    EXPECT_EQ(run({"ask", "study.yaml", "--store", store}).code, 3) << store;
  }
  EXPECT_FALSE(std::filesystem::exists("hone.db"));
}

TEST_F(Commands, OnlyAddressesHaveParameters) {
  write_study();
  for (const char* store : {"a.db?nolock=1", "sqlite:a.db?nolock=1", "./a.db?mode=ro"}) {
    const test::Ran refused = run({"ask", "study.yaml", "--store", store});
    EXPECT_EQ(refused.code, 3) << store;
    EXPECT_HAS(refused.err, "is a path, and paths have no parameters");
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator("."), {}), 1) << "nothing was made";
  write("a.db?b", "");
  EXPECT_EQ(run({"ask", "study.yaml", "--store", "a.db?b"}).code, 0) << "a file that is there is that file";
}

TEST_F(Commands, AStudyMayBeNamedLikeAPath) {
  for (const std::string name : {"a/b", "x.yaml"}) {
    write("study.yaml",
          "name: " + name + "\nparameters: {x: {type: float, low: 0, high: 1}}\nsampler: random\n");
    output({"ask", "study.yaml"});
    EXPECT_HAS(output({"show", name}), name);
    EXPECT_HAS(output({"trials", name}), "0");
  }
  std::filesystem::create_directory("a");
  std::filesystem::create_directory("a/b");
  EXPECT_HAS(output({"show", "a/b"}), "a/b");
  const test::Ran neither = run({"show", "a/c"});
  EXPECT_EQ(neither.code, 4);
  EXPECT_HAS(neither.err, "'a/c' is neither a file nor a study in hone.db");
  EXPECT_HAS(run({"show", "c.yaml"}).err, "there is no file c.yaml");
}

TEST_F(Commands, CheckWarnsOfSourcesThatAreNotThere) {
  write("study.yaml",
        "name: s\nparameters: {x: {type: float, low: 0, high: 1}}\nsampler: random\ncommand: [echo, '{x}']\n"
        "sources: ['gone', 'other.db:a']\n");
  const std::string before = run({"check", "study.yaml"}).err;
  EXPECT_HAS(before, "sources #1: there is no store at hone.db");
  EXPECT_HAS(before, "sources #2: there is no store at " + (folder_ / "other.db").string());
  EXPECT_FALSE(std::filesystem::exists("hone.db"));
  write("gone.yaml", "name: here\nparameters: {x: {type: float, low: 0, high: 1}}\nsampler: random\n");
  output({"ask", "gone.yaml"});
  EXPECT_HAS(run({"check", "study.yaml"}).err, "sources #1: there is no study 'gone' in hone.db");
}

TEST_F(Commands, AListOfOneIsAListToo) {
  write("study.yaml",
        "name: s\nparameters: {x: {type: float, low: 0, high: 1}}\nsampler: {name: hebo, startup: [4]}\n");
  const test::Ran refused = run({"check", "study.yaml"});
  EXPECT_EQ(refused.code, 3);
  EXPECT_HAS(refused.err, "option 'startup' of hebo is a list; give one value");
  write("study.yaml",
        "name: s\nparameters: {x: {type: float, low: 0, high: 1}}\n"
        "sampler: {name: hebo, acquisitions: [ei], startup: 4}\n");
  EXPECT_EQ(run({"check", "study.yaml"}).code, 0);
  output({"ask", "study.yaml"});
  output({"ask", "study.yaml"});
}

TEST_F(Commands, SourcesThatNobodyUsesAreToldOf) {
  write("study.yaml",
        "name: s\nparameters: {x: {type: float, low: 0, high: 1}}\nsampler: random\n"
        "command: [echo, '{x}']\nbudget: {trials: 1}\nsources: ['old-*', 'other.db:a']\n");
  const std::string remark =
      "the sampler 'random' does not learn from other studies: `sources` is kept with the study, but not "
      "used";
  const test::Ran checked = run({"check", "study.yaml"});
  EXPECT_EQ(checked.code, 0);
  EXPECT_HAS(checked.err, "warning: " + remark);
  EXPECT_HAS(checked.out, "sources      old-*, ");
  EXPECT_EQ(Json::parse(output({"check", "study.yaml", "--json"}))["warnings"][0], remark);
  EXPECT_HAS(run({"tune", "study.yaml", "-q"}).err, "warning: " + remark);
}

TEST_F(Commands, ArtefactsAreListed) {
  const std::string store = "kept.db";
  const auto opened = storage::open_sqlite(store);
  opened->put_artefact({.kind = "meta",
                        .name = "svm",
                        .maker = "hone 0",
                        .settings = "{}",
                        .sources = {{"a", 12, 30}, {"b", 1, 2}},
                        .bytes = "abc"});
  opened->put_artefact({.kind = "base-model", .name = "a", .maker = "hone 0", .settings = "", .bytes = "x"});
  const std::string table = output({"db", "artefacts", "--store", store});
  EXPECT_HAS(table, "ba7816bf8f01");
  EXPECT_HAS(table, "2 studies (13 trials)");
  const Json meta = Json::parse(output({"db", "artefacts", "--store", store, "--kind", "meta", "--json"}));
  ASSERT_EQ(meta.size(), 1u);
  EXPECT_EQ(meta[0]["hash"], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(meta[0]["size"], 3);
  EXPECT_EQ(meta[0]["sources"][0], (Json{{"study", "a"}, {"trials", 12}, {"revision", 30}}));
  EXPECT_EQ(output({"db", "artefacts", "--store", store, "--kind", "none"}),
            "there are no artefacts of kind none in " + store + "\n");
}

TEST_F(Commands, BestOfNoisyValuesTellsTheBestPredictedMean) {
  write("noisy.yaml",
        "name: noisy\nobjective: {name: loss, direction: minimize}\n"
        "parameters:\n  x: {type: float, low: 0, high: 1}\n");
  // A valley at 0.4, seen through noise; a trial beside it was lucky.
  Rng rng(5);
  std::string noisy = "x,loss\n";
  std::string exact = "x,loss\n";
  for (int i = 0; i < 60; ++i) {
    const double x = (i + 0.5) / 60;
    const double value = 10 * (x - 0.4) * (x - 0.4);
    const double noise = i == 45 ? -3.0 : 0.4 * rng.normal();
    noisy += std::to_string(x) + "," + std::to_string(value + noise) + "\n";
    exact += std::to_string(x) + "," + std::to_string(value) + "\n";
  }
  write("noisy.csv", noisy);
  write("exact.csv", exact);
  output({"import", "noisy.yaml", "noisy.csv"});
  const std::string said = output({"best", "noisy"});
  EXPECT_HAS(said, "best loss -");
  EXPECT_HAS(said, " at trial 45\n");
  EXPECT_HAS(said, "so the best of them may be luck\nbest predicted mean ");
  const Json best = Json::parse(output({"best", "noisy", "--json"}));
  EXPECT_EQ(best["number"], 45);
  EXPECT_NEAR(best["predicted"]["params"]["x"].get<double>(), 0.4, 0.2);
  EXPECT_LT(best["predicted"]["low"], best["predicted"]["mean"]);
  EXPECT_GT(best["predicted"]["noise"], 0.1);
  output({"import", "noisy.yaml", "exact.csv", "--store", "exact.db"});
  EXPECT_EQ(output({"best", "noisy", "--store", "exact.db"}).find("noisy,"), std::string::npos);
  EXPECT_FALSE(Json::parse(output({"best", "noisy", "--store", "exact.db", "--json"})).contains("predicted"));
}

}  // namespace
}  // namespace hone::cli
