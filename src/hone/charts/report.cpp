// SPDX-License-Identifier: MIT
#include "hone/charts/report.hpp"

#include <algorithm>
#include <array>

#include "hone/analysis/expectation.hpp"
#include "hone/analysis/front.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/charts/chart_json.hpp"
#include "hone/charts/contour_chart.hpp"
#include "hone/charts/diagnosis_charts.hpp"
#include "hone/charts/html.hpp"
#include "hone/charts/parallel_chart.hpp"
#include "hone/charts/pictures.hpp"
#include "hone/charts/report_data.hpp"
#include "hone/charts/report_page.hpp"
#include "hone/charts/report_table.hpp"
#include "hone/charts/slice_charts.hpp"
#include "hone/charts/study_charts.hpp"
#include "hone/charts/value_axis.hpp"

namespace hone::charts {
namespace {

// More slices than this bury the rest; the most telling parameters have them.
constexpr std::size_t kMostSlices = 24;
// Of all slices together: many small pictures show fewer trials each.
constexpr std::size_t kMostSliceTrials = 12000;
// Values of all lines of the parallel coordinates; the more axes there are, the fewer lines.
constexpr std::size_t kMostParallelValues = 30000;
// A Pareto front may have thousands of trials.
constexpr std::size_t kMostFrontRows = 100;
// Rows for those who read a report where scripts are off.
constexpr std::size_t kPlainRows = 20;
// More digits than a screen has points make a page long for nothing.
constexpr int kChartDigits = 6;

/// Complete trials from best to worst by the first objective, infeasible ones behind by violation, then the
/// others by number.
std::vector<const Trial*> best_first(const Study& study, std::span<const Trial> trials) {
  std::vector<const Trial*> order;
  for (const Trial& trial : trials) order.push_back(&trial);
  std::stable_sort(order.begin(), order.end(), [&](const Trial* a, const Trial* b) {
    const bool x = a->state == TrialState::Complete;
    const bool y = b->state == TrialState::Complete;
    if (!x || !y) return x && !y;
    if (a->violation != b->violation) return a->violation < b->violation;
    return better(study.objectives[0], a->values[0], b->values[0]);
  });
  return order;
}

/// At most `most` trials that stand for all, by number: the best third and an even share of the rest.
std::vector<Trial> thinned(const Study& study, std::span<const Trial> trials, std::size_t most) {
  const std::vector<const Trial*> order = best_first(study, trials);
  std::vector<Trial> out;
  for (const std::size_t place : shown_of(order.size(), most)) out.push_back(*order[place]);
  std::sort(out.begin(), out.end(), [](const Trial& a, const Trial& b) { return a.number < b.number; });
  return out;
}

class StudyReport {
 public:
  StudyReport(const Study& study, std::span<const Trial> trials, const ReportOptions& options)
      : study_(study), trials_(trials), options_(options), page_(study.name) {}

  std::string write() {
    head();
    state();
    failures();
    if (complete() > 0) {
      figure("history", "History", pictured("history"));
      if (study_.cost) figure("cost", "Best over cost", pictured("cost"));
      if (study_.objectives.size() > 1) figure("front", "Pareto front", pictured("front"));
      importance();
      slices();
      parallel();
      if (options_.model && varying() >= 2) contour();
    }
    figure("curves", "Learning curves", pictured("curves"));
    figure("timeline", "Timeline", pictured("timeline"));
    if (options_.model && complete() > 0) diagnosis();
    table();
    return page_.finish(code(), json_in_page(data_));
  }

 private:
  std::int64_t count(TrialState state) const {
    return std::count_if(trials_.begin(), trials_.end(),
                         [state](const Trial& t) { return t.state == state; });
  }
  std::int64_t complete() const { return count(TrialState::Complete); }

  ReportCode code() const { return options_.code.script.empty() ? report_code() : options_.code; }

  /// Data for the script, and a place where it draws them.
  void draw(const char* name, const std::vector<plot::Chart>& charts) {
    data_["figures"][name] = charts_json(charts, options_.drawn_points, kChartDigits);
    page_.figure(name);
  }

  /// A picture as everybody is shown it; nothing where there is nothing to draw.
  std::vector<plot::Chart> pictured(const std::string& name) const {
    try {
      return picture(name, {study_, trials_, [this] { return options_.model.value(); }},
                     {.view = options_.view, .now = options_.now, .expected = options_.model.has_value()});
    } catch (const Error& error) {
      if (error.code() != ErrorCode::NotFound) throw;
      return {};
    }
  }

  void figure(const char* id, const std::string& heading, const std::vector<plot::Chart>& charts) {
    if (charts.empty()) return;
    page_.section(id, heading);
    draw(id, charts);
  }

