// SPDX-License-Identifier: MIT
#include "hone/charts/report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/charts/html.hpp"

namespace hone::charts {
namespace {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// What the page's script reads.
nlohmann::json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"report-data\">";
  const std::size_t from = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

/// A page without the code that makes it alive, as most tests look at what is ours.
ReportOptions plain(ReportOptions options = {}) {
  options.code = {"draw()", "p{}"};
  return options;
}

/// Every element that is opened is closed, in order; those of HTML that need no end are left out.
std::string unbalanced(const std::string& html) {
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    std::size_t end = html.find('>', at);
    if (end == std::string::npos) return "a tag without an end";
    if (html[at + 1] == '!') continue;
    const bool closing = html[at + 1] == '/';
    const std::size_t from = at + (closing ? 2 : 1);
    const std::string name = html.substr(from, html.find_first_of(" />\n", from) - from);
    if (name == "meta" || html[end - 1] == '/') continue;
    if (!closing) {
      open.push_back(name);
      // What is inside is not markup.
      if (name == "style" || name == "script") at = html.find("</" + name, end) - 1;
      continue;
    }
    if (open.empty() || open.back() != name)
      return "</" + name + "> closes " + (open.empty() ? "nothing" : open.back());
    open.pop_back();
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

const std::string kHostile = "</script><script>alert(1)</script>\"><img src=x onerror=alert(2)>'";

/// Names of parameters may not hold quotes and blanks in the first place; everything else may.
Study hostile_study() {
  Parameter first = real("x</script><img>&", 0, 1);
  first.unit = kHostile;
  first.description = kHostile;
  return {.name = kHostile,
          .space = Space(
              {first, categorical("kind", {Value(kHostile), Value(std::string("b"))}), integer("n", 1, 9)}),
          .objectives = {{kHostile, Direction::Minimize}}};
}

std::vector<Trial> hostile_trials(int count) {
  const Study study = hostile_study();
  Rng rng(1);
  std::vector<Trial> trials;
  for (int i = 0; i < count; ++i) {
    Trial trial;
    trial.number = i;
    const double x = rng.uniform();
    const std::int64_t n = 1 + i % 9;
    trial.configuration =
        study.space.configuration({Value(x), Value(i % 2 == 0 ? kHostile : std::string("b")), Value(n)});
    trial.state = i % 10 == 3 ? TrialState::Failed : i % 10 == 7 ? TrialState::Pruned : TrialState::Complete;
    if (trial.state == TrialState::Complete)
      trial.values = {(x - 0.3) * (x - 0.3) + 0.01 * static_cast<double>(n)};
    if (trial.state == TrialState::Failed) trial.error = "exit code 1\n" + kHostile;
    trial.reports = {{1, 2.0 + x}, {2, 1.0 + x}};
    trial.worker = kHostile;
    trial.started = 1000 + 100 * i;
    trial.finished = trial.started + 90;
    trials.push_back(std::move(trial));
  }
  return trials;
}

TEST(HtmlEscape, LeavesNothingThatMeansSomething) {
  EXPECT_EQ(html_escape("<a href=\"x\">'&"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
  EXPECT_EQ(html_escape("a\x1b[31m\xE2\x80\xAE\n"), "a\\x1b[31m\\u202e\\n");
}

TEST(PolicyHash, IsTheOneThatBrowsersCompute) {
  // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
  EXPECT_EQ(policy_hash("alert(1)"), "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
}

TEST(ReportCode, IsInTheProgramAndFitsIntoAPage) {
  const ReportCode code = report_code();
  EXPECT_GT(code.script.size(), 100'000u);
  EXPECT_GT(code.style.size(), 5'000u);
  for (const std::string_view part : {code.script, code.style})
    for (const char* end : {"</script", "</style", "<!--", "\r"})
      EXPECT_EQ(part.find(end), std::string_view::npos) << end;
}

TEST(ReportCode, SaysWhatIsMissingAndWhatToDo) {
  const EmbeddedFile files[] = {{"report.js", "code"}};
  try {
    report_code(files);
    FAIL() << "there is no style sheet";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::NotFound);
    EXPECT_NE(std::string(error.what()).find("without report.css"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("make web"), std::string::npos) << error.what();
  }
}

TEST(HtmlReport, EscapesEveryHostileText) {
  const std::string page = html_report(hostile_study(), hostile_trials(40),
                                       plain({.command = "run " + kHostile, .made = kHostile}));
  EXPECT_EQ(times(page, "<script>"), 1u) << "our own";
  EXPECT_EQ(times(page, "<script"), 2u) << "and the data";
  EXPECT_EQ(times(page, "</script>"), 2u);
  EXPECT_EQ(times(page, "<img"), 0u);
  EXPECT_EQ(unbalanced(page), "");
  EXPECT_GT(times(page, "&lt;/script&gt;"), 5u) << "they are there, as text";
  EXPECT_EQ(data_of(page)["columns"][2]["name"], kHostile) << "and as data";
}

TEST(HtmlReport, LoadsNothingAndRunsItsOwnScriptOnly) {
  const std::string page = html_report(hostile_study(), hostile_trials(40), plain());
  EXPECT_NE(page.find("content=\"default-src 'none'; style-src " + policy_hash("p{}") + "; script-src " +
                      policy_hash("draw()") + "; base-uri 'none'; form-action 'none'\""),
            std::string::npos);
  for (const char* way : {" src=", "@import", "url(", "<link", "<iframe", "javascript:", "http:", "https:"})
    EXPECT_EQ(times(page, way), way == std::string(" src=") ? times(page, "img src=") : 0u) << way;
  EXPECT_EQ(times(page, " style="), 0u) << "the policy would refuse it";
}

TEST(HtmlReport, HasASectionForEverythingThatHasData) {
  const std::string page =
      html_report(hostile_study(), hostile_trials(40),
                  plain({.importance = Importances{.parameters = {{"n", 0.7, 0.1, 40}}}}));
  for (const char* id : {"best", "state", "failures", "history", "importance", "slices", "parallel", "curves",
                         "timeline", "trials"})
    EXPECT_EQ(times(page, std::string("<section class=\"card\" id=\"") + id + "\""), 1u) << id;
  const nlohmann::json data = data_of(page);
  for (const char* name : {"history", "importance", "slices", "parallel", "curves", "timeline"}) {
    EXPECT_EQ(times(page, std::string("<div data-figure=\"") + name + "\">"), 1u) << name;
    EXPECT_FALSE(data["figures"][name].empty()) << name;
  }
  EXPECT_EQ(times(page, "id=\"front\""), 0u) << "one objective";
  EXPECT_EQ(times(page, "id=\"contour\""), 0u) << "no model was given";
}

TEST(HtmlReport, TellsTheBestWithoutItsScript) {
  const std::string page = html_report(hostile_study(), hostile_trials(300), plain({.command = "run me"}));
  const std::string told = page.substr(0, page.find("<script"));
  EXPECT_NE(told.find("<pre class=\"command\">run me</pre>"), std::string::npos);
  EXPECT_NE(told.find("The 20 best of 300"), std::string::npos);
  const std::size_t plain_table = told.find("<noscript>", told.find("id=\"trials\""));
  EXPECT_EQ(times(told.substr(plain_table, told.find("</noscript>", plain_table)), "<tr><td"), 20u);
}

TEST(HtmlReport, OfAStudyWithoutTrialsSaysSo) {
  const std::string page =
      html_report(hostile_study(), {}, plain({.model = analysis::StudyModel{.sampler = "s"}}));
  EXPECT_NE(page.find("No trial is complete yet."), std::string::npos);
  EXPECT_EQ(times(page, "id=\"history\""), 0u);
  EXPECT_EQ(unbalanced(page), "");
}

TEST(HtmlReport, DrawsAContourAndADiagnosisWithAModel) {
  const std::string page = html_report(hostile_study(), hostile_trials(40),
                                       plain({.model = analysis::StudyModel{.sampler = "s", .leads = true}}));
  EXPECT_EQ(times(page, "data-figure=\"contour\""), 1u);
  EXPECT_EQ(data_of(page)["figures"]["contour"][0]["series"][0]["marks"]["type"], "field");
  EXPECT_EQ(times(page, "id=\"diagnosis\""), 1u);
  EXPECT_EQ(unbalanced(page), "");
}

TEST(HtmlReport, TellsThePredictedBestWhereValuesAreNoisy) {
  const ReportOptions with_model = plain({.model = analysis::StudyModel{.sampler = "s", .leads = true}});
  std::vector<Trial> trials = hostile_trials(60);
  EXPECT_EQ(times(html_report(hostile_study(), trials, with_model), "model expects most of"), 0u);
  Rng rng(2);
  for (Trial& trial : trials)
    for (double& value : trial.values) value += 0.3 * rng.normal();
  const std::string page = html_report(hostile_study(), trials, with_model);
  EXPECT_EQ(times(page, "model expects most of"), 1u);
  EXPECT_EQ(unbalanced(page), "");
  EXPECT_EQ(times(html_report(hostile_study(), trials, plain()), "model expects most of"), 0u) << "no model";
}

TEST(HtmlReport, ListsTheBestOfMoreTrialsThanItHasRoomFor) {
  const std::vector<Trial> trials = hostile_trials(1000);
  const auto numbers = [&](std::size_t bytes) {
    const std::string page = html_report(hostile_study(), trials, plain({.page_bytes = bytes}));
    EXPECT_LE(page.size(), bytes);
    const nlohmann::json data = data_of(page);
    EXPECT_EQ(data["trials"], 1000);
    for (const auto& column : data["columns"])
      EXPECT_EQ(column["values"].size(), data["columns"][0]["values"].size()) << column["name"];
    return data["columns"][0]["values"].get<std::vector<std::int64_t>>();
  };
  const std::size_t whole = html_report(hostile_study(), trials, plain()).size();
  EXPECT_EQ(numbers(whole + 5000).size(), 1000u);
  const std::vector<std::int64_t> few = numbers(whole - 20'000);
  ASSERT_LT(few.size(), 700u);
  ASSERT_GT(few.size(), 100u);
  EXPECT_TRUE(std::is_sorted(few.begin(), few.end()));
  double worst = 0.0;
  for (const std::int64_t number : few)
    worst = std::max(worst, trials[static_cast<std::size_t>(number)].values.at(0));
  EXPECT_EQ(std::count_if(trials.begin(), trials.end(),
                          [&](const Trial& t) { return !t.values.empty() && t.values[0] <= worst; }),
            std::ssize(few));
}

/// 10,000 trials of so many parameters, of which every `failing`-th failed, each with an error of its own.
std::vector<Trial> large_trials(const Study& study, int failing, const std::string& error) {
  Rng rng(7);
  std::vector<Trial> trials;
  for (int i = 0; i < 10000; ++i) {
    Trial trial;
    trial.number = i;
    std::vector<std::optional<Value>> values;
    for (const Parameter& parameter : study.space.parameters())
      values.emplace_back(std::holds_alternative<RealRange>(parameter.domain)
                              ? Value(rng.uniform())
                              : value_at(parameter.domain, i % *value_count(parameter.domain)));
    trial.configuration = study.space.configuration(std::move(values));
    trial.state = i % failing == failing - 1 ? TrialState::Failed : TrialState::Complete;
    if (trial.state == TrialState::Failed) trial.error = "exit code 1: file " + std::to_string(i) + error;
    for (std::size_t k = 0; trial.state == TrialState::Complete && k < study.objectives.size(); ++k)
      trial.values.push_back(rng.uniform());
    trial.started = 1000 + 1000 * i;
    trial.finished = trial.started + 900;
    trials.push_back(std::move(trial));
  }
  return trials;
}

/// What the guide promises: less than 3 MB for 10,000 trials, with every trial in the table when there are 11
/// parameters and one objective, and most of them with two.
TEST(HtmlReport, OfTenThousandTrialsStaysSmall) {
  const auto reals = [](int count) {
    std::vector<Parameter> out;
    for (int i = 0; i < count; ++i) out.push_back(real("parameter_" + std::to_string(i), 1e-6, 1));
    return out;
  };
  const Objective loss{"loss", Direction::Minimize};
  const Objective cost{"cost", Direction::Maximize};
  const Study one{.name = "one", .space = Space(reals(11)), .objectives = {loss}};
  const Study two{.name = "two", .space = Space(reals(11)), .objectives = {loss, cost}};
  std::vector<Parameter> parameters = reals(7);
  std::vector<Value> choices;
  for (char c = 'a'; c < 'm'; ++c) choices.emplace_back(std::string(100, c));
  parameters.push_back(categorical("kind", choices));
  const Study wordy{.name = "wordy", .space = Space(parameters), .objectives = {loss}};
  const Study wide{.name = "wide", .space = Space(reals(60)), .objectives = {loss, cost}};
  for (const Study* study : {&one, &two, &wordy, &wide}) {
    const bool fails = study == &wordy;
    const std::string page =
        html_report(*study, large_trials(*study, fails ? 3 : 50, fails ? std::string(400, 'm') : ""), {});
    EXPECT_LT(page.size(), 3'000'000u) << study->name;
    const std::size_t listed = data_of(page)["columns"][0]["values"].size();
    EXPECT_GE(listed, study == &wide ? 1000u : study == &two ? 9500u : 10000u) << study->name;
  }
}

TEST(HtmlReport, TellsTheMostFrequentOfManyReasons) {
  Study study = hostile_study();
  std::vector<Trial> trials = hostile_trials(900);
  for (Trial& trial : trials) {
    if (trial.state == TrialState::Failed)
      trial.error = "odd " + std::string(static_cast<std::size_t>(1 + trial.number / 10), 'x');
  }
  const std::string page = html_report(study, trials, plain());
  const std::size_t from = page.find("id=\"failures\"");
  const std::string told = page.substr(from, page.find("</section>", from) - from);
  EXPECT_EQ(times(told, "class=\"reason\""), 50u);
  EXPECT_NE(told.find("The 50 most frequent of 90 reasons."), std::string::npos);
}

TEST(HtmlReport, SaysWhyThereIsNoImportance) {
  const std::string page =
      html_report(hostile_study(), hostile_trials(40), plain({.no_importance = "too few <trials>"}));
  EXPECT_EQ(times(page, "id=\"importance\""), 1u);
  EXPECT_EQ(times(page, "too few &lt;trials&gt;"), 1u);
  EXPECT_EQ(times(page, "data-figure=\"importance\""), 0u);
}

TEST(HtmlReport, OfSeveralObjectivesTellsTheFront) {
  Study study = hostile_study();
  study.objectives = {{"loss", Direction::Minimize}, {"speed", Direction::Maximize}};
  std::vector<Trial> trials = hostile_trials(60);
  for (Trial& trial : trials) {
    if (!trial.values.empty()) trial.values.push_back(std::sqrt(trial.values[0]));
  }
  const std::string page =
      html_report(study, trials,
                  plain({.model = analysis::StudyModel{.sampler = "s"},
                         .importance = Importances{.objective = study.objectives[0],
                                                   .parameters = {{"n", 0.7, 0.1, 40}}}}));
  EXPECT_EQ(times(page, "<h2>Importance of parameters for loss</h2>"), 1u);
  EXPECT_EQ(times(page, "<h2>Diagnosis of loss</h2>"), 1u);
  EXPECT_NE(page.find("Pareto-optimal trials"), std::string::npos);
  EXPECT_NE(page.find("hypervolume of "), std::string::npos);
  EXPECT_EQ(times(page, "data-figure=\"front\""), 1u);
  EXPECT_EQ(data_of(page)["figures"]["slices"].size(), 6u) << "three parameters, two objectives";
  EXPECT_EQ(unbalanced(page), "");
}

}  // namespace
}  // namespace hone::charts
