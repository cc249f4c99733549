// SPDX-License-Identifier: MIT
// One verb, one declaration: what a conversation answers, HTTP answers, with the same fields, the same errors
// and no others. Python's surface is held to the same table by python/tests/test_verbs.py.
#include <map>
#include <set>

#include "hone/base/text.hpp"
#include "hone/service/conversation.hpp"
#include "hone/service/verb.hpp"
#include "service_fixture.hpp"

namespace hone::server::test {
namespace {

constexpr const char* kDefinition =
    R"("parameters":{"x":{"type":"float","low":0,"high":1}},"sampler":"random","seed":1)";

/// What is asked of a study with a complete, a failed, a running and a waiting trial, by verb.
const std::map<std::string, std::string>& requests() {
  static const std::map<std::string, std::string> kRequests = {
      {"create", text(R"({"name":"other",)", kDefinition, "}")},
      {"check", text("{", kDefinition, "}")},
      {"change", R"({"budget":{"trials":9}})"},
      {"extend", R"({"trials":5})"},
      {"replace", text(R"({"name":"demo",)", kDefinition, "}")},
      {"preview", text(R"({"name":"demo",)", kDefinition, "}")},
      {"definition", "{}"},
      {"versions", "{}"},
      {"drop", "{}"},
      {"notes", "{}"},
      {"set_notes", R"({"text":"seen","tags":["a"]})"},
      {"stop", "{}"},
      {"resume", "{}"},
      {"enqueue", R"({"points":[{"x":0.5}]})"},
      {"insert", R"({"trials":[{"params":{"x":0.25},"value":3}]})"},
      {"cancel", R"({"numbers":[2]})"},
      {"retry", R"({"numbers":[1]})"},
      {"delete", R"({"numbers":[1]})"},
      {"amend", R"({"number":0,"value":7})"},
      {"note", R"({"number":0,"note":"good"})"},
      {"studies", "{}"},
      {"show", "{}"},
      {"trials", R"({"since":0})"},
      {"trial", R"({"number":0})"},
      {"best", "{}"},
      {"front", "{}"},
      {"importance", R"({"method":"ped-anova"})"},
      {"diagnosis", "{}"},
      {"sources", "{}"},
      {"samplers", "{}"},
      {"pruners", "{}"},
      {"charts", "{}"},
      {"chart", R"({"chart":"history"})"},
  };
  return kRequests;
}

/// Asked in other words from far away, where a trial comes with a token; or said in conversations only.
const std::set<std::string>& told_apart() {
  static const std::set<std::string> kNames = {"ask",   "tell",  "report", "heartbeat", "requeue",
                                               "start", "claim", "open",   "set_space"};
  return kNames;
}

/// What differs between two stores and between two moments.
Json without_moments(Json json) {
  if (json.is_array())
    for (Json& part : json) part = without_moments(part);
  if (!json.is_object()) return json;
  for (const char* name : {"created", "started", "finished", "worker", "time", "ok"}) json.erase(name);
  for (auto& [key, part] : json.items()) part = without_moments(part);
  return json;
}

class SurfacesTest : public ServiceTest {
 protected:
  SurfacesTest() : near_({[](bool) { return storage::open_memory(); }, service::Store::Existing::Refuse}) {
    for (service::Operations* operations : {&operations_, &near_}) {
      service::Conversation begin(*operations);
      for (const std::string& request :
           {text(R"({"op":"create","name":"demo",)", kDefinition, "}"),
            std::string(R"({"op":"ask","count":3})"),
            std::string(R"({"op":"tell","results":[{"number":0,"value":1},{"number":1,"state":"failed"}]})"),
            std::string(R"({"op":"enqueue","points":[{"x":0.125}]})")})
        EXPECT_EQ(begin.answer(request).find("error"), std::string::npos);
    }
  }

