// SPDX-License-Identifier: MIT
// One verb, one declaration: what a conversation answers, HTTP answers, with the same fields, the same errors
// and no others, and both as the verb declares it. The requests stand in tests/surfaces/requests.json, with
// which tests/cli/call_test.cpp holds `hone call` to a conversation, and python/tests/test_verbs.py
// study.call().
#include <algorithm>
#include <set>

#include "hone/base/text.hpp"
#include "hone/remote/routes.hpp"
#include "hone/server/route.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/conversation.hpp"
#include "hone/service/verb.hpp"
#include "service_fixture.hpp"
#include "support/json_schema.hpp"
#include "support/verb_requests.hpp"

namespace hone::server::test {
namespace {

using hone::test::JsonSchema;
using hone::test::VerbRequests;

/// Said in conversations only, and so not over HTTP: one that begins a conversation about a study that is
/// there, and `change` for spaces alone, whose other half is PATCH.
bool is_sent(const service::Verb& verb) { return *verb.way.method != '\0'; }

/// A list as a query has it.
std::string joined(const Json& list) {
  std::string words;
  for (const Json& one : list) words += (words.empty() ? "" : ",") + one.get<std::string>();
  return words;
}

bool takes_a_body(const service::Verb& verb) {
  return !verb.is_get() && (verb.fields != service::VerbFields::Declared ||
                            !verb.request(true).find("properties")->map()->empty());
}

/// The shapes that answers refer to.
const nlohmann::json& document() {
  static const nlohmann::json kDocument = [] {
    nlohmann::json schemas;
    for (const codec::shape::Member& shared : service::answers::shared())
      schemas[shared.name] = nlohmann::json::parse(codec::json_text(shared.shape));
    return nlohmann::json{{"components", {{"schemas", schemas}}}};
  }();
  return kDocument;
}

/// Where an answer is not what the verb declares; empty when it is.
std::string misfit(const service::Verb& verb, bool far, const Json& answer) {
  const JsonSchema shape(nlohmann::json::parse(codec::json_text(verb.response(far))), document());
  return shape.problem(nlohmann::json::parse(answer.dump()));
}

class SurfacesTest : public ServiceTest {
 protected:
  SurfacesTest() : near_({[](bool) { return storage::open_memory(); }, service::Store::Existing::Refuse}) {
    for (service::Operations* operations : {&operations_, &near_}) {
      service::Conversation begin(*operations);
      for (const VerbRequests::Request& request : requests_.begin())
        EXPECT_EQ(begin.answer(spoken(request, about(request))).find("error"), std::string::npos);
    }
  }

  std::string about(const VerbRequests::Request& request) const {
    return service::find_verb(request.verb)->is_about_study() ? requests_.study() : "";
  }

  Json said(const VerbRequests::Request& request) {
    return Json::parse(conversation_.answer(spoken(request, about(request))));
  }
  Json said_of(const std::string& study, const VerbRequests::Request& request) {
    return Json::parse(conversation_.answer(spoken(request, study)));
  }
  Json sent(const VerbRequests::Request& request) { return sent_of(about(request), request); }
  /// The same over HTTP; the fields of a GET stand in the query.
  Json sent_of(const std::string& study, const VerbRequests::Request& request) {
    const service::Verb& verb = *service::find_verb(request.verb);
    Json rest = request.far;
    if (!study.empty()) rest["study"] = study;
    if (verb.is_get())
      for (auto& [name, field] : rest.items())
        if (field.is_array()) field = joined(field);
    const std::string target = remote::target_of(verb.way.path, rest, verb.is_get());
    const bool has_body = takes_a_body(verb) || (!verb.is_get() && !rest.empty());
    const HttpAnswer answer = send(verb.way.method, target, has_body ? rest.dump() : "");
    return answer.body.empty() ? Json::object() : Json::parse(answer.body);
  }

