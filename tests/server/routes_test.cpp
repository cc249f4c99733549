// SPDX-License-Identifier: MIT
// What the operations of the API do, through the gate and without sockets.
#include <set>

#include "hone/base/percent.hpp"
#include "server/service_fixture.hpp"

namespace hone::server {
namespace {

class RoutesTest : public test::ServiceTest {
 protected:
  Json tell(const std::string& study, const std::string& client, const Json& trial, double value,
            int status = 200) {
    const Json result = {{"number", trial["number"]}, {"token", trial["token"]}, {"value", value}};
    return json("POST", "/v1/studies/" + study + ":tell",
                Json({{"client", client}, {"results", Json::array({result})}}).dump(), status);
  }
  /// {"number": 7, "token": ...}
  static std::string held(const Json& trial) {
    return Json({{"number", trial["number"]}, {"token", trial["token"]}}).dump();
  }
  Json report(const std::string& study, const std::string& client, const Json& trial, int status = 200) {
    const Json body = {{"client", client},
                       {"number", trial["number"]},
                       {"token", trial["token"]},
                       {"step", 1},
                       {"value", 0.5}};
    return json("POST", "/v1/studies/" + study + ":report", body.dump(), status);
  }
  Json beat(const std::string& study, const std::string& client, const Json& trial) {
    return json("POST", "/v1/studies/" + study + ":heartbeat",
                R"({"client":")" + client + R"(","leases":[)" + held(trial) + "]}");
  }
  /// A study with this many complete trials.
  void run(const std::string& study, int trials) {
    for (int i = 0; i < trials; ++i) {
      const Json trial = ask(study, "runner")["trials"][0];
      tell(study, "runner", trial, trial["params"]["x"].get<double>());
    }
  }
};

TEST_F(RoutesTest, AskTellBest) {
  create("demo");
  const Json asked = ask("demo", "a");
  ASSERT_EQ(asked["trials"].size(), 1U);
  EXPECT_EQ(asked["trials"][0]["number"], 0);
  EXPECT_GT(asked["trials"][0]["token"], 0);
  EXPECT_EQ(asked["lease"], 60.0);
  tell("demo", "a", asked["trials"][0], 0.25);
  EXPECT_EQ(json("GET", "/v1/studies/demo/best")["best"]["value"], 0.25);
  const Json shown = json("GET", "/v1/studies/demo");
  EXPECT_EQ(shown["counts"]["complete"], 1);
  EXPECT_EQ(shown["study"]["sampler"], "random");
  EXPECT_EQ(shown["stopped"], false);
}

TEST_F(RoutesTest, TheSameTellTwiceIsAnsweredTwiceAndStoredOnce) {
  create("demo");
  const Json trial = ask("demo", "a")["trials"][0];
  tell("demo", "a", trial, 0.5);
  tell("demo", "a", trial, 0.5);
  tell("demo", "a", trial, 0.75, 409);
  tell("demo", "b", trial, 0.5, 409);
  EXPECT_EQ(json("GET", "/v1/studies/demo/trials/0")["value"], 0.5);
}

TEST_F(RoutesTest, ALateReportWithAnOldTokenIsRefusedWithTheReason) {
  create("demo");
  const Json trial = ask("demo", "a")["trials"][0];
  const std::string old = held(trial);
  json("POST", "/v1/studies/demo:requeue", R"({"client":"a","leases":[)" + old + "]}");
  const Json again = ask("demo", "b")["trials"][0];
  EXPECT_EQ(again["number"], 0);
  EXPECT_NE(again["token"], trial["token"]);
  const Json refused = report("demo", "a", trial, 409);
  EXPECT_EQ(refused["error"]["code"], "lease_lost");
  EXPECT_NE(refused["error"]["message"].get<std::string>().find("hand-over"), std::string::npos);
  EXPECT_EQ(beat("demo", "a", trial)["lost"], Json::array({0}));
  EXPECT_EQ(beat("demo", "b", again)["lost"], Json::array());
  EXPECT_EQ(report("demo", "b", again)["prune"], false);
}

TEST_F(RoutesTest, AResultOfADeletedStudyIsNotStoredInTheNextOfItsName) {
  create("demo");
  const Json old = ask("demo", "a")["trials"][0];
  EXPECT_EQ(send("DELETE", "/v1/studies/demo").status, 204);
  create("demo");
  const Json present = ask("demo", "a")["trials"][0];
  EXPECT_EQ(present["number"], old["number"]);
  EXPECT_NE(present["token"], old["token"]);
  const Json refused = tell("demo", "a", old, 0.125, 409);
  EXPECT_EQ(refused["error"]["code"], "lease_lost");
  EXPECT_NE(refused["error"]["message"].get<std::string>().find("not one of trial 0 of this study"),
            std::string::npos);
  report("demo", "a", old, 409);
  EXPECT_EQ(beat("demo", "a", old)["lost"], Json::array({0}));
  tell("demo", "a", {{"number", 0}, {"token", 1}}, 0.125, 409);  // a fence alone
  EXPECT_EQ(json("GET", "/v1/studies/demo/trials/0")["state"], "running");
  tell("demo", "a", present, 0.5);
  tell("demo", "a", old, 0.5, 409);  // although the same is stored by now
  EXPECT_EQ(json("GET", "/v1/studies/demo/trials/0")["value"], 0.5);
}

TEST_F(RoutesTest, OnlyTheHolderSpeaksOfALiveTrial) {
  create("demo");
  const Json trial = ask("demo", "own", R"(,"key":"k")")["trials"][0];
  const Json refused = tell("demo", "other", trial, 0.5, 409);
  EXPECT_NE(refused["error"]["message"].get<std::string>().find("'own', not by 'other'"), std::string::npos);
  report("demo", "other", trial, 409);
  EXPECT_EQ(beat("demo", "other", trial)["lost"], Json::array({0}));
  json("POST", "/v1/studies/demo:requeue", R"({"client":"other","leases":[)" + held(trial) + "]}", 409);
  EXPECT_EQ(report("demo", "own", trial)["prune"], false);
  EXPECT_EQ(beat("demo", "own", trial)["lost"], Json::array());
  tell("demo", "own", trial, 0.5);
  const Json forever = ask("demo", "own", R"(,"lease":0)")["trials"][0];
  tell("demo", "somebody", {{"number", forever["number"]}, {"token", 0}}, 0.5);  // who was told the number
}

TEST_F(RoutesTest, ALateResultOfAFormerHolderCounts) {
  create("demo");
  const Json first = ask("demo", "a")["trials"][0];
  json("POST", "/v1/studies/demo:requeue", R"({"client":"a","leases":[)" + held(first) + "]}");
  ask("demo", "b");
  tell("demo", "a", first, 0.25);
  EXPECT_EQ(json("GET", "/v1/studies/demo/trials/0")["value"], 0.25);
}

TEST_F(RoutesTest, TheSameKeyAtOnceHappensOnce) {
  create("demo");
  const auto eight = [&](const std::string& target, const std::string& body) {
    std::vector<std::future<std::string>> answers;
    for (int i = 0; i < 8; ++i)
      answers.push_back(std::async(std::launch::async,
                                   [&] { return send("POST", "/v1/studies/demo:" + target, body).body; }));
    std::set<std::string> different;
    for (auto& answer : answers) different.insert(answer.get());
    return different;
  };
  for (int round = 0; round < 5; ++round) {
    const std::string key = std::to_string(round);
    EXPECT_EQ(eight("enqueue", R"({"points":[{"x":0.5},{"x":0.75}],"key":"e)" + key + "\"}").size(), 1U);
    EXPECT_EQ(json("GET", "/v1/studies/demo")["counts"]["total"], 2 + 3 * round);
    EXPECT_EQ(eight("ask", R"({"client":"a)" + key + R"(","key":"k"})").size(), 1U);
    // One from the queue, and now one that is new.
    json("POST", "/v1/studies/demo:ask", R"({"client":"b)" + key + R"(","key":"k"})");
    EXPECT_EQ(eight("ask", R"({"client":"c)" + key + R"(","key":"k"})").size(), 1U);
  }
}

TEST_F(RoutesTest, AnEndedTrialFromTheQueueComesBackUnderItsKey) {
  create("demo");
  json("POST", "/v1/studies/demo:enqueue", R"({"points":[{"x":0.5}]})");
  const Json trial = ask("demo", "a", R"(,"key":"k")")["trials"][0];
  tell("demo", "a", trial, 0.5);
  const Json again = ask("demo", "a", R"(,"key":"k")")["trials"];
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0]["number"], trial["number"]);
  EXPECT_EQ(again[0]["state"], "complete");
}

