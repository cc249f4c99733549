// SPDX-License-Identifier: MIT
// `hone call` against a conversation: the same requests (tests/surfaces/requests.json), the same answers, the
// same refusals. tests/server/surfaces_test.cpp compares the conversation with HTTP.
#include <gtest/gtest.h>

#include "cli_fixture.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/stdio_server.hpp"
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
  test::Ran called(const VerbRequests::Request& request) {
    std::vector<std::string> words = {"call", request.verb};
    if (!about(request).empty()) words.push_back(requests_.study());
    for (const auto& [name, field] : request.fields.items()) words.push_back(name + "=" + field.dump());
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

}  // namespace
}  // namespace hone::cli
