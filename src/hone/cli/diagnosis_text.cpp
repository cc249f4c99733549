// SPDX-License-Identifier: MIT
#include "hone/cli/diagnosis_text.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/charts/diagnosis_charts.hpp"
#include "hone/cli/help.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/table.hpp"
#include "hone/plot/terminal.hpp"

namespace hone::cli {
namespace {

using analysis::HypothesisTest;
using analysis::NoiseVerdict;
using analysis::Variant;

// A line drawn for each of very many parameters or configurations would bury the rest.
constexpr std::size_t kMostRows = 12;
constexpr std::size_t kMostCharts = 6;

std::string p_cell(double p) { return p < 1e-4 ? "< 0.0001" : short_number(p, 3); }
std::string signed_number(double value, int digits) {
  return (value > 0.0 ? "+" : "") + short_number(value, digits);
}
/// Prints one part after the other, all in the same hand.
class Printer {
 public:
  Printer(Context& context, const Study& study, const analysis::Diagnosis& diagnosis,
          const DiagnosisView& view)
      : out_(context.out),
        style_(context.out_style()),
        limit_(context.table_width()),
        view_(view),
        study_(study),
        diagnosis_(diagnosis) {}

  void print() {
    title();
    out_ << "\n";
    say(analysis::verdict(diagnosis_));
    words();
    if (!view_.details) {
      out_ << "\n" << style_.dim("the statistics behind this: --details") << "\n";
      return;
    }
    noise();
    if (!diagnosis_.models) return;
    models();
    calibration();
    warps();
  }

 private:
  void heading(const std::string& name) { out_ << "\n" << style_.bold(name) << "\n"; }
  void say(const std::string& sentence) {
    for (const std::string& line : wrapped(printable_lines(sentence), width())) out_ << line << "\n";
  }
  std::size_t width() const { return static_cast<std::size_t>(std::clamp(style_.width, 60, 100)); }
  void show(const Table& table) { out_ << table.text(style_, limit_); }

  void title() {
    out_ << style_.bold(printable(study_.name)) << "  " << to_text(diagnosis_.objective.direction) << " "
         << printable(diagnosis_.objective.name) << ", " << counted(diagnosis_.complete, "complete trial");
    if (diagnosis_.left_out > 0) out_ << "; " << diagnosis_.left_out << " without a value left out";
    out_ << "\n";
  }

  void groups_table() {
    Table table;
    table.column("values", Align::Right);
    table.column("mean", Align::Right);
    table.column("deviation", Align::Right);
    table.column("configuration");
    const std::size_t shown = std::min(kMostRows, diagnosis_.repeats.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const analysis::Repeated& one = diagnosis_.repeats[i];
      table.row({text(one.values.size()), short_number(diagnosis_.noise.means[i], 5),
                 short_number(diagnosis_.noise.deviations[i], 3), settings_in_short(one.configuration)});
    }
    show(table);
    if (diagnosis_.repeats.size() > shown)
      out_ << style_.dim(text("... and ", diagnosis_.repeats.size() - shown, " more")) << "\n";
  }

  void test_row(Table& table, const char* name, const std::optional<HypothesisTest>& test,
                const std::optional<HypothesisTest>& transformed) const {
    std::vector<std::string> cells = {name, test ? short_number(test->statistic, 4) : "-",
                                      test ? p_cell(test->p) : "-"};
    if (diagnosis_.transformed_noise.verdict != NoiseVerdict::Unknown)
      cells.push_back(transformed ? p_cell(transformed->p) : "-");
    table.row(cells);
  }

  void noise() {
    const analysis::NoiseCheck& noise = diagnosis_.noise;
    const analysis::NoiseCheck& after = diagnosis_.transformed_noise;
    heading("Is the noise the same everywhere?");
    if (diagnosis_.failed_runs > 0)
      say(text(diagnosis_.failed_runs, " of ", counted(diagnosis_.runs, "repeat"), " gave no value"));
    if (noise.verdict == NoiseVerdict::Unknown) {
      say(diagnosis_.runs == 0 && diagnosis_.seldom + static_cast<int>(diagnosis_.repeats.size()) == 0
              ? text("unknown: no configuration was evaluated more than once",
                     diagnosis_.estimated_noise ? "; the model estimates a deviation of about " +
                                                      short_number(*diagnosis_.estimated_noise, 2)
                                                : "")
              : "unknown: it takes two configurations with at least three values each");
      return;
    }
    groups_table();
    if (noise.verdict == NoiseVerdict::None) return;
    out_ << "\n";
    Table table;
    table.column("test of equal variances");
    table.column("statistic", Align::Right);
    table.column("p", Align::Right);
    if (after.verdict != NoiseVerdict::Unknown) table.column("p after output transform", Align::Right);
    test_row(table, "Levene, around the mean", noise.levene_mean, after.levene_mean);
    test_row(table, "Levene, around the median", noise.levene_median, after.levene_median);
    test_row(table, "Fligner-Killeen", noise.fligner_killeen, after.fligner_killeen);
    show(table);
  }

