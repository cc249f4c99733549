// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli_fixture.hpp"
#include "hone/cli/stdio_server.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kCreate =
    R"({"op":"create","parameters":{"x":{"type":"float","low":0,"high":1}},"objective":{"direction":"minimize"},"sampler":"random","seed":1})";

Json answer(StdioServer& server, const std::string& request) { return Json::parse(server.handle(request)); }

std::string message(const Json& json) { return json.at("error").at("message").get<std::string>(); }
std::string code(const Json& json) { return json.at("error").at("code").get<std::string>(); }

TEST(Stdio, AsksAndTells) {
  StdioServer server;
  EXPECT_EQ(server.handle(kCreate), R"({"ok":true,"study":"study","trials":0})");
  const Json asked = answer(server, R"({"op":"ask","count":3})");
  ASSERT_EQ(asked["trials"].size(), 3u);
  EXPECT_FALSE(asked.contains("done"));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(asked["trials"][i]["number"], i);
    const double x = asked["trials"][i]["params"]["x"].get<double>();
    EXPECT_TRUE(x >= 0 && x <= 1);
  }
  EXPECT_EQ(
      server.handle(
          R"({"op":"tell","results":[{"number":0,"value":0.5},{"number":2,"value":0.25},{"number":1,"state":"failed"}]})"),
      R"({"ok":true})");
  const Json best = answer(server, R"({"op":"best"})");
  EXPECT_EQ(best["best"]["number"], 2);
  EXPECT_EQ(best["best"]["value"], 0.25);
  EXPECT_EQ(best["best"]["params"], asked["trials"][2]["params"]);
  const Json trials = answer(server, R"({"op":"trials"})");
  ASSERT_EQ(trials["trials"].size(), 3u);
  EXPECT_EQ(trials["trials"][1]["state"], "failed");
}

TEST(Stdio, AnswersTheSameForTheSameSeed) {
  StdioServer a;
  StdioServer b;
  for (const std::string request :
       {kCreate, R"({"op":"ask","count":5})", R"({"op":"tell","results":[{"number":3,"value":1}]})",
        R"({"op":"ask","count":2})"}) {
    EXPECT_EQ(a.handle(request), b.handle(request));
  }
}

TEST(Stdio, HasNoBestBeforeTheFirstResult) {
  StdioServer server;
  server.handle(kCreate);
  EXPECT_EQ(server.handle(R"({"op":"best"})"), R"({"best":null})");
  EXPECT_EQ(server.handle(R"({"op":"trials"})"), R"({"trials":[],"next":null,"total":0,"revision":0})");
}

TEST(Stdio, SaysWhenTheSamplerHasNothingLeft) {
  StdioServer server;
  server.handle(R"({"op":"create","parameters":{"b":{"type":"bool"}},"sampler":"grid"})");
  const Json asked = answer(server, R"({"op":"ask","count":5})");
  EXPECT_EQ(asked["trials"].size(), 2u);
  EXPECT_FALSE(asked.contains("done")) << "two run";
  server.handle(R"({"op":"tell","results":[{"number":0,"value":1},{"number":1,"value":2}]})");
  EXPECT_EQ(server.handle(R"({"op":"ask"})"), R"({"trials":[],"done":true})");
}

TEST(Stdio, ReturnsTheIdOfARequest) {
  StdioServer server;
  EXPECT_EQ(answer(server, R"({"id":7,"op":"best"})")["id"], 7) << "also with an error";
  server.handle(kCreate);
  EXPECT_EQ(server.handle(R"({"op":"best","id":"a"})"), R"({"id":"a","best":null})");
}

TEST(Stdio, TakesSeveralObjectives) {
  StdioServer server;
  server.handle(
      R"({"op":"create","parameters":{"x":{"type":"float","low":0,"high":1}},"objectives":[{"name":"loss","direction":"minimize"},{"name":"speed","direction":"maximize"}]})");
  server.handle(R"({"op":"ask","count":4})");
  EXPECT_EQ(
      server.handle(
          R"({"op":"tell","results":[{"number":0,"values":[1,5]},{"number":1,"values":{"speed":6,"loss":2}},{"number":2,"values":[3,1]}]})"),
      R"({"ok":true})");
  EXPECT_EQ(answer(server, R"({"op":"best"})")["front"].size(), 2u);
  const Json wrong = answer(server, R"({"op":"tell","results":[{"number":3,"value":1}]})");
  EXPECT_EQ(message(wrong),
            "request.results[0].value: found 1 value for 2 objectives; give one for each objective, in their "
            "order");
}

