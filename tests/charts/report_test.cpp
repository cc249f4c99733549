// SPDX-License-Identifier: MIT
#include "hone/charts/report.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/rng.hpp"
#include "hone/charts/html.hpp"

namespace hone::charts {
namespace {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Every element that is opened is closed, in order; those of HTML that need no end, and cells, are left out.
std::string unbalanced(const std::string& html) {
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    std::size_t end = html.find('>', at);
    if (end == std::string::npos) return "a tag without an end";
    if (html[at + 1] == '!') continue;
    const bool closing = html[at + 1] == '/';
    const std::size_t from = at + (closing ? 2 : 1);
    const std::string name = html.substr(from, html.find_first_of(" />\n", from) - from);
    if (name == "meta" || name == "td" || html[end - 1] == '/') continue;
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

TEST(ScriptHash, IsTheOneThatBrowsersCompute) {
  // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
  EXPECT_EQ(script_hash("alert(1)"), "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
}

TEST(HtmlReport, EscapesEveryHostileText) {
  const std::string page =
      html_report(hostile_study(), hostile_trials(40), {.command = "run " + kHostile, .made = kHostile});
  EXPECT_EQ(times(page, "<script>"), 1u) << "our own";
  EXPECT_EQ(times(page, "</script>"), 1u);
  EXPECT_EQ(times(page, "<img"), 0u);
  EXPECT_EQ(unbalanced(page), "");
  EXPECT_GT(times(page, "&lt;/script&gt;"), 10u) << "they are there, as text";
}

TEST(HtmlReport, LoadsNothing) {
  const std::string page = html_report(hostile_study(), hostile_trials(40), {});
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  for (const char* way : {" src=", "@import", "url(http", "<link", "<iframe", "javascript:", "fetch("})
    EXPECT_EQ(times(page, way), way == std::string(" src=") ? times(page, "&lt;img src=") : 0u) << way;
  // The only address is the name of SVG itself.
  EXPECT_EQ(times(page, "http"),
            times(page, "xmlns=\"http://www.w3.org/2000/svg\"") + times(page, "http-equiv"));
}

TEST(HtmlReport, HasASectionForEverythingThatHasData) {
  const std::string page =
      html_report(hostile_study(), hostile_trials(40), {.importance = {{"n", 0.7, 0.1}}});
  for (const char* id : {"best", "state", "failures", "history", "importance", "slices", "parallel", "curves",
                         "timeline", "trials"})
    EXPECT_EQ(times(page, std::string("<section id=\"") + id + "\""), 1u) << id;
  EXPECT_EQ(times(page, "<section id=\"front\""), 0u) << "one objective";
  EXPECT_EQ(times(page, "<section id=\"contour\""), 0u) << "no model was given";
  for (const char* clip : {"id=\"p0c0\"", "id=\"p1c0\""})
    EXPECT_EQ(times(page, clip), 1u) << "names differ between pictures";
}

TEST(HtmlReport, OfAStudyWithoutTrialsSaysSo) {
  const std::string page = html_report(hostile_study(), {}, {.model = analysis::StudyModel{.sampler = "s"}});
  EXPECT_NE(page.find("No trial is complete yet."), std::string::npos);
  EXPECT_EQ(times(page, "<section id=\"history\""), 0u);
  EXPECT_EQ(unbalanced(page), "");
}

TEST(HtmlReport, DrawsAContourAndADiagnosisWithAModel) {
  const std::string page = html_report(hostile_study(), hostile_trials(40),
                                       {.model = analysis::StudyModel{.sampler = "s", .leads = true}});
  EXPECT_EQ(times(page, "<section id=\"contour\""), 1u);
  EXPECT_NE(page.find("predicted "), std::string::npos);
  EXPECT_EQ(times(page, "<section id=\"diagnosis\""), 1u);
  EXPECT_EQ(unbalanced(page), "");
}

TEST(HtmlReport, ListsTheBestOfManyTrials) {
  const std::vector<Trial> trials = hostile_trials(300);
  const auto rows = [](const std::string& page) {
    const std::size_t table = page.find("<section id=\"trials\"");
    return times(page.substr(table), "<tr><td class=n>");
  };
  EXPECT_EQ(rows(html_report(hostile_study(), trials, {.all_trials = 300})), 300u);
  const std::string page = html_report(hostile_study(), trials, {.all_trials = 299, .best_trials = 20});
  EXPECT_EQ(rows(page), 20u);
  EXPECT_NE(page.find("The 20 best of 300"), std::string::npos);
}

TEST(HtmlReport, OfTenThousandTrialsStaysSmall) {
  EXPECT_LT(html_report(hostile_study(), hostile_trials(10000), {}).size(), 5'000'000u);
}

TEST(HtmlReport, OfSeveralObjectivesTellsTheFront) {
  Study study = hostile_study();
  study.objectives = {{"loss", Direction::Minimize}, {"speed", Direction::Maximize}};
  std::vector<Trial> trials = hostile_trials(60);
  for (Trial& trial : trials) {
    if (!trial.values.empty()) trial.values.push_back(std::sqrt(trial.values[0]));
  }
  const std::string page = html_report(study, trials, {});
  EXPECT_NE(page.find("Pareto-optimal trials"), std::string::npos);
  EXPECT_NE(page.find("hypervolume of "), std::string::npos);
  EXPECT_EQ(times(page, "<section id=\"front\""), 1u);
  EXPECT_EQ(unbalanced(page), "");
}

}  // namespace
}  // namespace hone::charts
