// SPDX-License-Identifier: MIT
#include "hone/charts/weights_chart.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/transfer/weight_notes.hpp"

namespace hone::charts {
namespace {

using transfer::WeightsAt;

// With the own model and the sum of the others as many as the palette has colours.
constexpr std::size_t kMostNamed = 6;

/// Sources that ever had a weight, the one with the most in all first.
std::vector<std::string> names_by_weight(const std::vector<WeightsAt>& all) {
  std::map<std::string, double> sums;
  for (const WeightsAt& at : all) {
    for (const auto& [name, source] : at.weights.sources) {
      if (source.weight > 0.0) sums[name] += source.weight;
    }
  }
  std::vector<std::pair<std::string, double>> ordered(sums.begin(), sums.end());
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> names;
  for (const auto& [name, sum] : ordered) names.push_back(name);
  return names;
}

double weight_in(const transfer::NotedWeights& weights, const std::string& name) {
  const auto found = weights.sources.find(name);
  return found == weights.sources.end() ? 0.0 : found->second.weight;
}

/// Points that a terminal without colours can tell apart by their sign: a digit, as letters would be taken
/// for names of studies. A weight of nothing, which most sources have at most trials, is not drawn.
template <class WeightOf>
plot::Series weight_points(const std::vector<WeightsAt>& all, const std::string& name, char sign,
                           const WeightOf& weight_of) {
  plot::Dots points{.x = {}, .y = {}, .sign = std::string(1, sign)};
  for (const WeightsAt& at : all) {
    const double weight = weight_of(at.weights);
    if (weight <= 0.0) continue;
    points.x.push_back(static_cast<double>(at.trial));
    points.y.push_back(weight);
  }
  return {.name = text(sign, ": ", name), .marks = std::move(points)};
}

plot::Line own_line(const std::vector<WeightsAt>& all) {
  plot::Line line{{}, {}};
  for (const WeightsAt& at : all) {
    line.x.push_back(static_cast<double>(at.trial));
    line.y.push_back(at.weights.own);
  }
  return line;
}

}  // namespace

plot::Chart weights_chart(const Study& study, std::span<const Trial> trials, const SourceLabel& label) {
  const std::vector<WeightsAt> all = transfer::all_weights(trials);
  if (all.empty()) {
    throw Error(
        ErrorCode::NotFound, text("no trial of '", study.name, "' has weights of sources"),
        study.sources.empty()
            ? "they come when a study learns from others: `hone tune STUDY --from all`"
            : "they come with the first proposals that a model makes; `hone sources STUDY` tells what can be "
              "learned from");
  }
  plot::Chart chart{.x = {.label = "trial", .whole = true},
                    .y = {.label = "weight", .low = 0.0, .high = 1.0}};
  chart.series.push_back({.marks = own_line(all), .colour = 0});
  const auto add = [&](plot::Series series) {
    series.colour = static_cast<int>(chart.series.size()) - 1;
    chart.series.push_back(std::move(series));
  };
  add(weight_points(all, "own", 'o', [](const auto& weights) { return weights.own; }));
  const std::vector<std::string> names = names_by_weight(all);
  const std::size_t named = std::min(names.size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i) {
    add(weight_points(all, label(names[i]), static_cast<char>('1' + i),
                      [&](const auto& weights) { return weight_in(weights, names[i]); }));
  }
  if (names.size() > named) {
    add(weight_points(all, text(names.size() - named, " others"), '+', [&](const auto& weights) {
      double sum = 0.0;
      for (std::size_t i = named; i < names.size(); ++i) sum += weight_in(weights, names[i]);
      return sum;
    }));
  }
  return chart;
}

}  // namespace hone::charts