TEST(Stdio, KeepsAttributesErrorsAndReports) {
  StdioServer server;
  server.handle(kCreate);
  server.handle(R"({"op":"ask"})");
  EXPECT_EQ(
      server.handle(
          R"({"op":"tell","results":[{"number":0,"state":"pruned","error":"too slow","attributes":{"gpu":"a","n":3},"reports":[{"step":1,"value":0.5},{"step":2,"value":0.4}]}]})"),
      R"({"ok":true})");
  const Json trial = answer(server, R"({"op":"trials"})")["trials"][0];
  EXPECT_EQ(trial["state"], "pruned");
  EXPECT_EQ(trial["error"], "too slow");
  EXPECT_EQ(trial["attributes"], (Json{{"gpu", "a"}, {"n", 3}}));
  EXPECT_EQ(trial["reports"].size(), 2u);
}

TEST(Stdio, TakesWhatIsNoNumberAsAFailure) {
  StdioServer server;
  server.handle(kCreate);
  server.handle(R"({"op":"ask","count":2})");
  EXPECT_EQ(
      server.handle(R"({"op":"tell","results":[{"number":0,"value":null},{"number":1,"value":"inf"}]})"),
      R"({"ok":true})");
  const Json trials = answer(server, R"({"op":"trials"})");
  EXPECT_EQ(trials["trials"][0]["state"], "failed");
  EXPECT_EQ(trials["trials"][1]["state"], "failed");
}

TEST(Stdio, EnqueuesPointsOfTheUser) {
  StdioServer server;
  server.handle(kCreate);
  EXPECT_EQ(server.handle(R"({"op":"enqueue","points":[{"x":0.5},{"x":1}]})"), R"({"numbers":[0,1]})");
  const Json asked = answer(server, R"({"op":"ask","count":3})");
  EXPECT_EQ(asked["trials"][0]["params"]["x"], 0.5);
  EXPECT_EQ(asked["trials"][1]["params"]["x"], 1.0);
  EXPECT_EQ(code(answer(server, R"({"op":"enqueue","points":[{"x":2}]})")), "invalid_argument");
}

TEST(Stdio, ObeysConstraintsAndCandidates) {
  StdioServer server;
  server.handle(
      R"({"op":"create","parameters":{"x":{"type":"float","low":0,"high":1},"y":{"type":"float","low":0,"high":1}},"constraints":["x + y <= 0.5"]})");
  const Json many = answer(server, R"({"op":"ask","count":50})");
  ASSERT_EQ(many["trials"].size(), 50u);
  for (const Json& trial : many["trials"]) {
    EXPECT_LE(trial["params"]["x"].get<double>() + trial["params"]["y"].get<double>(), 0.5);
  }
  server.handle(R"({"op":"create","candidates":[{"a":1,"b":"u"},{"a":2,"b":"v"}]})");
  const Json asked = answer(server, R"({"op":"ask","count":2})");
  ASSERT_EQ(asked["trials"].size(), 2u);
  EXPECT_NE(asked["trials"][0]["params"], asked["trials"][1]["params"]);
}

TEST(Stdio, ATellCountsWhollyOrNotAtAll) {
  StdioServer server;
  server.handle(kCreate);
  server.handle(R"({"op":"ask","count":2})");
  const Json refused =
      answer(server, R"({"op":"tell","results":[{"number":0,"value":1},{"number":9,"value":1}]})");
  EXPECT_EQ(code(refused), "not_found");
  EXPECT_EQ(message(refused), "results[1]: there is no trial 9; tell a number that ask gave");
  EXPECT_EQ(answer(server, R"({"op":"trials"})")["trials"][0]["state"], "running");
  EXPECT_EQ(server.handle(R"({"op":"tell","results":[{"number":0,"value":1}]})"), R"({"ok":true})");
}