TEST_F(RoutesTest, PointsBeyondTheBudgetAreHandedOut) {
  create("demo", R"(,"budget":{"trials":2})");
  run("demo", 2);
  json("POST", "/v1/studies/demo:enqueue", R"({"points":[{"x":0.5},{"x":0.75}]})");
  const Json first = ask("demo", "a", R"(,"wait":0)");
  ASSERT_EQ(first["trials"].size(), 1U) << first;
  EXPECT_EQ(first["trials"][0]["params"]["x"], 0.5);
  const Json second = ask("demo", "b", R"(,"wait":0,"count":5)");
  ASSERT_EQ(second["trials"].size(), 1U) << second;
  EXPECT_EQ(ask("demo", "c", R"(,"wait":0)")["running"], 2);
  tell("demo", "a", first["trials"][0], 0.5);
  tell("demo", "b", second["trials"][0], 0.75);
  EXPECT_EQ(ask("demo", "c", R"(,"wait":0)")["done"], true);
}

TEST_F(RoutesTest, StartKeepsToStopAndBudget) {
  create("demo", R"(,"budget":{"trials":2})");
  const std::string two = R"({"client":"a","next":0,"trials":[{"params":{"x":0.5}},{"params":{"x":0.25}}]})";
  json("POST", "/v1/studies/demo:stop");
  json("POST", "/v1/studies/demo:start", two, 409);
  json("POST", "/v1/studies/demo:claim", R"({"client":"a"})", 409);
  json("POST", "/v1/studies/demo:resume");
  EXPECT_EQ(json("POST", "/v1/studies/demo:start", two)["tokens"].size(), 2U);
  const Json more = json("POST", "/v1/studies/demo:start",
                         R"({"client":"a","next":2,"trials":[{"params":{"x":0.5}}]})", 409);
  EXPECT_NE(more["error"]["message"].get<std::string>().find("budget"), std::string::npos);
  EXPECT_EQ(json("POST", "/v1/studies/demo:claim", R"({"client":"a"})")["trial"], nullptr);
}

