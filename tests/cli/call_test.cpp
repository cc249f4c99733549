// SPDX-License-Identifier: MIT
// `hone call` against a conversation, and on a service against a file: the same requests
// (tests/surfaces/requests.json), the same answers, the same refusals. tests/server/surfaces_test.cpp
// compares the conversation with HTTP.
#include <gtest/gtest.h>

#include "cli_fixture.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/stdio_server.hpp"
#include "hone/remote/http_client.hpp"
#include "hone/server/server.hpp"
#include "hone/service/verb.hpp"
#include "support/verb_requests.hpp"

namespace hone::cli {
namespace {

using codec::Json;
using hone::test::VerbRequests;

/// A command that a message advises names the store, as it was named, and the study; in a conversation the
/// store is known, and mostly the study.
std::string as_in_conversation(std::string message, const std::string& study) {
  for (const std::string& words : {std::string(" --store called.db"), " " + study + "`"})
    for (std::size_t at = message.find(words); at != std::string::npos; at = message.find(words))
      message.replace(at, words.size(), words.ends_with('`') ? "`" : "");
  return message;
}

class CallTest : public test::CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    server_ = std::make_unique<StdioServer>("spoken.db");
    for (const VerbRequests::Request& request : requests_.begin()) {
      said(request);
      called(request);
    }
  }

  std::string about(const VerbRequests::Request& request) const {
    return service::find_verb(request.verb)->is_about_study() ? requests_.study() : "";
  }
  Json said(const VerbRequests::Request& request) {
    return Json::parse(server_->handle(spoken(request, about(request))));
  }
  std::vector<std::string> words_of(const VerbRequests::Request& request) const {
    std::vector<std::string> words = {"call", request.verb};
    if (!about(request).empty()) words.push_back(requests_.study());
    for (const auto& [name, field] : request.fields.items()) words.push_back(name + "=" + field.dump());
    return words;
  }
  test::Ran called(const VerbRequests::Request& request) {
    std::vector<std::string> words = words_of(request);
    words.insert(words.end(), {"--store", "called.db"});
    return run(words);
  }

  VerbRequests requests_;
  std::unique_ptr<StdioServer> server_;
};

TEST_F(CallTest, AnswersAsAConversationDoes) {
  for (const VerbRequests::Request& request : requests_.all()) {
    const Json spoken = said(request);
    const test::Ran ran = called(request);
    ASSERT_EQ(ran.code, kOk) << request.verb << ": " << ran.err;
    EXPECT_EQ(requests_.comparable(spoken), requests_.comparable(Json::parse(ran.out))) << request.verb;
  }
}

TEST_F(CallTest, RefusesAsAConversationDoes) {
  for (const VerbRequests::Request& request : requests_.refused()) {
    const Json refused = said(request)["error"];
    ASSERT_EQ(refused["code"], request.code) << request.verb << request.fields << ": " << refused;
    const test::Ran ran = called(request);
    const std::string said = "hone: " + refused["message"].get<std::string>() + "\n";
    EXPECT_EQ(as_in_conversation(ran.err, requests_.study()), as_in_conversation(said, requests_.study()))
        << request.verb;
    EXPECT_NE(ran.code, kOk);
    EXPECT_EQ(ran.code == kNotFound, request.code == "not_found") << request.verb << ran.code;
  }
}

/// The same to a file and to a service, by the program itself: an ask knows its own trials by its process.
class CallAfar : public CallTest {
 protected:
  void SetUp() override {
    CallTest::SetUp();
    server::ServerOptions options;
    options.listen.port = 0;
    service_ =
        std::make_unique<server::Server>([](bool) { return catalog::open_storage("far.db"); }, options);
    for (const VerbRequests::Request& request : requests_.begin()) expect_the_same(request);
  }
  void TearDown() override {
    service_.reset();
    CallTest::TearDown();
  }

  /// What is said, in words or as an answer that can be compared.
  std::string said_of(const VerbRequests::Request& request, const std::string& store) {
    const std::string all = program(words_of(request), store);
    const std::size_t begin = all.find('\n') + 1;
    const Json answer =
        Json::parse(all.begin() + static_cast<std::ptrdiff_t>(begin), all.end(), nullptr, false);
    if (answer.is_discarded()) return all;
    return all.substr(0, begin) + requests_.comparable(answer).dump(1);
  }
  void expect_the_same(const VerbRequests::Request& request) {
    EXPECT_EQ(said_of(request, "./near.db"), said_of(request, service_->url()))
        << request.verb << request.fields;
  }

  std::unique_ptr<server::Server> service_;
};

TEST_F(CallAfar, AnswersAsAFileDoes) {
  for (const VerbRequests::Request& request : requests_.all()) expect_the_same(request);
}

TEST_F(CallAfar, RefusesAsAFileDoesAndHasChangedNothing) {
  const VerbRequests::Request trials{"trials", {{"since", 0}}, {}, ""};
  const std::string before = said_of(trials, service_->url());
  for (const VerbRequests::Request& request : requests_.refused()) expect_the_same(request);
  EXPECT_EQ(said_of(trials, service_->url()), before);
}

// A trial that was started or claimed there is told under the token that came with it.
TEST_F(CallAfar, WhoStartsTrialsIsGivenTheTokensOfTheService) {
  const test::Ran ran = run({"call", "start", "demo", "client=w", "next=4",
                             R"(trials=[{"params":{"x":0.75}}])", "lease=60", "--store", service_->url()});
  ASSERT_EQ(ran.code, kOk) << ran.err;
  const Json token = Json::parse(ran.out)["tokens"][0];
  remote::HttpClient client(remote::ServiceUrl::parse_list(service_->url()), {});
  const auto told = [&](const Json& with) {
    const Json results = Json::array({{{"number", 4}, {"token", with}, {"value", 1}}});
    return client
        .send({.method = "POST",
               .target = "/v1/studies/demo:tell",
               .body = Json{{"client", "w"}, {"results", results}}.dump()})
        .status;
  };
  EXPECT_EQ(told(token.get<std::int64_t>() + 1), 409);
  EXPECT_EQ(told(token), 200);
}

}  // namespace
}  // namespace hone::cli