TEST(Stdio, RefusesAResultThatIsToldTwice) {
  StdioServer server;
  server.handle(kCreate);
  server.handle(R"({"op":"ask","count":2})");
  EXPECT_EQ(
      message(answer(server, R"({"op":"tell","results":[{"number":0,"value":1},{"number":0,"value":2}]})")),
      "request.results[1]: trial 0 is told twice; tell each result once");
  server.handle(R"({"op":"tell","results":[{"number":0,"value":1}]})");
  const Json again = answer(server, R"({"op":"tell","results":[{"number":0,"value":1}]})");
  EXPECT_EQ(code(again), "lease_lost");
  EXPECT_EQ(
      message(again),
      "results[0]: trial 0 has ended already (complete); a trial ends once; `hone amend` corrects its value");
}

struct Bad {
  const char* request;
  const char* message;
};

class StdioBad : public ::testing::TestWithParam<Bad> {};

TEST_P(StdioBad, IsAnsweredWithAnErrorAndTheProcessLivesOn) {
  StdioServer server;
  server.handle(kCreate);
  server.handle(R"({"op":"ask","count":2})");
  const Json json = answer(server, GetParam().request);
  ASSERT_TRUE(json.contains("error")) << json;
  EXPECT_EQ(message(json), GetParam().message);
  EXPECT_EQ(server.handle(R"({"op":"best"})"), R"({"best":null})") << "nothing changed";
}

INSTANTIATE_TEST_SUITE_P(
    Requests, StdioBad,
    ::testing::Values(
        Bad{"hello",
            "request: there is 'h' where a value is expected; correct the JSON there; it takes no comments "
            "and no comma after the last item"},
        Bad{"[1]", "the request is a list, not an object; write an object in braces"},
        Bad{R"({"op":"ask")",
            "request: the text ends where '}' is expected; correct the JSON there; it takes no comments and "
            "no comma after the last item"},
        Bad{R"({"op":"tell","results":[{"number":0,"value":1,"state":"failed"}]})",
            "request.results[0]: a trial told as failed has no value, but one was given; leave out the value "
            "or the state"},
        Bad{R"({"op":"tell","results":[{"number":0,"values":[1],"state":"pruned"}]})",
            "request.results[0]: a trial told as pruned has no value, but one was given; leave out the value "
            "or the state"},
        Bad{R"({"op":"tell","results":[{"number":0,"value":NaN}]})",
            "the request is not JSON; JSON has no NaN or Infinity: tell null, or the state \"failed\""},
        Bad{R"({"count":1})",
            "the request has no \"op\"; write one such as ask, tell or best (docs/guide/stdio.md has them "
            "all)"},
        Bad{R"({"op":"aks"})",
            "unknown op 'aks' (did you mean 'ask'?); write one such as ask, tell or best "
            "(docs/guide/stdio.md has them all)"},
        Bad{R"({"op":"ask","cuont":2})",
            "request.cuont: there is no field 'cuont' here (did you mean 'count'?); rename or remove it"},
        Bad{R"({"op":"ask","count":0})", "request.count: this is 0; give an integer from 1 to 10000"},
        Bad{R"({"op":"ask","count":1.5})",
            "request.count: this must be an integer, not the number 1.5; write a whole number without "
            "quotes"},
        Bad{R"({"op":"ask","count":"many"})",
            "request.count: this must be an integer, not the text 'many'; write a whole number without "
            "quotes"},
        Bad{R"({"op":"tell"})", "request: the field 'results' is missing; add it"},
        Bad{R"({"op":"tell","results":[3]})",
            "request.results[0]: a result is the number 3; write {\"number\": 0, \"value\": 0.5}"},
        Bad{R"({"op":"tell","results":[{"value":1}]})",
            "request.results[0]: the trial's number is missing; give the \"number\" that ask answered"},
        Bad{R"({"op":"tell","results":[{"number":0}]})",
            "request.results[0]: the result has no value; give \"value\", or a \"state\" such as \"failed\""},
        Bad{R"({"op":"tell","results":[{"number":0,"value":"low"}]})",
            "request.results[0].value: this must be a number, not the text 'low'; write it in digits and "
            "without quotes, for example 0.1 or 1e-4"},
        Bad{R"({"op":"tell","results":[{"number":0,"value":1,"values":[1]}]})",
            "request.results[0]: there are value and values; keep one of them"},
        Bad{R"({"op":"tell","results":[{"number":0,"state":"faild"}]})",
            "request.results[0].state: 'faild' is not a state in which a trial ends (did you mean "
            "'failed'?); write one of complete, failed, pruned, timed_out, infeasible"},
        Bad{R"({"op":"tell","results":[{"number":0,"state":"running"}]})",
            "request.results[0].state: 'running' is not a state in which a trial ends; write one of "
            "complete, failed, pruned, timed_out, infeasible"},
        Bad{R"({"op":"tell","results":[{"number":-1,"value":1}]})",
            "request.results[0].number: this is -1; give an integer of at least 0"},
        Bad{R"({"op":"tell","results":[{"number":0,"value":1,"attributes":{"a":{"":1}}}]})",
            "request.results[0].attributes.a: a map as a value has an empty name; give it one"},
        Bad{R"({"op":"tell","results":[{"number":0,"value":1,"reports":[{"step":1}]}]})",
            "request.results[0].reports[0]: a report needs a step and a value; write {\"step\": 1, "
            "\"value\": 0.5}"}));