  /// What both may say that the other does not, for the sake of those who have always read it.
  Json comparable(const std::string& verb, const Json& json) const {
    if (verb == "create") return {{"study", json["study"]}, {"trials", json["trials"]}};
    Json rest = requests_.comparable(json);
    if (verb != "ask") return rest;
    for (const char* name : {"lease", "study"}) rest.erase(name);
    for (Json& trial : rest["trials"]) trial.erase("attempt");
    return rest;
  }

  VerbRequests requests_;
  service::Operations near_;
  service::Conversation conversation_{near_};
};

TEST(Remote, AsksWhatTheServiceDeclares) {
  for (const remote::RemoteRoute& entry : remote::kRoutes) {
    const auto found = std::find_if(routes().begin(), routes().end(), [&](const Route& route) {
      return route.method == entry.method && route.pattern == entry.path;
    });
    ASSERT_NE(found, routes().end()) << entry.method << " " << entry.path;
    EXPECT_EQ(found->verb != nullptr ? found->verb->name : found->operation, entry.name) << entry.path;
  }
}

TEST_F(SurfacesTest, EveryVerbIsAsked) {
  std::set<std::string> asked;
  for (const VerbRequests::Request& request : requests_.all()) asked.insert(request.verb);
  for (const service::Verb& verb : service::verbs())
    EXPECT_TRUE(asked.contains(verb.name)) << "no request for the verb '" << verb.name << "'";
}

TEST_F(SurfacesTest, AConversationAndHttpAnswerAlikeAndAsDeclared) {
  for (const VerbRequests::Request& request : requests_.all()) {
    const service::Verb& verb = *service::find_verb(request.verb);
    const Json near = said(request);
    EXPECT_EQ(misfit(verb, false, near), "") << verb.name << ": " << near;
    if (!is_sent(verb)) continue;
    const Json far = sent(request);
    if (verb.way.status != 204) {
      EXPECT_EQ(misfit(verb, true, far), "") << verb.name << ": " << far;
    }
    EXPECT_EQ(comparable(verb.name, near), comparable(verb.name, far)) << verb.name;
  }
}

TEST_F(SurfacesTest, AnAnswerWithAFieldThatIsNotDeclaredDoesNotFit) {
  for (const VerbRequests::Request& request : requests_.all()) {
    Json near = said(request);
    near["no_such_field"] = 1;
    EXPECT_NE(misfit(*service::find_verb(request.verb), false, near), "") << request.verb;
  }
}

TEST_F(SurfacesTest, SeveralObjectivesAndLimitsAreAnsweredAsDeclared) {
  const std::string create =
      R"({"name":"two","parameters":{"x":{"type":"float","low":0,"high":1},"c":["a","b"]},)"
      R"("objectives":[{"name":"loss","direction":"minimize"},{"name":"speed","direction":"maximize"}],"sampler":"random","seed":1})";
  ASSERT_EQ(said_of("", {"create", Json::parse(create), {}, ""})["trials"], 0);
  said_of("two", {"ask", {{"count", 3}}, {}, ""});
  said_of("two", {"report", {{"number", 0}, {"step", 1}, {"value", 0.5}}, {}, ""});
  const Json results = Json::parse(
      R"([{"number":0,"values":[1,2],"attributes":{"list":[1,null],"nan":"nan"}},{"number":1,"values":[2,3]},
          {"number":2,"state":"failed","error":"no"}])");
  said_of("two", {"tell", {{"results", results}}, {}, ""});
  for (const char* name : {"show", "best", "front", "trials", "definition", "versions", "charts"}) {
    const Json answer = said_of("two", {name, Json::object(), {}, ""});
    EXPECT_FALSE(answer.contains("error")) << answer;
    EXPECT_EQ(misfit(*service::find_verb(name), false, answer), "") << name << ": " << answer;
  }
  const Json charts = said_of("two", {"charts", Json::object(), {}, ""})["charts"];
  for (const Json& chart : charts) {
    const Json answer = said_of("two", {"chart", {{"chart", chart}}, {}, ""});
    if (answer.contains("error")) continue;  // nothing to draw yet
    EXPECT_EQ(misfit(*service::find_verb("chart"), false, answer), "") << chart << ": " << answer;
  }
}

TEST_F(SurfacesTest, AStudyWithAModelIsAnsweredAsDeclared) {
  const Json fields = Json::parse(
      R"({"name":"long","parameters":{"x":{"type":"float","low":0,"high":1},"y":{"type":"int","low":1,"high":9}},)"
      R"("constraints_on":["memory <= 5"],"sampler":"gp","seed":1})");
  ASSERT_EQ(said_of("", {"create", fields, {}, ""})["trials"], 0);
  Json trials = Json::array();
  for (int i = 0; i < 30; ++i)
    trials.push_back({{"params", {{"x", 0.03 * i}, {"y", 1 + i % 9}}},
                      {"value", (0.03 * i - 0.4) * (0.03 * i - 0.4) + 0.01 * (i % 4)},
                      {"attributes", {{"memory", i % 8}}},
                      {"reports", Json::array({{{"step", 1}, {"value", 0.5}}})}});
  ASSERT_EQ(said_of("long", {"insert", {{"trials", trials}}, {}, ""})["numbers"].size(), 30U);
  for (const char* name : {"show", "trials", "diagnosis", "importance", "best"}) {
    const Json answer = said_of("long", {name, Json::object(), {}, ""});
    EXPECT_FALSE(answer.contains("error")) << answer;
    EXPECT_EQ(misfit(*service::find_verb(name), false, answer), "") << name << ": " << answer;
  }
  std::size_t drawn = 0;
  const Json charts = said_of("long", {"charts", Json::object(), {}, ""})["charts"];
  for (const Json& chart : charts) {
    const Json answer = said_of("long", {"chart", {{"chart", chart}}, {}, ""});
    if (answer.contains("error")) continue;
    ++drawn;
    EXPECT_EQ(misfit(*service::find_verb("chart"), false, answer), "") << chart << ": " << answer;
  }
  EXPECT_GE(drawn, 8U);
}

TEST_F(SurfacesTest, TheDocumentTellsEveryAnswer) {
  const Json api = json("GET", "/v1/openapi.json");
  for (const service::Verb& verb : service::verbs()) {
    if (!is_sent(verb)) continue;
    std::string method = verb.way.method;
    std::transform(method.begin(), method.end(), method.begin(),
                   [](char c) { return static_cast<char>(c | 32); });
    const Json& operation = api["paths"][verb.way.path][method];
    const Json& done = operation["responses"]["2XX"];
    EXPECT_EQ(done.contains("content"), verb.way.status != 204) << verb.name;
    EXPECT_EQ(operation.contains("x-repeat-key"), verb.keyed) << verb.name;
  }
  for (const auto& [name, shape] : document()["components"]["schemas"].items())
    EXPECT_EQ(nlohmann::json(api["components"]["schemas"][name]), shape) << name;
}

/// A refusal without the place of what is wrong: other words have other places.
Json without_place(Json answer) {
  const std::string message = answer["error"]["message"].get<std::string>();
  const bool names_one = message.starts_with("request.") || message.starts_with("results[");
  const std::size_t place = names_one ? message.find(": ") + 2 : 0;
  answer["error"]["message"] = message.substr(place);
  return answer;
}

TEST_F(SurfacesTest, MistakesAreRefusedAlike) {
  for (const VerbRequests::Request& request : requests_.refused()) {
    const Json near = said(request);
    ASSERT_TRUE(near.contains("error")) << request.verb << request.fields << ": " << near;
    EXPECT_EQ(near["error"]["code"], request.code) << near;
    if (!is_sent(*service::find_verb(request.verb))) continue;
    const Json far = sent(request);
    ASSERT_TRUE(far.contains("error")) << request.verb << request.far << ": " << far;
    if (request.far == request.fields) {
      EXPECT_EQ(near, far) << request.verb << request.fields;
    } else {
      EXPECT_EQ(without_place(near), without_place(far)) << request.verb << request.far;
    }
  }
}

/// Over HTTP a field that a GET does not have is one of the query, and one of a request without fields is a
/// body too many: both are named for what they are there. What a worker elsewhere says in other words has
/// other fields to choose from.
bool has_other_words(const service::Verb& verb) {
  return !takes_a_body(verb) || codec::json_text(verb.request(true)) != codec::json_text(verb.request(false));
}

TEST_F(SurfacesTest, AnUnknownFieldIsRefusedAlike) {
  for (const service::Verb& verb : service::verbs()) {
    if (std::string_view(verb.name) == "check") continue;  // which answers what is wrong
    const std::string_view path = verb.way.path;
    Json fields = {{"no_such_field", 1}};
    if (path.find("{number}") != path.npos) fields["number"] = 0;
    if (path.find("{chart}") != path.npos) fields["chart"] = "history";
    const VerbRequests::Request request{verb.name, fields, fields, ""};
    const Json near = said(request);
    ASSERT_TRUE(near.contains("error")) << verb.name << ": " << near;
    EXPECT_NE(near["error"]["message"].get<std::string>().find("no_such_field"), std::string::npos) << near;
    if (!is_sent(verb)) continue;
    const Json far = sent(request);
    ASSERT_TRUE(far.contains("error")) << verb.name << ": " << far;
    EXPECT_EQ(far["error"]["code"], verb.is_get() ? Json("invalid_argument") : near["error"]["code"])
        << verb.name << ": " << far;
    if (!has_other_words(verb)) {
      EXPECT_EQ(near, far) << verb.name;
    }
  }
}

TEST_F(SurfacesTest, AMissingStudyIsRefusedAlike) {
  std::set<std::string> seen;
  for (const VerbRequests::Request& request : requests_.all()) {
    const service::Verb& verb = *service::find_verb(request.verb);
    if (!verb.is_about_study() || !seen.insert(request.verb).second) continue;
    const Json near = said_of("gone", request);
    EXPECT_EQ(near["error"]["code"], "not_found") << verb.name << ": " << near;
    if (is_sent(verb)) {
      EXPECT_EQ(near, sent_of("gone", request)) << verb.name;
    }
  }
}

// --- keys

TEST_F(SurfacesTest, VerbsThatHaveAKeySaySo) {
  for (const service::Verb& verb : service::verbs()) {
    const bool has_key = verb.request(true).find("properties")->find("key") != nullptr;
    EXPECT_EQ(verb.keyed, has_key) << verb.name;
  }
}

TEST_F(SurfacesTest, TheSameKeyIsAnsweredAlikeAndHappensOnce) {
  // Trials that were added, and those that were handed out.
  const auto events = [&] {
    const Json counts = json("GET", "/v1/studies/demo")["counts"];
    return counts["total"].get<int>() + counts["running"].get<int>();
  };
  for (const service::Verb& verb : service::verbs()) {
    if (!verb.keyed) continue;
    const std::vector<VerbRequests::Request> all = requests_.all();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.verb == verb.name; });
    ASSERT_NE(found, all.end()) << verb.name;
    VerbRequests::Request request = *found;
    request.far.erase("lease");  // a trial that is held for ever is nobody's in particular: so is its token
    request.far["key"] = text("k-", verb.name);
    const int before = events();
    const Json first = sent(request);
    const int once = events();
    EXPECT_GT(once, before) << verb.name << ": " << first;  // it did something
    EXPECT_EQ(sent(request), first) << verb.name;
    EXPECT_EQ(events(), once) << verb.name;
    request.far["key"] = text("l-", verb.name);  // another key is another request
    if (first.contains("trials")) request.far["holding"] = {first["trials"][0]["number"]};
    EXPECT_NE(sent(request), first) << verb.name;
    EXPECT_GT(events(), once) << verb.name;
  }
}

}  // namespace
}  // namespace hone::server::test
