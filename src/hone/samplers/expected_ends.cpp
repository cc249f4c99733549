// SPDX-License-Identifier: MIT
#include "hone/samplers/expected_ends.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "hone/core/aim.hpp"

namespace hone::samplers {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// One of the study's objectives.
struct Aim {
  const Objective& objective;
  std::size_t index;

  /// To be minimised; nothing without a finite value of this objective.
  std::optional<double> reported(const Report& report) const {
    if (index >= report.size() || !std::isfinite(report.value_of(index))) return std::nullopt;
    return as_loss(objective, report.value_of(index));
  }
  double measured(const Trial& complete) const { return as_loss(objective, complete.values[index]); }
};

/// later = intercept + slope earlier.
struct EndLine {
  double intercept = 0.0;
  double slope = 1.0;
  double at(double value) const { return intercept + slope * value; }
};

struct Pair {
  double earlier, later;
};

EndLine fit_line(const std::vector<Pair>& pairs) {
  if (pairs.empty()) return {};
  const auto n = static_cast<double>(pairs.size());
  double earlier = 0.0, later = 0.0;
  for (const Pair& pair : pairs) {
    earlier += pair.earlier / n;
    later += pair.later / n;
  }
  double square = 0.0, product = 0.0;
  for (const Pair& pair : pairs) {
    square += (pair.earlier - earlier) * (pair.earlier - earlier);
    product += (pair.earlier - earlier) * (pair.later - later);
  }
  EndLine line;
  if (pairs.size() >= 3 && square > 0.0 && std::isfinite(product / square))
    line.slope = std::max(0.0, product / square);
  line.intercept = later - line.slope * earlier;
  return line;
}

/// The last report at a step or before; reports are in the order of their steps.
std::optional<double> report_at(const Trial& trial, std::int64_t step, const Aim& aim) {
  const auto after = std::upper_bound(trial.reports.begin(), trial.reports.end(), step,
                                      [](std::int64_t at, const Report& report) { return at < report.step; });
  if (after == trial.reports.begin()) return std::nullopt;
  return aim.reported(*(after - 1));
}

bool went_to(const Trial& trial, std::int64_t step) {
  return trial.state == TrialState::Complete || (!trial.reports.empty() && trial.reports.back().step >= step);
}

bool has_curve(const Trial& trial, const Aim& aim) {
  return !trial.reports.empty() && aim.reported(trial.reports.back());
}

/// The steps at which trials were pruned, ascending.
std::vector<std::int64_t> pruning_steps(std::span<const Trial> history, const Aim& aim) {
  std::vector<std::int64_t> steps;
  for (const Trial& trial : history) {
    if (trial.state == TrialState::Pruned && has_curve(trial, aim))
      steps.push_back(trial.reports.back().step);
  }
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

/// For each step the line to the next, or from the last one to the end.
std::vector<EndLine> lines_between(const std::vector<std::int64_t>& steps, std::span<const Trial> history,
                                   const Aim& aim) {
  std::vector<EndLine> lines;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    std::vector<Pair> pairs;
    for (const Trial& trial : history) {
      if (trial.reports.empty()) continue;
      const auto earlier = report_at(trial, steps[k], aim);
      std::optional<double> later;
      if (k + 1 < steps.size()) {
        if (went_to(trial, steps[k + 1])) later = report_at(trial, steps[k + 1], aim);
      } else if (trial.state == TrialState::Complete) {
        later = aim.measured(trial);
      }
      if (earlier && later) pairs.push_back({*earlier, *later});
    }
    lines.push_back(fit_line(pairs));
  }
  return lines;
}

double best_complete(std::span<const Trial> history, const Aim& aim) {
  double best = -std::numeric_limits<double>::infinity();
  bool any = false;
  for (const Trial& trial : history) {
    if (trial.state != TrialState::Complete) continue;
    const double value = aim.measured(trial);
    best = any ? std::min(best, value) : value;
    any = true;
  }
  return best;
}

}  // namespace

std::vector<double> expected_ends(std::span<const Trial> history, const std::vector<Objective>& objectives,
                                  std::size_t index) {
  const Aim aim{objectives[index], index};
  std::vector<double> ends(history.size(), kNothing);
  const std::vector<std::int64_t> steps = pruning_steps(history, aim);
  if (steps.empty()) return ends;
  const std::vector<EndLine> lines = lines_between(steps, history, aim);
  const double best = best_complete(history, aim);
  for (std::size_t i = 0; i < history.size(); ++i) {
    const Trial& trial = history[i];
    if (trial.state != TrialState::Pruned || !has_curve(trial, aim)) continue;
    double value = *aim.reported(trial.reports.back());
    const auto from = std::lower_bound(steps.begin(), steps.end(), trial.reports.back().step);
    for (auto k = static_cast<std::size_t>(from - steps.begin()); k < lines.size(); ++k)
      value = lines[k].at(value);
    const double least = std::nextafter(best, std::numeric_limits<double>::infinity());
    ends[i] = std::isfinite(value) ? std::max(value, least) : kNothing;
  }
  return ends;
}

}  // namespace hone::samplers