TEST(Stdio, NeedsAStudyFirst) {
  StdioServer server;
  EXPECT_EQ(message(answer(server, R"({"op":"ask"})")),
            "there is no study yet; send {\"op\": \"create\", \"parameters\": {...}} first");
}

TEST(Stdio, AFailedCreateKeepsTheStudyAsItWas) {
  StdioServer server;
  server.handle(kCreate);
  server.handle(R"({"op":"ask"})");
  EXPECT_TRUE(answer(server, R"({"op":"create","parameters":{"x":{"type":"float","low":1,"high":0}}})")
                  .contains("error"));
  EXPECT_EQ(code(answer(server, R"({"op":"create","parameters":{"x":{"type":"bool"}},"sampler":"no"})")),
            "not_found");
  EXPECT_EQ(
      code(answer(
          server,
          R"({"op":"create","parameters":{"x":{"type":"int","low":0,"high":9}},"constraints":["x > 10"]})")),
      "unsatisfiable");
  EXPECT_EQ(answer(server, R"({"op":"trials"})")["trials"].size(), 1u);
}

TEST(Stdio, RefusesWhatIsTooLongOrTooDeep) {
  StdioServer server({}, {.line = 100, .depth = 8});
  EXPECT_EQ(message(answer(server, std::string(200, ' '))),
            "the request is longer than 100 bytes; send it in parts");
  EXPECT_EQ(message(answer(server, std::string(50, '['))),
            "request: lists and maps are nested deeper than 8; write it flatter");
  std::istringstream in(std::string(1000, 'x') + "\n\n{\"op\":\"best\"}\n");
  std::ostringstream out;
  server.serve(in, out);
  const std::string lines = out.str();
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2)
      << "one answer for each line, none for an empty one";
  EXPECT_NE(lines.find("longer than"), std::string::npos);
}