  void models() {
    const analysis::ModelComparison& models = *diagnosis_.models;
    heading("What do the model's transforms gain?");
    say(text("The Gaussian process of ", diagnosis_.sampler,
             ", with and without its two transforms: fitted to ", models.observations, " trials, and to ",
             models.models[0].held_out.size(), " random splits that learn from ", models.learned,
             " and predict ", models.held_out,
             ". Likelihoods are of the values as measured; larger is better."));
    Table table;
    table.column("model");
    table.column("log likelihood", Align::Right);
    table.column("held out, per trial", Align::Right);
    const auto row = [&](const char* name, Variant variant) {
      const analysis::ModelScore& score = models.of(variant);
      double sum = 0.0;
      for (const double one : score.held_out) sum += one / static_cast<double>(score.held_out.size());
      table.row({text(name, variant == diagnosis_.own ? " *" : ""), short_number(score.log_likelihood, 5),
                 short_number(sum, 4)});
    };
    row("plain", {false, false});
    row("input warp", {true, false});
    row("output transform", {false, true});
    row("both", {true, true});
    show(table);
    say(text("* as ", diagnosis_.sampler, " has it",
             diagnosis_.sampler == study_.sampler.name ? " in this study" : " by default",
             "; output transform: ", analysis::transform_text(diagnosis_.fitted->transform),
             diagnosis_.fitted->instead_of_ranks ? " (in place of ranks, which have no likelihood)" : ""));
    out_ << "\n";
    gains(models);
  }

  void gains(const analysis::ModelComparison& models) {
    Table table;
    table.column("gain of");
    table.column("log likelihood", Align::Right);
    table.column("held out", Align::Right);
    table.column("paired t", Align::Right);
    table.column("p", Align::Right);
    table.column("p, splits overlap", Align::Right);
    const auto row = [&](const char* name, Variant with, Variant without) {
      const analysis::Gain gain = analysis::gain(models, with, without);
      table.row({name, signed_number(gain.log_likelihood, 4),
                 gain.plain ? signed_number(gain.plain->mean, 3) : "-",
                 gain.plain ? short_number(gain.plain->t, 3) : "-",
                 gain.plain ? p_cell(gain.plain->p_two_sided) : "-",
                 gain.corrected ? p_cell(gain.corrected->p_two_sided) : "-"});
    };
    if (!diagnosis_.warps.empty()) {
      row("input warp, alone", {true, false}, {false, false});
      row("input warp, with output transform", {true, true}, {false, true});
    }
    row("output transform, alone", {false, true}, {false, false});
    row("output transform, with input warp", {true, true}, {true, false});
    show(table);
  }

  void calibration() {
    const analysis::Calibration& calibration = diagnosis_.fitted->calibration;
    heading("Can the model's predictions be trusted? (each trial left out in turn)");
    Table table;
    table.column("interval", Align::Right);
    table.column("holds", Align::Right);
    table.column("chance allows", Align::Right);
    for (const analysis::Coverage& one : calibration.coverage)
      table.row({percent(one.level), percent(one.share), percent(one.low) + " to " + percent(one.high)});
    show(table);
    say(text("standardised residuals: mean ", short_number(calibration.residual_mean, 2), ", deviation ",
             short_number(calibration.residual_deviation, 3),
             " (0 and 1 are right); predicted and measured: correlation ",
             short_number(calibration.correlation, 3), ", of ranks ",
             short_number(calibration.rank_correlation, 3), "; mean log density ",
             short_number(calibration.mean_log_density, 4)));
    draw({charts::calibration_chart(diagnosis_)}, 10);
  }

  void warps() {
    if (diagnosis_.warps.empty()) return;
    heading("How does the input warp bend the parameters?");
    Table table;
    table.column("parameter");
    table.column("a", Align::Right);
    table.column("b", Align::Right);
    table.column("largest move", Align::Right);
    table.column("");
    std::size_t bent = 0;
    for (std::size_t i = 0; i < diagnosis_.warps.size(); ++i) {
      const analysis::Warp& warp = diagnosis_.warps[i];
      if (warp.largest_move() >= 0.05) ++bent;
      if (i >= kMostRows) continue;
      table.row({study_.space.parameters()[diagnosis_.warp_parameters[i]].name, short_number(warp.a, 3),
                 short_number(warp.b, 3), short_number(warp.largest_move(), 2),
                 analysis::warp_meaning(warp)});
    }
    show(table);
    draw(charts::warp_charts(study_, diagnosis_, std::min(bent, kMostCharts)), 7);
  }

  void draw(std::vector<plot::Chart> charts, int rows) {
    if (charts.empty()) return;
    plot::Figure figure;
    figure.columns = static_cast<int>(std::min<std::size_t>(3, charts.size()));
    figure.charts = std::move(charts);
    const int columns = figure.charts.size() == 1 ? std::min(style_.width, 60) : style_.width;
    out_ << "\n"
         << plot::to_terminal(figure, {.width = columns,
                                       .rows = rows,
                                       .unicode = style_.unicode && !view_.ascii,
                                       .colour = style_.colour});
  }

  void words() {
    heading("What it means");
    for (const std::string& sentence : analysis::advice(study_, diagnosis_)) {
      const std::vector<std::string> lines = wrapped(sentence, width() - 2);
      for (std::size_t i = 0; i < lines.size(); ++i) out_ << (i == 0 ? "- " : "  ") << lines[i] << "\n";
    }
  }

  std::ostream& out_;
  Style style_;
  int limit_;
  DiagnosisView view_;
  const Study& study_;
  const analysis::Diagnosis& diagnosis_;
};

}  // namespace

void print_diagnosis(Context& context, const Study& study, const analysis::Diagnosis& diagnosis,
                     const DiagnosisView& view) {
  Printer(context, study, diagnosis, view).print();
}

}  // namespace hone::cli