  void head() {
    const bool several = study_.objectives.size() > 1;
    page_.section("best", several ? "Pareto-optimal trials" : "Best settings");
    const std::vector<const Trial*> best = best_trials(study_, trials_);
    if (best.empty()) {
      page_.paragraph(complete() > 0 ? "No complete trial is feasible yet." : "No trial is complete yet.");
      return;
    }
    if (several) {
      several_best(best);
      return;
    }
    page_.html("<p><span class=\"big\">" + html_escape(study_.objectives[0].name) + " " +
               html_escape(short_number(best[0]->values[0], 10)) + "</span> <span class=\"faint\">at trial " +
               std::to_string(best[0]->number) + ", " + to_text(study_.objectives[0].direction) +
               "</span></p>\n");
    page_.html(settings_list(best[0]->configuration));
    if (!options_.command.empty())
      page_.html("<pre class=\"command\">" + html_escape(options_.command) + "</pre>\n");
    if (options_.model) predicted(*best[0]);
  }

  /// Where values are noisy the best of them may be luck.
  void predicted(const Trial& best) {
    const auto found = analysis::predicted_best(study_, trials_, *options_.model);
    if (!found) return;
    const bool same = found->configuration == best.configuration;
    page_.paragraph(text("Values are noisy, each by about ", short_number(found->noise, 2),
                         ", so the best of them may be luck. The model expects most of ",
                         same ? text("the same settings") : text("trial ", found->trial), ": ",
                         short_number(found->mean), " (95 %: ", short_number(found->low, 4), " to ",
                         short_number(found->high, 4), ")."));
    if (!same) page_.html(settings_list(found->configuration));
  }

  void several_best(const std::vector<const Trial*>& best) {
    std::vector<std::string> aims;
    for (const Objective& objective : study_.objectives)
      aims.push_back(to_text(objective.direction) + " " + objective.name);
    std::string words = text(counted(std::ssize(best), "Pareto-optimal trial"), " (", join(aims, ", "), ")");
    if (const auto volume = analysis::front_volume(trials_, study_.objectives)) {
      std::vector<std::string> corner;
      for (const double one : volume->reference) corner.push_back(short_number(one, 4));
      words += text("; they dominate a hypervolume of ", short_number(volume->volume), " up to (",
                    join(corner, ", "), ")");
    }
    page_.paragraph(words + ".");
    page_.html(trials_table(study_, {best.begin(), best.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                      kMostFrontRows, best.size()))}));
    if (best.size() > kMostFrontRows)
      page_.paragraph(text("The first ", kMostFrontRows, " of ", best.size(), "."), "hint");
  }