// A tree of the request would take a gigabyte.
TEST(Stdio, RefusesWhatWouldTakeTooMuchAndGoesOn) {
  StdioServer server;
  std::string numbers = "{\"op\":\"best\",\"id\":[1";
  for (int i = 0; i < 1'000'000; ++i) numbers += ",1";
  EXPECT_EQ(message(answer(server, numbers + "]}")),
            "request: there are more than 1000000 values; make it smaller");
  std::string keys = "{\"op\":\"best\",\"id\":{\"k\":1";
  for (int i = 0; i < 200'000; ++i) keys += ",\"" + std::to_string(i) + "\":1";
  EXPECT_TRUE(server.handle(keys + "}}").starts_with(R"({"id":{"k":1,"0":1,"1":1,)")) << "in no time";
  EXPECT_EQ(message(answer(server, std::string(std::size_t{60} << 20, ' '))),
            "the request is longer than 16777216 bytes; send it in parts");
  EXPECT_TRUE(answer(server, R"({"op":"samplers"})").contains("samplers"));
}

TEST(Stdio, AnswersInvalidBytesWithValidJson) {
  StdioServer server;
  EXPECT_TRUE(answer(server, "{\"op\":\"\xFF\xFE\"}").contains("error"));
  EXPECT_TRUE(answer(server, std::string("{\"op\":\0}", 8)).contains("error"));
}

class StdioStore : public test::CliTest {};

TEST_F(StdioStore, GoesOnWithAStoredStudy) {
  const std::string create =
      R"({"op":"create","study":"a","parameters":{"x":{"type":"float","low":0,"high":1}},"seed":1})";
  {
    StdioServer server("hone.db");
    EXPECT_EQ(server.handle(create), R"({"ok":true,"study":"a","trials":0})");
    server.handle(R"({"op":"ask","count":2,"hold":true})");
    server.handle(R"({"op":"tell","results":[{"number":0,"value":1}]})");
  }
  StdioServer server("hone.db");
  EXPECT_EQ(server.handle(create), R"({"ok":true,"study":"a","trials":2})") << "an equal study is opened";
  EXPECT_EQ(server.handle(R"({"op":"tell","results":[{"number":1,"value":0.5}]})"), R"({"ok":true})")
      << "what an earlier process asked for and holds can be told";
  EXPECT_EQ(Json::parse(server.handle(R"({"op":"best"})"))["best"]["number"], 1);
  EXPECT_EQ(server.handle(R"({"op":"create","study":"a"})"), R"({"ok":true,"study":"a","trials":2})")
      << "a name is enough to open a study";
  const Json other =
      answer(server, R"({"op":"create","name":"a","parameters":{"y":{"type":"float","low":0,"high":1}}})");
  EXPECT_EQ(code(other), "already_exists");
  EXPECT_EQ(code(answer(server, R"({"op":"create","study":"missing"})")), "not_found");
}

TEST_F(StdioStore, RunsAsACommand) {
  const std::string input =
      std::string(kCreate) +
      "\n{\"op\":\"ask\"}\n{\"op\":\"tell\",\"results\":[{\"number\":0,\"value\":2}]}\n";
  const std::string out = output({"stdio"}, input);
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 3);
  EXPECT_HAS(out, "{\"ok\":true}\n");
  write_study();
  EXPECT_HAS(output({"stdio", "study.yaml", "--store", "s.db"}, "{\"op\":\"ask\"}\n"),
             "{\"trials\":[{\"number\":0,");
  EXPECT_HAS(output({"show", "svm", "--store", "s.db"}), "1 running");
  EXPECT_EQ(run({"stdio", "svm"}).code, 2) << "a name needs a store";
}

/// How often a file is opened while something happens.
int openings_of(const std::string& path, const std::function<void()>& happens) {
  const int watch = ::inotify_init1(IN_NONBLOCK);
  // Equal events in a row become one, so the others are watched, too.
  EXPECT_GE(::inotify_add_watch(watch, path.c_str(), IN_ALL_EVENTS), 0);
  happens();
  int openings = 0;
  alignas(inotify_event) char buffer[1 << 16];
  for (ssize_t size = 0; (size = ::read(watch, buffer, sizeof buffer)) > 0;) {
    for (ssize_t at = 0; at < size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      if ((event->mask & IN_OPEN) != 0) ++openings;
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
    }
  }
  ::close(watch);
  return openings;
}

class StdioOfAStore : public test::CliTest {};

TEST_F(StdioOfAStore, OpensItOnceWhateverTheStudyIsCalled) {
  for (const char* name : {"svm", "team/svm"})
    output({"call", "create", std::string("name=") + name, R"(parameters={"x":[1,2]})", "--store", "s.db"});
  const auto openings = [&](const std::string& name) {
    return openings_of("s.db", [&] {
      EXPECT_HAS(output({"stdio", name, "--store", "s.db"}, "{\"op\":\"best\"}\n"), "{\"best\":null}");
    });
  };
  const int usual = openings("svm");
  EXPECT_GT(usual, 0);
  EXPECT_EQ(openings("team/svm"), usual);  // whose name may be a file's, so that the store is asked first
}

}  // namespace
}  // namespace hone::cli