TEST_F(RoutesTest, PutKeepsTheName) {
  create("demo");
  const std::string other = R"({"name":"other","parameters":{"x":{"type":"float","low":0,"high":1}}})";
  json("PUT", "/v1/studies/demo", other, 400);
  EXPECT_EQ(json("GET", "/v1/studies/demo")["study"]["name"], "demo");
  json("GET", "/v1/studies/other", "", 404);
}

TEST_F(RoutesTest, EnqueueWithAKeyAddsOnce) {
  create("demo");
  const std::string body = R"({"points":[{"x":0.5}],"key":"k"})";
  EXPECT_EQ(json("POST", "/v1/studies/demo:enqueue", body)["numbers"], Json::array({0}));
  EXPECT_EQ(json("POST", "/v1/studies/demo:enqueue", body)["numbers"], Json::array({0}));
  EXPECT_EQ(json("GET", "/v1/studies/demo")["counts"]["total"], 1);
  EXPECT_EQ(ask("demo", "a")["trials"][0]["params"]["x"], 0.5);
}

TEST_F(RoutesTest, PagesFiltersAndOrders) {
  create("demo");
  run("demo", 5);
  ask("demo", "a");
  const Json page = json("GET", "/v1/studies/demo/trials?page_size=2&order=-number");
  EXPECT_EQ(page["total"], 6);
  EXPECT_EQ(page["next"], "2");
  EXPECT_EQ(page["trials"][0]["number"], 5);
  EXPECT_EQ(json("GET", "/v1/studies/demo/trials?page_token=4&page_size=2")["next"], nullptr);
  const Json best = json("GET", "/v1/studies/demo/trials?state=complete&order=value&fields=brief")["trials"];
  ASSERT_EQ(best.size(), 5U);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_LE(best[i - 1]["value"], best[i]["value"]);
  EXPECT_FALSE(best[0].contains("notes"));
  const auto revision = page["revision"].get<std::int64_t>();
  EXPECT_EQ(json("GET", "/v1/studies/demo/trials?since=" + std::to_string(revision))["trials"].size(), 0U);
  json("GET", "/v1/studies/demo/trials?since=999999", "", 400);
  json("GET", "/v1/studies/demo/events?since=999999", "", 400);
  json("GET", "/v1/studies/demo/trials?state=nonsense", "", 400);
  json("GET", "/v1/studies/demo/trials?page_size=0", "", 400);
}

