// SPDX-License-Identifier: MIT
// One store, looked at by every door: what is measured must be the same number behind all of them, with the
// same warning. python/tests/test_one_truth.py holds Python to the same.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/charts/html.hpp"
#include "server/service_fixture.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

/// The service's answers about the store of the present folder.
class OverHttp : public server::test::ServiceTest {
 public:
  /// The service keeps answers by the store's address, so each folder has its own.
  OverHttp()
      : ServiceTest(
            {}, [](bool) { return catalog::open_existing_storage("hone.db", ""); },
            std::filesystem::absolute("hone.db").string()) {}
  Json get(const std::string& what) { return json("GET", "/v1/studies/net/" + what); }

 private:
  void TestBody() override {}
};

/// Without the blanks and line ends by which a terminal lays a sentence out.
std::string unwrapped(const std::string& words) {
  std::string out;
  for (const char c : words) {
    const char blank = c == '\n' ? ' ' : c;
    if (blank != ' ' || (!out.empty() && out.back() != ' ')) out += blank;
  }
  return out;
}

/// The data that pictures of a report are drawn from.
Json data_in(const std::string& page) {
  const std::size_t place = page.find("id=\"report-data\"");
  const std::size_t begin = page.find('>', place) + 1;
  return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

/// Reports round to six digits.
void expect_near(const Json& rounded, const Json& exact) {
  ASSERT_EQ(rounded.size(), exact.size());
  ASSERT_GT(exact.size(), 0U);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    ASSERT_EQ(rounded[i].is_null(), exact[i].is_null());
    if (exact[i].is_null()) continue;
    const double value = exact[i].get<double>();
    EXPECT_NEAR(rounded[i].get<double>(), value, 1e-5 * (1.0 + std::abs(value)));
  }
}

class OneTruth : public test::CliTest {
 protected:
  /// Four parameters that matter little beside the noise, so that two looks at them differ where they can.
  void make_study(int trials, double noise) {
    write("study.yaml",
          "name: net\nobjective: {name: loss, direction: minimize}\nseed: 7\nparameters:\n"
          "  a: {type: float, low: 0, high: 1}\n  b: {type: float, low: 0, high: 1}\n"
          "  c: {type: float, low: 0, high: 1}\n  d: {type: categorical, choices: [p, q, r]}\n");
    Rng rng(3);
    std::string rows = "a,b,c,d,loss\n";
    for (int i = 0; i < trials; ++i) {
      const double a = rng.uniform();
      const double b = rng.uniform();
      const double c = rng.uniform();
      const char d = "pqr"[static_cast<std::size_t>(3.0 * rng.uniform())];
      rows += text(a, ",", b, ",", c, ",", d, ",",
                   4.0 * (a - 0.3) * (a - 0.3) + (d == 'q' ? 0.3 : 0.0) + noise * rng.uniform(), "\n");
    }
    write("rows.csv", rows);
    output({"import", "study.yaml", "rows.csv"});
    output({"report", "net", "-o", "report.html"});
    page_ = read("report.html");
    report_ = data_in(page_);
  }

  std::string page_;
  Json report_;
};

TEST_F(OneTruth, AboutImportanceAndItsWarning) {
  make_study(60, 6.0);
  OverHttp http;
  const Json told = Json::parse(output({"importance", "net", "--json"}));
  const std::string warning = told["warning"].get<std::string>();
  EXPECT_HAS(warning, "too little to rely on them. Run more trials.");

  const Json over_http = http.get("importance");
  EXPECT_EQ(over_http["importances"], told["importances"]);
  EXPECT_EQ(over_http["warning"], told["warning"]);
  EXPECT_EQ(http.get("importance?pairs=true")["importances"], told["importances"]);

  Json lengths = Json::array();
  for (auto one = told["importances"].rbegin(); one != told["importances"].rend(); ++one)
    lengths.push_back((*one)["importance"]);
  const Json drawn = http.get("charts/importance")["charts"][0];
  EXPECT_EQ(drawn["series"][0]["marks"]["length"], lengths);
  EXPECT_EQ(drawn["note"], warning);
  const Json& in_report = report_["figures"]["importance"][0];
  expect_near(in_report["series"][0]["marks"]["length"], lengths);
  EXPECT_EQ(in_report["y"]["categories"], drawn["y"]["categories"]);
  EXPECT_EQ(in_report["note"], warning);

  const std::string words = unwrapped(output({"importance", "net"}));
  char share[16];
  std::snprintf(share, sizeof share, "%.3f", told["importances"][0]["importance"].get<double>());
  EXPECT_HAS(words, told["importances"][0]["parameter"].get<std::string>() + " " + share);
  EXPECT_HAS(words, warning);
  EXPECT_HAS(unwrapped(output({"plot", "net", "-k", "importance"})), warning);
  output({"plot", "net", "-k", "importance", "-o", "importance.svg"});
  EXPECT_HAS(read("importance.svg"), "The forest behind these numbers predicts");
}

TEST_F(OneTruth, AboutNumbersThatCanBeReliedOn) {
  make_study(60, 0.05);
  OverHttp http;
  EXPECT_TRUE(Json::parse(output({"importance", "net", "--json"}))["warning"].is_null());
  EXPECT_TRUE(http.get("importance")["warning"].is_null());
  EXPECT_EQ(report_["figures"]["importance"][0]["note"], "");
  EXPECT_EQ(output({"plot", "net", "-k", "importance"}).find("too little"), std::string::npos);
}

TEST_F(OneTruth, AboutTheContour) {
  make_study(60, 1.0);
  OverHttp http;
  const Json told = Json::parse(output({"importance", "net", "--json"}))["importances"];
  const Json drawn = http.get("charts/contour")["charts"][0];
  const Json& in_report = report_["figures"]["contour"][0];
  EXPECT_EQ(drawn["x"]["label"], told[0]["parameter"]);
  EXPECT_EQ(drawn["y"]["label"], told[1]["parameter"]);
  EXPECT_EQ(in_report["x"]["label"], drawn["x"]["label"]);
  EXPECT_EQ(in_report["y"]["label"], drawn["y"]["label"]);
  expect_near(in_report["series"][0]["marks"]["values"], drawn["series"][0]["marks"]["values"]);
  output({"plot", "net", "-k", "contour", "-o", "contour.svg"});
  for (const char* axis : {"x", "y"})
    EXPECT_HAS(read("contour.svg"), ">" + drawn[axis]["label"].get<std::string>() + "<");
  EXPECT_HAS(read("contour.svg"), drawn["series"][0]["name"].get<std::string>());
}

TEST_F(OneTruth, AboutTheDiagnosis) {
  make_study(40, 1.0);
  OverHttp http;
  const Json told = Json::parse(output({"diagnose", "net", "--json"}));
  EXPECT_EQ(http.get("diagnosis"), told);
  const std::string words = unwrapped(output({"diagnose", "net"}));
  for (const Json& sentence : told["advice"]) {
    EXPECT_HAS(page_, charts::html_escape(sentence.get<std::string>()));
    EXPECT_HAS(words, sentence.get<std::string>());
  }
  EXPECT_HAS(page_, charts::html_escape(told["verdict"].get<std::string>()));
  EXPECT_HAS(words, told["verdict"].get<std::string>());
  const Json drawn = http.get("charts/calibration")["charts"][0];
  const Json& in_report = report_["figures"]["calibration"][0];
  for (std::size_t i = 0; i < drawn["series"].size(); ++i)
    expect_near(in_report["series"][i]["marks"]["y"], drawn["series"][i]["marks"]["y"]);
}

}  // namespace
}  // namespace hone::cli