  void state() {
    page_.section("state", "State");
    struct Part {
      const char* look;
      std::string word;
      std::int64_t count;
    };
    const std::int64_t total = std::ssize(trials_);
    const std::array<Part, 4> parts = {
        Part{"complete", "complete", complete()}, Part{"pruned", "pruned", count(TrialState::Pruned)},
        Part{"failed", "failed, timed out or infeasible",
             count(TrialState::Failed) + count(TrialState::TimedOut) + count(TrialState::Infeasible)},
        Part{"running", "running or waiting", count(TrialState::Running) + count(TrialState::Waiting)}};
    std::vector<std::string> words;
    std::string bar;
    std::int64_t before = 0;
    for (const Part& part : parts) {
      if (part.count == 0) continue;
      words.push_back(text(part.count, " ", part.word));
      bar += text("<rect class=\"state-", part.look, "\" x=\"", before, "\" width=\"", part.count,
                  "\" height=\"1\"/>");
      before += part.count;
    }
    const auto planned = study_.plan.budget.trials;
    page_.paragraph(text(counted(total, "trial"), planned ? text(" of ", *planned, " planned") : "", ": ",
                         words.empty() ? "none yet" : join(words, ", "), "."));
    if (!bar.empty())
      page_.html(text("<svg class=\"state-bar\" viewBox=\"0 0 ", total,
                      " 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">", bar, "</svg>\n"));
    const auto broken =
        std::count_if(trials_.begin(), trials_.end(), [](const Trial& t) { return !feasible(t); });
    if (broken > 0) {
      std::vector<std::string> limits;
      for (const OutcomeConstraint& limit : study_.constraints_on) limits.push_back(limit.text());
      page_.paragraph(text(counted(broken, "complete trial"), broken == 1 ? " breaks" : " break",
                           " a limit on outcomes (", join(limits, ", "), ") and ", broken == 1 ? "is" : "are",
                           " not among the best."));
    }
    page_.paragraph(
        text("Sampler ", study_.sampler.name, study_.pruner ? ", pruner " + study_.pruner->name : "",
             ", seed ", study_.seed, ".", options_.made.empty() ? "" : " Report of " + options_.made + "."),
        "hint");
  }

  void failures() {
    const std::string groups = failures_table(trials_);
    if (groups.empty()) return;
    page_.section("failures", "Failures by reason");
    page_.html(groups);
  }

  /// What is told of one objective says which, where there are several.
  std::string of_objective(const char* heading, const char* word, const std::string& objective) const {
    return study_.objectives.size() > 1 ? text(heading, " ", word, " ", objective) : std::string(heading);
  }

  void importance() {
    constexpr const char* kHeading = "Importance of parameters";
    if (options_.importance) {
      plot::Chart chart = importance_chart(study_, *options_.importance);
      chart.title.clear();  // the heading says it
      figure("importance", of_objective(kHeading, "for", options_.importance->objective.name), {chart});
    } else if (!options_.no_importance.empty()) {
      page_.section("importance", kHeading);
      page_.paragraph(options_.no_importance, "hint");
    }
  }

  void parallel() {
    ParallelOptions asked{.view = options_.view};
    const std::size_t axes =
        std::min(asked.most_axes, chosen_parameters(study_.space, {}).size()) + study_.objectives.size();
    asked.most = std::clamp<std::size_t>(kMostParallelValues / axes, 300, 1500);
    figure("parallel", "Parallel coordinates", {parallel_chart(study_, trials_, asked)});
  }

  void slices() {
    SliceOptions asked{.view = options_.view};
    std::vector<std::size_t> shown = telling_parameters(study_, trials_, 0);
    const std::size_t all = shown.size();
    shown.resize(std::min(all, std::max<std::size_t>(1, kMostSlices / study_.objectives.size())));
    for (const std::size_t index : shown) asked.parameters.push_back(study_.space.parameters()[index].name);
    if (asked.parameters.empty()) return;
    const std::size_t most =
        std::min(options_.drawn_trials, kMostSliceTrials / (shown.size() * study_.objectives.size()));
    const bool thin = trials_.size() > most;
    const std::vector<Trial> few = thin ? thinned(study_, trials_, most) : std::vector<Trial>{};
    page_.section("slices", "Slices");
    std::string words = "The value against each parameter over its whole range, later trials stronger";
    if (shown.size() < all) words += text("; the ", shown.size(), " most telling of ", all, " parameters");
    if (thin)
      words += text("; ", few.size(), " of ", trials_.size(),
                    " trials: the best third, and some of the others evenly");
    page_.paragraph(words + ".", "hint");
    draw("slices", slice_charts(study_, thin ? std::span<const Trial>(few) : trials_, asked));
  }

  /// How many parameters there are to look at; constants are none.
  std::size_t varying() const {
    const auto& all = study_.space.parameters();
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const Parameter& parameter) {
      return !std::holds_alternative<Constant>(parameter.domain);
    }));
  }

  void contour() {
    page_.section("contour", "Contour");
    try {
      draw("contour",
           {contour_chart(study_, trials_, *options_.model,
                          {.parameters = contour_parameters(study_, trials_, 0, options_.importance)})});
    } catch (const Error& error) {
      page_.paragraph(error.what(), "hint");  // too few trials for a model
    }
  }

  void diagnosis() {
    const analysis::Diagnosis told = analysis::diagnose(study_, trials_, *options_.model);
    page_.section("diagnosis", of_objective("Diagnosis", "of", told.objective.name));
    page_.paragraph(analysis::verdict(told));
    for (const std::string& sentence : analysis::advice(study_, told)) page_.paragraph(sentence);
    if (told.fitted) draw("calibration", {calibration_chart(told)});
  }

  void table() {
    page_.section("trials", "Trials");
    std::vector<const Trial*> listed = best_first(study_, trials_);
    page_.html("<noscript>\n");
    page_.paragraph(text("The ", std::min(kPlainRows, listed.size()), " best of ", trials_.size(),
                         "; 'hone export' writes all."));
    page_.html(trials_table(study_, {listed.begin(), listed.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                          kPlainRows, listed.size()))}));
    page_.html("</noscript>\n");
    page_.figure("trials");
    codec::Json objectives = codec::Json::array();
    for (const Objective& objective : study_.objectives)
      objectives.push_back({{"name", objective.name}, {"direction", to_text(objective.direction)}});
    data_["objectives"] = std::move(objectives);
    data_["trials"] = trials_.size();
    data_["columns"] = fitting_columns(study_, std::move(listed), room_left());
  }

  /// What the code, the texts and the pictures leave of the page.
  std::size_t room_left() const {
    constexpr std::size_t kFrame = 4096;  // head of the page, keys of the data
    const std::size_t used =
        code().script.size() + code().style.size() + page_.size() + json_in_page(data_).size() + kFrame;
    return options_.page_bytes > used ? options_.page_bytes - used : 0;
  }

  const Study& study_;
  std::span<const Trial> trials_;
  const ReportOptions& options_;
  ReportPage page_;
  codec::Json data_ = {{"figures", codec::Json::object()}};
};

}  // namespace

std::string html_report(const Study& study, std::span<const Trial> trials, const ReportOptions& options) {
  return StudyReport(study, trials, options).write();
}

}  // namespace hone::charts