  Json said(const service::Verb& verb, const std::string& fields) {
    const std::string about = verb.is_about_study() ? R"(,"study":"demo")" : "";
    const std::string rest = fields == "{}" ? "}" : "," + fields.substr(1);
    return Json::parse(conversation_.answer(text(R"({"op":")", verb.name, "\"", about, rest)));
  }
  /// The same over HTTP; the fields of a GET stand in the query.
  Json sent(const service::Verb& verb, const std::string& fields) {
    std::string target = replaced(verb.way.path, "{study}", "demo");
    Json rest = Json::parse(fields);
    for (const char* name : {"number", "chart"}) {
      const std::string mark = text("{", name, "}");
      if (target.find(mark) == std::string::npos) continue;
      target =
          replaced(target, mark, rest[name].is_string() ? rest[name].get<std::string>() : rest[name].dump());
      rest.erase(name);
    }
    if (!verb.is_get()) return answered(send(verb.way.method, target, rest.empty() ? "" : rest.dump()));
    char sign = '?';
    for (const auto& [name, value] : rest.items()) {
      target += sign + name + "=" + (value.is_string() ? value.get<std::string>() : value.dump());
      sign = '&';
    }
    return answered(send("GET", target));
  }

  service::Operations near_;
  service::Conversation conversation_{near_};

 private:
  static std::string replaced(std::string text, const std::string& mark, const std::string& word) {
    const std::size_t at = text.find(mark);
    return at == std::string::npos ? text : text.replace(at, mark.size(), word);
  }
  static Json answered(const HttpAnswer& answer) {
    return answer.body.empty() ? Json::object() : Json::parse(answer.body);
  }
};

/// What both may say that the other does not, for the sake of those who have always read it.
Json comparable(const std::string& verb, Json json) {
  if (verb == "create") return {{"study", json["study"]}, {"trials", json["trials"]}};
  return without_moments(std::move(json));
}

TEST_F(SurfacesTest, AConversationAndHttpAnswerAlike) {
  for (const service::Verb& verb : service::verbs()) {
    if (told_apart().contains(verb.name) || std::string_view(verb.name) == "drop") continue;
    const auto request = requests().find(verb.name);
    ASSERT_NE(request, requests().end()) << "no request for the verb '" << verb.name << "'";
    const Json near = said(verb, request->second);
    const Json far = sent(verb, request->second);
    EXPECT_EQ(comparable(verb.name, near), comparable(verb.name, far)) << verb.name;
  }
  EXPECT_EQ(said(*service::find_verb("drop"), "{}"), Json({{"ok", true}}));
  EXPECT_EQ(sent(*service::find_verb("drop"), "{}"), Json::object());
}

TEST_F(SurfacesTest, AnUnknownFieldIsRefusedAlike) {
  for (const service::Verb& verb : service::verbs()) {
    if (told_apart().contains(verb.name) || std::string_view(verb.name) == "check") continue;
    const Json near = said(verb, R"({"no_such_field":1})");
    ASSERT_TRUE(near.contains("error")) << verb.name << ": " << near;
    const std::string_view path = verb.way.path;
    const bool needs_more = path.find("{number}") != path.npos || path.find("{chart}") != path.npos;
    if (*verb.way.method == '\0' || needs_more) continue;
    const Json far = sent(verb, R"({"no_such_field":1})");
    ASSERT_TRUE(far.contains("error")) << verb.name << ": " << far;
  }
}

TEST_F(SurfacesTest, AMissingStudyIsRefusedAlike) {
  for (const service::Verb& verb : service::verbs()) {
    if (told_apart().contains(verb.name) || !verb.is_about_study()) continue;
    const std::string fields = requests().at(verb.name);
    const std::string rest = fields == "{}" ? "}" : "," + fields.substr(1);
    const Json near =
        Json::parse(conversation_.answer(text(R"({"op":")", verb.name, R"(","study":"gone")", rest)));
    EXPECT_EQ(near["error"]["code"], "not_found") << verb.name << ": " << near;
  }
}

}  // namespace
}  // namespace hone::server::test
