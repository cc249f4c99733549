// SPDX-License-Identifier: MIT
#include "hone/server/http.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "hone/charts/chart_json.hpp"
#include "hone/server/assets.hpp"
#include "hone/server/route.hpp"

namespace hone::server {
namespace {

TEST(RequestTarget, IsSplitAndDecoded) {
  const Target target = parse_target("/v1/studies/a%2Fb:ask?x=1&y=a+b%21");
  EXPECT_EQ(target.segments, (std::vector<std::string>{"v1", "studies", "a%2Fb:ask"}));
  EXPECT_EQ(target.query.at("y"), "a b!");
  EXPECT_THROW(parse_target("v1"), Refusal);
  EXPECT_THROW(parse_target("/v1?a=%4"), Refusal);
  EXPECT_THROW(parse_target("/v1?a=1&a=2"), Refusal);
}

TEST(Router, TheLastPlainColonBeginsTheVerb) {
  const auto match = [](const std::string& method, const std::string& target) {
    return match_route(routes(), method, parse_target(target));
  };
  const Match ask = match("POST", "/v1/studies/a%3Ab%2Fc:ask");
  ASSERT_NE(ask.route, nullptr);
  EXPECT_EQ(ask.route->operation, "askTrials");
  EXPECT_EQ(ask.path.at("study"), "a:b/c");
  EXPECT_EQ(match("GET", "/v1/studies/a:nothing").route, nullptr);
  EXPECT_EQ(match("GET", "/v1/studies/").route, nullptr);
  EXPECT_EQ(match("GET", "/v1/studies/demo/trials/7").path.at("number"), "7");
  EXPECT_EQ(match("POST", "/v1/studies/demo").route, nullptr);
  EXPECT_EQ(match("POST", "/v1/studies/demo").allowed.size(), 4U);
}

TEST(Router, OperationsHaveNamesOfTheirOwn) {
  std::map<std::string, int> names;
  std::map<std::string, int> paths;
  for (const Route& route : routes()) {
    EXPECT_EQ(++names[route.operation], 1) << route.operation;
    EXPECT_EQ(++paths[route.method + route.pattern], 1) << route.pattern;
    EXPECT_FALSE(route.summary.empty());
  }
}

TEST(Errors, HaveAStatusEach) {
  EXPECT_EQ(status_of(ErrorCode::InvalidArgument), 400);
  EXPECT_EQ(status_of(ErrorCode::NotFound), 404);
  EXPECT_EQ(status_of(ErrorCode::LeaseLost), 409);
  EXPECT_EQ(status_of(ErrorCode::StorageBusy), 503);
  EXPECT_EQ(status_of(ErrorCode::Internal), 500);
}

TEST(Assets, AreServedAndNothingElse) {
  const EmbeddedFile assets[] = {{"index.html", "<page>"}, {"assets/a-1.js", "code"}};
  EXPECT_EQ(asset_answer(parse_target("/"), assets).body, "<page>");
  EXPECT_EQ(asset_answer(parse_target("/studies/svm"), assets).status,
            404);  // its files would not be found from there
  const HttpAnswer code = asset_answer(parse_target("/assets/a-1.js"), assets);
  EXPECT_EQ(code.type, "text/javascript; charset=utf-8");
  EXPECT_EQ(asset_answer(parse_target("/assets/none.js"), assets).status, 404);
  EXPECT_EQ(asset_answer(parse_target("/../secret.txt"), assets).status, 404);
  EXPECT_NE(asset_answer(parse_target("/"), {}).body.find("not built"), std::string::npos);
}

TEST(Assets, AreAskedForBeforeADashboardIsPromised) {
  const EmbeddedFile assets[] = {{"index.html", "<page>"}};
  EXPECT_NO_THROW(require_dashboard(assets));
  EXPECT_NO_THROW(require_dashboard(embedded_assets())) << "share/web is part of the sources";
  try {
    require_dashboard({});
    FAIL() << "there are none";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::NotFound);
    EXPECT_NE(std::string(error.what()).find("built without the pages"), std::string::npos) << error.what();
  }
}

TEST(Charts, AreThinnedOutEvenlyWithBothEnds) {
  plot::Dots points;
  for (int i = 0; i < 1001; ++i) {
    points.x.push_back(i);
    points.y.push_back(i == 500 ? std::numeric_limits<double>::quiet_NaN() : 2.0 * i);
  }
  const codec::Json json = charts::charts_json({{.series = {{.name = "p", .marks = points}}}}, 11);
  const codec::Json& marks = json[0]["series"][0]["marks"];
  EXPECT_EQ(marks["type"], "points");
  EXPECT_EQ(marks["x"].size(), 11U);
  EXPECT_EQ(marks["x"].front(), 0.0);
  EXPECT_EQ(marks["x"].back(), 1000.0);
  EXPECT_TRUE(marks["y"][5].is_null());
}

}  // namespace
}  // namespace hone::server
