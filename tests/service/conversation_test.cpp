// SPDX-License-Identifier: MIT
#include "hone/service/conversation.hpp"

#include <gtest/gtest.h>

#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/codec/json.hpp"

namespace hone::service {
namespace {

using codec::Json;

constexpr const char* kCreate =
    R"({"op":"create","name":"a","parameters":{"x":{"type":"float","low":0,"high":1}},"sampler":"random","seed":1,"pruner":{"name":"median","startup_trials":1}})";

class ConversationTest : public ::testing::Test {
 protected:
  Json answer(const std::string& request) { return Json::parse(conversation_.answer(request)); }
  std::string message(const std::string& request) {
    return answer(request).at("error").at("message").get<std::string>();
  }

  Operations operations_{{[](bool) { return storage::open_memory(); }}};
  Conversation conversation_{operations_};
};

TEST(Conversation, GoesOnWithWhatAStudyHas) {
  Operations operations{{[](bool) { return storage::open_memory(); }, Store::Existing::Resume}};
  Conversation conversation{operations};
  const auto definition = [&] {
    return Json::parse(conversation.answer(R"({"op":"definition"})")).at("study");
  };
  conversation.answer(
      R"({"op":"create","name":"a","parameters":{"x":{"type":"float","low":0,"high":1}},"sampler":"tpe",)"
      R"("seed":7,"pruner":"median","objective":{"direction":"maximize"}})");
  const Json before = definition();
  const std::string same =
      R"({"op":"create","name":"a","parameters":{"x":{"type":"float","low":0,"high":1}})";
  EXPECT_FALSE(Json::parse(conversation.answer(same + "}")).contains("warnings"));
  EXPECT_EQ(definition(), before);
  const Json told = Json::parse(conversation.answer(same + R"(,"sampler":"random","seed":7})"));
  EXPECT_EQ(told.at("warnings").at(0),
            "the study 'a' had sampler 'tpe', and has 'random' from now on; leave sampler out to keep what a "
            "study has");
  EXPECT_EQ(told.at("warnings").size(), 1);
  EXPECT_EQ(definition().at("pruner"), "median");
  const Json refused = Json::parse(conversation.answer(same + R"(,"objective":{"direction":"minimize"}})"));
  EXPECT_EQ(refused.at("error").at("code"), "already_exists");
}

TEST(Conversation, GoesOnWithTheSourcesTheBudgetAndTheCommandThatAStudyHas) {
  Operations operations{{[](bool) { return storage::open_memory(); }, Store::Existing::Resume}};
  Conversation conversation{operations};
  const auto send = [&](const std::string& request) { return Json::parse(conversation.answer(request)); };
  const auto definition = [&] { return send(R"({"op":"definition"})").at("study"); };
  const std::string space = R"("parameters":{"x":{"type":"float","low":0,"high":1}})";
  for (const std::string name : {"old", "older"}) {
    send(R"({"op":"create","name":")" + name + R"(","sampler":"random",)" + space + "}");
    send(R"({"op":"insert","trials":[{"params":{"x":0.5},"value":1.0},{"params":{"x":0.6},"value":2.0},)"
         R"({"params":{"x":0.7},"value":3.0}]})");
  }
  send(R"({"op":"create","name":"a","sampler":"rgpe","sources":["old"],"prune_space":"box","mode":"worker",)"
       R"("command":["./serve"],"environment":{"LEVEL":"2"},"json":"loss",)"
       R"("budget":{"trials":40,"parallel":2,"give_up_after":"never"},)" +
       space + "}");
  const Json before = definition();
  const std::string same = R"({"op":"create","name":"a",)" + space;
  EXPECT_FALSE(send(same + "}").contains("warnings"));
  EXPECT_EQ(definition(), before);

  EXPECT_FALSE(
      send(same + R"(,"budget":{"trials":60,"parallel":null},"result":"last"})").contains("warnings"));
  EXPECT_EQ(definition().at("budget"), Json::parse(R"({"trials":60,"give_up_after":0})"));
  EXPECT_FALSE(definition().contains("result"));
  EXPECT_EQ(definition().at("command"), before.at("command"));

  EXPECT_EQ(send(same + R"(,"sources":["older"]})").at("warnings").back(),
            "the study 'a' had sources 'old', and has 'older' from now on; leave sources out to keep what a "
            "study has");
  EXPECT_EQ(definition().at("sources"), Json::parse(R"([{"study":"older"}])"));
  EXPECT_EQ(send(same + R"(,"sources":[]})")
                .at("warnings")
                .back()
                .get<std::string>()
                .find("sources 'older', and has none"),
            18);
  EXPECT_FALSE(definition().contains("sources"));
}

TEST_F(ConversationTest, TakesBackTrialsOfAnAnswerThatReachedNobody) {
  conversation_.answer(kCreate);
  conversation_.answer(R"({"op":"ask","count":2,"hold":true})");
  conversation_.take_back();
  EXPECT_EQ(answer(R"({"op":"show"})").at("counts").at("waiting"), 2);
  const Json again = answer(R"({"op":"ask","count":1})");
  EXPECT_EQ(again.at("trials").at(0).at("number"), 0);
  conversation_.answer(R"({"op":"show"})");
  conversation_.take_back();
  EXPECT_EQ(answer(R"({"op":"show"})").at("counts").at("running"), 1) << "the ask was answered";
}

TEST_F(ConversationTest, TakesNullListsAndMapsAsChoices) {
  answer(
      R"({"op":"create","name":"a","sampler":"grid","start":"none","parameters":{"layers":[null,[64,64],{"kernel":"rbf","degree":3}],)"
      R"("rate":{"type":"float","low":0,"high":1,"when":{"layers":[null]},"default":0.5}}})");
  const Json queued = answer(
      R"({"op":"enqueue","points":[{"layers":{"degree":3.0,"kernel":"rbf"}},{"layers":null},{"rate":0.25}]})");
  EXPECT_EQ(queued.at("numbers"), Json::parse("[0,1,2]"));
  const Json trials = answer(R"({"op":"ask","count":3})").at("trials");
  EXPECT_EQ(trials.at(0).at("params").dump(), R"({"layers":{"kernel":"rbf","degree":3}})");
  EXPECT_TRUE(trials.at(1).at("params").at("layers").is_null());
  EXPECT_TRUE(trials.at(1).at("params").at("rate").is_number()) << "it was left out";
  EXPECT_EQ(trials.at(2).at("params").dump(), R"({"layers":null,"rate":0.25})") << "so that the rate exists";
  answer(
      R"({"op":"tell","results":[{"number":0,"value":1,"attributes":{"scores":[0.5,null],"of":{"a":1}}}]})");
  const Json told = answer(R"({"op":"trial","number":0})");
  EXPECT_EQ(told.at("attributes").dump(), R"({"of":{"a":1},"scores":[0.5,null]})");
  EXPECT_EQ(message(R"({"op":"enqueue","points":[{"layers":[64]}]})"),
            R"(request.points[0]: layers: the value [64] is not possible here; give one of null, [64,64], )"
            R"({"kernel":"rbf","degree":3})");
}

TEST_F(ConversationTest, KeepsAttributesOfTheStudy) {
  conversation_.answer(kCreate);
  EXPECT_EQ(
      answer(R"({"op":"set_attributes","set":{"data":{"folds":[1,null]},"old":1}})").at("attributes").dump(),
      R"({"data":{"folds":[1,null]},"old":1})");
  EXPECT_EQ(answer(R"({"op":"set_attributes","remove":["old"]})").at("attributes").dump(),
            R"({"data":{"folds":[1,null]}})");
  EXPECT_EQ(answer(R"({"op":"notes"})").at("attributes").size(), 1u);
  EXPECT_EQ(message(R"({"op":"set_attributes","set":{"":1}})"),
            "an attribute has no name; give one of 1 to 200 bytes");
}

TEST_F(ConversationTest, ReportsAndPrunes) {
  conversation_.answer(kCreate);
  conversation_.answer(R"({"op":"ask","count":2})");
  EXPECT_EQ(conversation_.answer(R"({"op":"report","number":0,"step":1,"value":0.1})"), R"({"prune":false})");
  conversation_.answer(R"({"op":"tell","results":[{"number":0,"value":0.1}]})");
  EXPECT_EQ(conversation_.answer(R"({"op":"report","number":1,"step":1,"value":0.9,"id":4})"),
            R"({"id":4,"prune":true})");
  EXPECT_EQ(message(R"({"op":"report","number":1,"value":0.9})"),
            "request: a report needs a step and a value; write {\"step\": 1, \"value\": 0.5}");
}

// A training whose loss has become NaN is hopeless, and is told so.
TEST_F(ConversationTest, TakesAReportThatIsNotFinite) {
  conversation_.answer(kCreate);
  conversation_.answer(R"({"op":"ask","count":5})");
  conversation_.answer(
      R"({"op":"tell","results":[{"number":0,"value":1,"reports":[{"step":1,"value":0.5},{"step":2,"value":"inf"}]}]})");
  std::int64_t number = 0;
  for (const char* value : {R"("nan")", R"("NaN")", "null", R"("inf")"})
    EXPECT_EQ(answer(text(R"({"op":"report","number":)", ++number, R"(,"step":1,"value":)", value, "}")),
              Json::parse(R"({"prune":true})"))
        << value;
  EXPECT_EQ(answer(R"({"op":"trial","number":0})")["reports"],
            Json::parse(R"([{"step":1,"value":0.5},{"step":2,"value":"inf"}])"));
}

TEST_F(ConversationTest, TellsDoneFromWaiting) {
  conversation_.answer(R"({"op":"create","name":"g","parameters":{"b":{"type":"bool"}},"sampler":"grid"})");
  const Json asked = answer(R"({"op":"ask","count":3})");
  EXPECT_EQ(asked["trials"].size(), 2U);
  EXPECT_FALSE(asked.contains("done"));
  EXPECT_EQ(asked["running"], 2);
  conversation_.answer(R"({"op":"tell","results":[{"number":0,"value":1},{"number":1,"value":2}]})");
  EXPECT_EQ(conversation_.answer(R"({"op":"ask"})"), R"({"trials":[],"done":true})");
  EXPECT_EQ(message(R"({"op":"ask","hold":1})"),
            "request.hold: this must be true or false, not the number 1; write one of these two words");
}

TEST_F(ConversationTest, NamesWhatIsLost) {
  conversation_.answer(kCreate);
  conversation_.answer(R"({"op":"ask","count":2})");
  EXPECT_EQ(conversation_.answer(R"({"op":"heartbeat","numbers":[0,1]})"), R"({"lost":[]})");
  EXPECT_EQ(conversation_.answer(R"({"op":"cancel","numbers":[1]})"), R"({"ok":true})");
  EXPECT_EQ(conversation_.answer(R"({"op":"heartbeat","numbers":[0,1]})"), R"({"lost":[1]})");
  EXPECT_EQ(answer(R"({"op":"trials"})")["trials"][1]["error"], "cancelled");
  EXPECT_EQ(conversation_.answer(R"({"op":"cancel","numbers":[0],"requeue":true})"), R"({"ok":true})");
  EXPECT_EQ(answer(R"({"op":"ask"})")["trials"][0]["number"], 0);
  EXPECT_EQ(message(R"({"op":"cancel","numbers":[0],"requeue":1})"),
            "request.requeue: this must be true or false, not the number 1; write one of these two words");
  EXPECT_EQ(
      message(R"({"op":"heartbeat","numbers":["a"]})"),
      "request.numbers[0]: this must be an integer, not the text 'a'; write a whole number without quotes");
}

TEST_F(ConversationTest, FollowsAStudyByRevisions) {
  conversation_.answer(kCreate);
  conversation_.answer(R"({"op":"ask","count":3})");
  const Json all = answer(R"({"op":"trials","since":0})");
  EXPECT_EQ(all["trials"].size(), 3U);
  conversation_.answer(R"({"op":"tell","results":[{"number":2,"value":0.1}]})");
  const Json fresh = answer(R"({"op":"trials","since":)" + all["revision"].dump() + "}");
  ASSERT_EQ(fresh["trials"].size(), 1U);
  EXPECT_EQ(fresh["trials"][0]["number"], 2);
  EXPECT_EQ(answer(R"({"op":"trials"})")["revision"], fresh["revision"]);
}

TEST_F(ConversationTest, RefusesARevisionThatWasNeverReached) {
  conversation_.answer(kCreate);
  const Json refused = answer(R"({"op":"trials","since":99999})")["error"];
  EXPECT_EQ(refused["code"], "invalid_argument");
  EXPECT_NE(refused["message"].get<std::string>().find("since is 99999, and the study is at revision "),
            std::string::npos)
      << refused;
}

TEST_F(ConversationTest, RefusesFieldsThatAreThereTwice) {
  conversation_.answer(kCreate);
  EXPECT_EQ(message(R"({"op":"ask","count":1,"count":2})"),
            "request: the key 'count' is there twice in the same map; remove or rename one");
  EXPECT_EQ(message(R"({"op":"tell","results":[{"number":0,"value":1,"value":2}]})"),
            "request: the key 'value' is there twice in the same map; remove or rename one");
  EXPECT_EQ(message(R"({"op":"create","parameters":{"x":{"type":"bool"},"x":{"type":"bool"}}})"),
            "request: the key 'x' is there twice in the same map; remove or rename one");
  EXPECT_EQ(answer(R"({"op":"ask","id":{"a":{"b":1},"c":{"b":2}}})").count("error"), 0U);
}

TEST_F(ConversationTest, ShowsTheStudy) {
  conversation_.answer(kCreate);
  conversation_.answer(R"({"op":"ask","count":3})");
  conversation_.answer(R"({"op":"tell","results":[{"number":2,"value":0.1},{"number":1,"state":"failed"}]})");
  const Json shown = answer(R"({"op":"show"})");
  EXPECT_EQ(shown["study"]["name"], "a");
  EXPECT_EQ(shown["counts"], (Json{{"total", 3},
                                   {"waiting", 0},
                                   {"running", 1},
                                   {"complete", 1},
                                   {"failed", 1},
                                   {"pruned", 0},
                                   {"timed_out", 0},
                                   {"infeasible", 0}}));
  EXPECT_EQ(shown["best"]["number"], 2);
  EXPECT_EQ(answer(R"({"op":"front"})")["front"].size(), 1U);
}

TEST_F(ConversationTest, CorrectsTrials) {
  conversation_.answer(kCreate);
  conversation_.answer(R"({"op":"ask","count":4})");
  conversation_.answer(
      R"({"op":"tell","results":[{"number":0,"value":0.1},{"number":1,"state":"failed"},{"number":2,"state":"timed_out"}]})");
  EXPECT_EQ(conversation_.answer(R"({"op":"amend","number":0,"value":0.5})"), R"({"ok":true})");
  EXPECT_EQ(answer(R"({"op":"best"})")["best"]["value"], 0.5);
  EXPECT_EQ(conversation_.answer(R"({"op":"retry","states":["failed"]})"), R"({"numbers":[1]})");
  EXPECT_EQ(conversation_.answer(R"({"op":"retry"})"), R"({"numbers":[2]})");
  EXPECT_EQ(answer(R"({"op":"ask"})")["trials"][0]["number"], 1) << "it is handed out again";
  EXPECT_EQ(conversation_.answer(R"({"op":"delete","numbers":[0]})"), R"({"ok":true})");
  EXPECT_EQ(answer(R"({"op":"best"})")["best"], nullptr);
  const Json counts = answer(R"({"op":"show"})")["counts"];
  EXPECT_EQ(counts["total"], 3);
  EXPECT_EQ(counts["deleted"], 1);
  const Json first = answer(R"({"op":"trials"})")["trials"][0];
  EXPECT_EQ(first["state"], "deleted");
  EXPECT_EQ(first["remarks"][1]["text"], "was complete with 0.5; deleted");
  EXPECT_EQ(conversation_.answer(R"({"op":"retry","numbers":[0]})"), R"({"numbers":[0]})") << "back again";
}

TEST_F(ConversationTest, RefusesCorrectionsThatMakeNoSense) {
  conversation_.answer(kCreate);
  conversation_.answer(R"({"op":"ask"})");
  EXPECT_EQ(message(R"({"op":"amend","number":0,"value":0.5})"),
            "trial 0 is running and cannot be amended; tell its result with `hone tell`");
  EXPECT_EQ(
      message(R"({"op":"amend","number":0})"),
      "request: an amend needs a number and a value; give \"value\", or \"values\" of several objectives");
  EXPECT_EQ(message(R"({"op":"amend","number":0,"values":[1,2]})"),
            "request.values: found 2 values for 1 objective; give one for each objective, in their order");
  EXPECT_EQ(message(R"({"op":"retry","numbers":[7]})"),
            "there is no trial 7 in this study; list those there are with `hone trials`");
  EXPECT_EQ(answer(R"({"op":"retry","states":["waiting"]})")["error"]["code"], "invalid_argument");
  EXPECT_EQ(answer(R"({"op":"retry","states":["failed"],"numbers":[0]})")["error"]["code"],
            "invalid_argument");
}

TEST_F(ConversationTest, ListsTheSamplers) {
  const Json listed = answer(R"({"op":"samplers"})")["samplers"];
  ASSERT_EQ(listed.size(), catalog::samplers().size()) << "without a study";
  EXPECT_EQ(listed[0]["name"], catalog::samplers()[0].name);
  EXPECT_FALSE(listed[0]["options"].empty());
}

TEST_F(ConversationTest, SpeaksOfTheStudyThatIsNamedOrWasOpenedLast) {
  conversation_.answer(kCreate);
  conversation_.answer(R"({"op":"create","name":"b","parameters":{"y":{"type":"bool"}},"sampler":"random"})");
  EXPECT_TRUE(answer(R"({"op":"ask"})")["trials"][0]["params"].contains("y"));
  EXPECT_TRUE(answer(R"({"op":"ask","study":"a"})")["trials"][0]["params"].contains("x"));
  EXPECT_EQ(conversation_.answer(R"({"op":"open","study":"a"})"), R"({"ok":true,"study":"a","trials":1})");
  EXPECT_TRUE(answer(R"({"op":"ask"})")["trials"][0]["params"].contains("x"));
  EXPECT_EQ(answer(R"({"op":"ask","study":"c"})")["error"]["code"], "not_found");
  EXPECT_EQ(message(R"({"op":"ask","study":7})"),
            "request.study: this must be a text, not the number 7; put it in quotes");
  Conversation other(operations_);
  EXPECT_EQ(Json::parse(other.answer(R"({"op":"best"})"))["error"]["code"], "invalid_argument")
      << "each client has its own";
  EXPECT_TRUE(Json::parse(other.answer(R"({"op":"show","study":"b"})")).contains("counts"));
}

TEST_F(ConversationTest, ChangesTheSpaceAndGoesOnInIt) {
  conversation_.answer(kCreate);
  conversation_.answer(R"({"op":"enqueue","points":[{"x":0.25},{"x":0.75}]})");
  conversation_.answer(R"({"op":"ask","count":2})");
  conversation_.answer(R"({"op":"tell","results":[{"number":0,"value":0.1}]})");
  const std::string narrow =
      R"({"op":"set_space","parameters":{"x":{"type":"float","low":0.5,"high":1},"y":{"type":"float","low":2,"high":3,"default":2}})";
  const Json planned = answer(narrow + R"(,"dry_run":true})");
  EXPECT_EQ(planned["adopted"], false);
  EXPECT_EQ(planned["version"], 1);
  EXPECT_EQ(planned["changes"][0]["kind"], "narrowed");
  EXPECT_EQ(planned["changes"][1]["kind"], "new_parameter");
  EXPECT_EQ(planned["outside"], Json::parse(R"([{"number":0,"reason":"x is 0.25, outside 0.5 to 1"}])"));
  EXPECT_EQ(answer(R"({"op":"show"})")["study"]["parameters"].size(), 1U);
  const Json done = answer(narrow + "}");
  EXPECT_EQ(done["adopted"], true);
  EXPECT_EQ(done["version"], 2);
  // The trial that was handed out before is still ours to tell, and new ones are of the new space.
  EXPECT_EQ(conversation_.answer(R"({"op":"tell","results":[{"number":1,"value":0.2}]})"), R"({"ok":true})");
  EXPECT_EQ(answer(R"({"op":"best"})")["best"]["number"], 1) << "trial 0 was better, and is outside";
  const Json asked = answer(R"({"op":"ask"})");
  EXPECT_GE(asked["trials"][0]["params"]["x"], 0.5);
  EXPECT_TRUE(asked["trials"][0]["params"].contains("y"));
  const Json trials = answer(R"({"op":"trials"})")["trials"];
  EXPECT_EQ(trials[0]["outside"], "x is 0.25, outside 0.5 to 1");
  EXPECT_EQ(trials[1]["params"]["y"], 2.0);
  EXPECT_EQ(trials[2]["version"], 2);
}

TEST_F(ConversationTest, ChangesLimitsWithTheSpace) {
  answer(
      R"({"op":"create","name":"a","parameters":{"x":{"type":"float","low":0,"high":1}},"sampler":"random",)"
      R"("objective":{"name":"loss","direction":"minimize"},"constraints_on":["memory <= 5","loss <= 9"]})");
  const Json told = answer(R"({"op":"set_space","constraints_on":["memory <= 7","loss <= 9"]})");
  EXPECT_EQ(told.at("adopted"), true);
  EXPECT_EQ(told.at("changes").size(), 2U);
  EXPECT_EQ(answer(R"({"op":"definition"})").at("study").at("constraints_on"),
            Json::parse(R"(["memory <= 7","loss <= 9"])"));
  answer(R"({"op":"set_space","parameters":{"x":{"type":"float","low":0,"high":2}}})");
  EXPECT_EQ(answer(R"({"op":"definition"})").at("study").at("constraints_on").size(), 2U);
}

TEST_F(ConversationTest, SaysWhatIsWrongWithANewSpace) {
  conversation_.answer(kCreate);
  conversation_.answer(R"({"op":"ask"})");
  EXPECT_EQ(message(R"({"op":"set_space","parametres":{}})"),
            "request.parametres: there is no field 'parametres' here (did you mean 'parameters'?); rename or "
            "remove it");
  EXPECT_EQ(answer(R"({"op":"set_space","constraints":["x + z < 1"]})")["error"]["code"], "invalid_space");
  EXPECT_EQ(answer(R"({"op":"set_space","parameters":{"y":{"type":"bool"}}})")["error"]["code"],
            "invalid_space");
  EXPECT_EQ(answer(R"({"op":"set_space"})")["changes"].size(), 0U) << "nothing given, nothing changed";
}

TEST_F(ConversationTest, NoticesASpaceThatAnotherConversationChanged) {
  conversation_.answer(kCreate);
  Conversation other(operations_);
  other.open("a");
  other.answer(R"({"op":"set_space","parameters":{"x":{"type":"float","low":5,"high":6}}})");
  EXPECT_GE(answer(R"({"op":"ask"})")["trials"][0]["params"]["x"], 5.0);
}

TEST_F(ConversationTest, MeasuresImportance) {
  conversation_.answer(
      R"({"op":"create","name":"i","parameters":{"x":{"type":"float","low":0,"high":1},"y":{"type":"float","low":0,"high":1}},"sampler":"sobol"})");
  EXPECT_EQ(message(R"({"op":"importance"})"),
            "importance needs at least 10 complete trials, and there are 0; run 10 more");
  const Json asked = answer(R"({"op":"ask","count":64})");
  for (const Json& trial : asked["trials"]) {
    const Json result = {{"number", trial["number"]}, {"value", trial["params"]["y"]}};
    const std::string tell = R"({"op":"tell","results":[)" + result.dump() + "]}";
    EXPECT_EQ(conversation_.answer(tell), R"({"ok":true})");
  }
  const Json fanova = answer(R"({"op":"importance","pairs":true})");
  EXPECT_EQ(fanova["method"], "fanova");
  EXPECT_EQ(fanova["objective"], "value");
  EXPECT_EQ(fanova["trials"], 64);
  EXPECT_EQ(fanova["importances"][0]["parameter"], "y");
  EXPECT_GT(fanova["importances"][0]["importance"], 0.9);
  EXPECT_EQ(fanova["pairs"][0]["parameters"], Json::array({"x", "y"}));
  const Json ped = answer(R"({"op":"importance","method":"ped-anova","quantile":0.25})");
  EXPECT_EQ(ped["importances"][0]["parameter"], "y");
  EXPECT_EQ(ped["best"], 16);
  EXPECT_EQ(message(R"({"op":"importance","method":"shap"})"),
            "request.method: this is the text 'shap'; write one of fanova, ped-anova");
  EXPECT_EQ(message(R"({"op":"importance","quantile":"half"})"),
            "request.quantile: this must be a number, not the text 'half'; write it in digits and without "
            "quotes, for example 0.1 or 1e-4");
  EXPECT_EQ(message(R"({"op":"importance","pair":true})"),
            "request.pair: there is no field 'pair' here (did you mean 'pairs'?); rename or remove it");
}

}  // namespace
}  // namespace hone::service