TEST_F(RoutesTest, TrialsAreChosenByAnExpression) {
  create("demo");
  run("demo", 5);
  const Json all = json("GET", "/v1/studies/demo/trials?order=x")["trials"];
  ASSERT_EQ(all.size(), 5U);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_LT(all[i - 1]["params"]["x"], all[i]["params"]["x"]);
  const std::string middle = all[2]["params"]["x"].dump();
  const Json page = json("GET", "/v1/studies/demo/trials?page_size=2&order=-x&where=x%20%3E%3D%20" + middle);
  EXPECT_EQ(page["total"], 3);
  EXPECT_EQ(page["next"], "2");
  EXPECT_EQ(page["trials"][0]["number"], all[4]["number"]);
  EXPECT_EQ(page["trials"][1]["number"], all[3]["number"]);
  const Json wrong = json("GET", "/v1/studies/demo/trials?where=y%3C1", "", 400)["error"];
  EXPECT_EQ(wrong["code"], "invalid_argument");
  EXPECT_THAT(wrong["message"].get<std::string>(), HasSubstr("there is no column 'y'"));
  json("GET", "/v1/studies/demo/trials?order=y", "", 400);
  json("GET", "/v1/studies/demo/trials?where=" + std::string(4001, 'x'), "", 400);
  EXPECT_EQ(json("GET", "/v1/studies/demo/export?format=json&where=x%20%3E%3D%20" + middle).size(), 3U);
  json("GET", "/v1/studies/demo/export?format=json&where=x%3C", "", 400);
}

TEST_F(RoutesTest, ChangesTheDefinition) {
  create("demo", R"(,"budget":{"trials":2})");
  run("demo", 2);
  EXPECT_EQ(ask("demo", "a")["done"], true);
  const Json dry = json("PATCH", "/v1/studies/demo?dry_run=true", R"({"budget":{"trials":3}})");
  EXPECT_EQ(dry["adopted"], false);
  EXPECT_EQ(json("PATCH", "/v1/studies/demo", R"({"budget":{"trials":3},"sampler":"sobol"})")["adopted"],
            true);
  EXPECT_EQ(json("GET", "/v1/studies/demo")["study"]["sampler"], "sobol");
  EXPECT_EQ(ask("demo", "a")["trials"].size(), 1U);
  const Json wider =
      json("PATCH", "/v1/studies/demo", R"({"parameters":{"x":{"type":"float","low":0,"high":2}}})");
  EXPECT_EQ(wider["new_space"], true);
  EXPECT_EQ(json("GET", "/v1/studies/demo/versions")["versions"].size(), 2U);
  json("PATCH", "/v1/studies/demo", R"({"name":"other"})", 400);
  json("PATCH", "/v1/studies/demo", R"({"sampler":"nonsense"})", 400);
}

TEST_F(RoutesTest, StopsAndResumes) {
  create("demo");
  EXPECT_EQ(json("POST", "/v1/studies/demo:stop")["stopped"], true);
  EXPECT_EQ(ask("demo", "a", R"(,"wait":0)")["stopped"], true);
  EXPECT_EQ(json("GET", "/v1/studies")["studies"][0]["stopped"], true);
  json("POST", "/v1/studies/demo:resume");
  EXPECT_EQ(ask("demo", "a")["trials"].size(), 1U);
}

TEST_F(RoutesTest, ATagMayRequireALabel) {
  create("demo");
  json("PUT", "/v1/studies/demo/notes", R"({"text":"big","tags":["requires:gpu"]})");
  const Json refused = json("POST", "/v1/studies/demo:ask", R"({"client":"a"})", 409);
  EXPECT_NE(refused["error"]["message"].get<std::string>().find("gpu"), std::string::npos);
  EXPECT_EQ(ask("demo", "a", R"(,"labels":["gpu"])")["trials"].size(), 1U);
  EXPECT_EQ(json("GET", "/v1/studies/demo/notes")["text"], "big");
}

