// SPDX-License-Identifier: MIT
#include "hone/plot/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hone::plot {
namespace {

std::vector<double> sorted_finite(std::span<const double> values) {
  std::vector<double> sorted;
  for (const double value : values) {
    if (std::isfinite(value)) sorted.push_back(value);
  }
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

double quantile(const std::vector<double>& sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

}  // namespace

std::vector<std::string> notes_of(const Figure& figure) {
  std::vector<std::string> notes;
  for (const Chart& chart : figure.charts) {
    const bool told = std::find(notes.begin(), notes.end(), chart.note) != notes.end();
    if (!chart.note.empty() && !told) notes.push_back(chart.note);
  }
  return notes;
}

BoxSummary summarize(std::span<const double> values) {
  const std::vector<double> sorted = sorted_finite(values);
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (sorted.empty()) return {kNone, kNone, kNone, kNone, kNone, {}};
  BoxSummary box;
  box.lower = quantile(sorted, 0.25);
  box.median = quantile(sorted, 0.5);
  box.upper = quantile(sorted, 0.75);
  const double reach = 1.5 * (box.upper - box.lower);
  box.whisker_low = box.lower;
  box.whisker_high = box.upper;
  for (const double value : sorted) {
    if (value < box.lower - reach || value > box.upper + reach) {
      box.outliers.push_back(value);
    } else {
      box.whisker_low = std::min(box.whisker_low, value);
      box.whisker_high = std::max(box.whisker_high, value);
    }
  }
  return box;
}

std::optional<std::pair<double, double>> focus_range(std::span<const double> values, bool larger_is_better) {
  const std::vector<double> sorted = sorted_finite(values);
  if (sorted.empty()) return std::nullopt;
  double low = sorted.front();
  double high = sorted.back();
  if (larger_is_better) {
    const double quartile = quantile(sorted, 0.25);
    low = std::max(low, quartile - 2.0 * (high - quartile));
  } else {
    const double quartile = quantile(sorted, 0.75);
    high = std::min(high, quartile + 2.0 * (quartile - low));
  }
  // Three quarters of the values may be equal; then nothing is "far off".
  if (low >= high) return std::pair(sorted.front(), sorted.back());
  return std::pair(low, high);
}

}  // namespace hone::plot