TEST_F(RoutesTest, CancelsTrialsOfAnybody) {
  create("demo");
  ask("demo", "a");
  ask("demo", "b");
  json("POST", "/v1/studies/demo:cancel", R"({"numbers":[0]})");
  EXPECT_EQ(json("GET", "/v1/studies/demo/trials/0")["state"], "failed");
  json("POST", "/v1/studies/demo:cancel", R"({"numbers":[1],"requeue":true})");
  EXPECT_EQ(json("GET", "/v1/studies/demo/trials/1")["state"], "waiting");
  json("POST", "/v1/studies/demo:cancel", R"({"numbers":[0]})", 409);
  EXPECT_EQ(json("POST", "/v1/studies/demo:retry", R"({"numbers":[0]})")["numbers"], Json::array({0}));
}

TEST_F(RoutesTest, ShowsChartsImportanceAndExport) {
  create("demo");
  run("demo", 12);
  const Json names = json("GET", "/v1/studies/demo/charts")["charts"];
  for (const char* name : {"history", "slices", "parallel", "timeline", "edf", "importance", "rank"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
    const Json chart = json("GET", "/v1/studies/demo/charts/" + std::string(name));
    ASSERT_GE(chart["charts"].size(), 1U) << name;
    EXPECT_GE(chart["charts"][0]["series"].size(), 1U) << name;
  }
  const Json plain = json("GET", "/v1/studies/demo/charts/history");
  const Json drawn = json("GET", "/v1/studies/demo/charts/history?svg=true");
  EXPECT_FALSE(plain.contains("svg"));
  EXPECT_EQ(drawn["charts"], plain["charts"]);
  EXPECT_TRUE(drawn["svg"].get<std::string>().starts_with("<svg "));
  json("GET", "/v1/studies/demo/charts/curves", "", 404);
  json("GET", "/v1/studies/demo/charts/nonsense", "", 404);
  EXPECT_EQ(json("GET", "/v1/studies/demo/importance")["importances"][0]["parameter"], "x");
  EXPECT_TRUE(json("GET", "/v1/studies/demo/diagnosis").is_object());
  const HttpAnswer csv = send("GET", "/v1/studies/demo/export");
  EXPECT_EQ(csv.type, "text/csv; charset=utf-8");
  EXPECT_EQ(std::count(csv.body.begin(), csv.body.end(), '\n'), 13);
  EXPECT_EQ(json("GET", "/v1/studies/demo/export?format=json").size(), 12U);
}

TEST_F(RoutesTest, ChecksWithoutStoring) {
  const Json good = json("POST", "/v1/studies:check",
                         R"({"text":"name: a\nparameters:\n  x: {type: float, low: 0, high: 1}\n"})");
  EXPECT_EQ(good["valid"], true);
  EXPECT_EQ(good["study"]["name"], "a");
  const Json bad =
      json("POST", "/v1/studies:check", R"({"parameters":{"x":{"type":"float","low":2,"high":1}}})");
  EXPECT_EQ(bad["valid"], false);
  EXPECT_NE(bad["error"]["message"].get<std::string>().find("x"), std::string::npos);
  EXPECT_EQ(json("GET", "/v1/studies")["total"], 0);
}

TEST_F(RoutesTest, GoesOnWithWhatAStudyHas) {
  const std::string space = R"("parameters":{"x":{"type":"float","low":0,"high":1}})";
  create("old");
  run("old", 4);
  json("POST", "/v1/studies",
       R"({"name":"a","sampler":"rgpe","seed":7,"objective":{"direction":"maximize"},)"
       R"("sources":["old"],"command":["./train"],"budget":{"trials":40,"patience":9},)" +
           space + "}",
       201);
  const Json before = json("GET", "/v1/studies/a");
  for (const std::string& body :
       {R"({"name":"a",)" + space + "}",
        std::string(R"({"text":"name: a\nparameters:\n  x: {type: float, low: 0, high: 1}\n"})")}) {
    const Json joined = json("POST", "/v1/studies?existing=resume", body);
    EXPECT_EQ(joined["created"], false);
    EXPECT_EQ(joined["warnings"], Json::array());
    EXPECT_EQ(json("GET", "/v1/studies/a")["study"], before["study"]);
  }
  const Json told =
      json("POST", "/v1/studies?existing=resume", R"({"name":"a","sampler":"random",)" + space + "}");
  EXPECT_EQ(
      told["warnings"].back().get<std::string>().find("the study 'a' had sampler 'rgpe', and has 'random'"),
      0U);
  json("POST", "/v1/studies", R"({"name":"a",)" + space + "}", 409);
  json("POST", "/v1/studies?existing=resume", R"({"name":"a","budget":{"trials":50},)" + space + "}");
  EXPECT_EQ(json("GET", "/v1/studies/a")["study"]["budget"], Json::parse(R"({"trials":50,"patience":9})"));
}

TEST_F(RoutesTest, OpensNoFilesForAClient) {
  const std::string space = R"("parameters":{"x":{"type":"float","low":0,"high":1}})";
  for (const char* source :
       {R"("other.db:svm")", R"("rows.csv")", R"({"study":"a","store":"/tmp/other.db"})"}) {
    const Json answer = json("POST", "/v1/studies", "{" + space + R"(,"sources":[)" + source + "]}", 400);
    EXPECT_EQ(answer["error"]["code"].get<std::string>().substr(0, 7), "invalid") << source;
  }
  json("POST", "/v1/studies", R"({"candidates":"/etc/passwd"})", 400);
  json("POST", "/v1/studies", R"({"text":"candidates: /etc/passwd\n"})", 400);
}

TEST_F(RoutesTest, TellsWhatSourcesAreWorth) {
  create("plain");
  EXPECT_EQ(json("GET", "/v1/studies/plain/sources"), Json::parse(R"({"sources":[],"remarks":[]})"));
  create("old");
  run("old", 4);
  json("POST", "/v1/studies", R"({"name":"alien","parameters":{"z":{"type":"float","low":0,"high":1}}})",
       201);
  json("POST", "/v1/studies",
       R"({"name":"new","parameters":{"x":{"type":"float","low":0,"high":1},
           "y":{"type":"float","low":0,"high":1,"default":0.5}},"sampler":"rgpe","sources":["alien","old"],"start":"none"})",
       201);
  const Json before = json("GET", "/v1/studies/new/sources");
  EXPECT_FALSE(before.contains("own"));
  ASSERT_EQ(before["sources"].size(), 2U);  // what can be used goes first
  EXPECT_EQ(before["sources"][0], Json::parse(R"({"name":"old","usable":true,"trials":4,"left_out":0,
                                                   "missing":["y"],"extra":[]})"));
  EXPECT_EQ(before["sources"][1]["name"], "alien");
  EXPECT_EQ(before["sources"][1]["usable"], false);
  EXPECT_NE(before["sources"][1]["reason"], "");
  const auto id = operations_.store().find_study("new").value();
  const Space space = operations_.definition("new")->space;
  const std::vector<Proposal> noted = {
      {space.configuration({0.5, 0.5}),
       {{"transfer.own", 0.25}, {"transfer.weight.old", 0.75}, {"transfer.agreement.old", 0.9}}}};
  ASSERT_TRUE(operations_.store().start(id, 0, noted, std::vector<storage::Worker>{{"w", 60'000}}));
  const Json after = json("GET", "/v1/studies/new/sources");
  EXPECT_EQ(after["trial"], 0);
  EXPECT_EQ(after["own"], 0.25);
  EXPECT_EQ(after["sources"][0]["weight"], 0.75);
  EXPECT_EQ(after["sources"][0]["agreement"], 0.9);
  EXPECT_EQ(after["sources"][0]["dropped"], false);
}

TEST_F(RoutesTest, ANoteStaysInItsTrial) {
  create("demo");
  run("demo", 1);
  json("POST", "/v1/studies/demo:note", R"({"number":0,"note":"the fan was loud","tags":{"slow":true}})");
  const Json trial = json("GET", "/v1/studies/demo/trials/0");
  EXPECT_EQ(trial["attributes"]["tag.slow"], true);
  EXPECT_NE(trial.dump().find("the fan was loud"), std::string::npos);
  json("POST", "/v1/studies/demo:note", R"({"number":0,"tags":{"slow":false}})");
  EXPECT_FALSE(json("GET", "/v1/studies/demo/trials/0")["attributes"].contains("tag.slow"));
  json("POST", "/v1/studies/demo:note", R"({"number":0,"tags":{"slow":1}})", 400);
  json("POST", "/v1/studies/demo:note", R"({"number":0,"tags":["slow"]})", 400);
  json("POST", "/v1/studies/demo:note", R"({"number":0})", 400);
  json("POST", "/v1/studies/demo:note", R"({"number":7,"note":"x"})", 404);
}

TEST_F(RoutesTest, KeepsArtefactsButNotItsOwn) {
  HttpRequest put{.method = "PUT",
                  .target = "/v1/artefacts/model/a%2Fb?maker=me",
                  .headers = {{"host", "localhost"}},
                  .body = std::string("by\0tes", 6)};
  EXPECT_EQ(send(put).status, 201);
  EXPECT_EQ(send("GET", "/v1/artefacts/model/a%2Fb").body, put.body);
  json("POST", "/v1/studies/demo:stop", "", 404);
  create("demo");
  json("POST", "/v1/studies/demo:stop");
  EXPECT_EQ(json("GET", "/v1/artefacts")["artefacts"].size(), 1U);
  json("GET", "/v1/artefacts/service-study/demo", "", 403);
  put.target = "/v1/artefacts/model/c?sources=%C3%AA";
  const HttpAnswer refused = send(put);
  EXPECT_EQ(refused.status, 400) << "the caller's mistake, not damage of the store: " << refused.body;
  EXPECT_NE(refused.body.find("query.sources"), std::string::npos) << refused.body;
  EXPECT_EQ(json("DELETE", "/v1/artefacts/model/a%2Fb")["deleted"], 1);
}

TEST_F(RoutesTest, NamesOfAllKinds) {
  for (const std::string name : {"a b", "a/b", "a:ask", "\u00e4", "50%"}) {
    json("POST", "/v1/studies",
         Json({{"name", name}, {"parameters", {{"x", {{"type", "float"}, {"low", 0}, {"high", 1}}}}}}).dump(),
         201);
    EXPECT_EQ(json("GET", "/v1/studies/" + percent_encoded(name))["study"]["name"], name);
  }
  EXPECT_EQ(json("GET", "/v1/studies?search=a*")["total"], 3);
  EXPECT_EQ(send("DELETE", "/v1/studies/a%3Aask").status, 204);
  EXPECT_EQ(json("GET", "/v1/studies?page_size=1")["total"], 4);
}

TEST_F(RoutesTest, TheOpenApiDocumentHasEveryRoute) {
  const Json document = json("GET", "/v1/openapi.json");
  EXPECT_EQ(document["openapi"], "3.1.0");
  std::size_t operations = 0;
  for (const auto& [path, methods] : document["paths"].items()) operations += methods.size();
  EXPECT_EQ(operations, routes().size());
  const Json& ask =
      document["paths"]["/v1/studies/{study}:ask"]["post"]["requestBody"]["content"]["application/json"];
  EXPECT_TRUE(ask["schema"]["properties"].contains("client"));
  EXPECT_EQ(ask["schema"]["required"], Json::array({"client"}));
  EXPECT_EQ(ask["schema"]["properties"]["count"]["anyOf"][1], Json({{"type", "null"}}));
  const Json& list = document["paths"]["/v1/studies"];
  EXPECT_EQ(list["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"],
            "#/components/schemas/Study");
  EXPECT_EQ(list["get"]["parameters"][1]["name"], "page_size");
  EXPECT_EQ(list["get"]["parameters"][1]["schema"]["maximum"], 1000);
  for (const Json& parameter : document["paths"]["/v1/studies/{study}/charts/{chart}"]["get"]["parameters"]) {
    if (parameter["name"] != "log") continue;
    EXPECT_EQ(parameter["schema"]["anyOf"][1]["enum"], Json::array({"", "0", "1"})) << "?log is a flag";
  }
  for (const char* path :
       {"/v1/artefacts/{kind}/{name}", "/v1/studies/{study}/trials/{number}/artefacts/{name}"})
    EXPECT_EQ(document["paths"][path]["put"]["requestBody"]["required"], false) << "a file may be empty";
  EXPECT_EQ(send("PUT", "/v1/artefacts/mine/empty", "").status, 201);
  const HttpAnswer metrics = send("GET", "/metrics");
  EXPECT_NE(metrics.body.find("hone_requests_total{operation=\"getOpenApi\",status=\"200\"} 1"),
            std::string::npos);
}

}  // namespace
}  // namespace hone::server
