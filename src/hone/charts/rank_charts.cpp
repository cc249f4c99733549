// SPDX-License-Identifier: MIT
#include "hone/charts/rank_charts.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/charts/contour_chart.hpp"
#include "hone/charts/value_axis.hpp"

namespace hone::charts {
namespace {

/// A part of the trials: those of which less than `below` of all are better, the worst first, as the best lie
/// on top.
struct RankPart {
  const char* name;
  double below;
  int colour;
};
constexpr RankPart kRankParts[] = {{"worse half", 1.0, plot::kGrey},
                                   {"better half", 0.5, 5},
                                   {"best quarter", 0.25, 0},
                                   {"best tenth", 0.1, 1}};

struct Ranked {
  const Trial* trial;
  std::size_t better;  ///< how many trials are
  const RankPart* part;
};

std::vector<Ranked> ranked(const Study& study, std::span<const Trial> trials, std::size_t objective) {
  std::vector<Ranked> out;
  for (const Trial& trial : trials)
    if (may_be_best(trial)) out.push_back({&trial, 0, nullptr});
  const auto value = [&](const Ranked& one) { return one.trial->values[objective]; };
  std::stable_sort(out.begin(), out.end(), [&](const Ranked& a, const Ranked& b) {
    return better(study.objectives[objective], value(a), value(b));
  });
  const auto count = static_cast<double>(out.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].better = i > 0 && value(out[i]) == value(out[i - 1]) ? out[i - 1].better : i;
    const double share = static_cast<double>(out[i].better) / count;
    const auto part = std::find_if(std::rbegin(kRankParts), std::rend(kRankParts),
                                   [&](const RankPart& one) { return share < one.below; });
    out[i].part = &*part;
  }
  return out;
}

template <class Place>
void add_parts(plot::Chart& chart, const std::vector<Ranked>& trials, const Place& place) {
  for (const RankPart& part : kRankParts) {
    plot::Dots points{.x = {}, .y = {}, .radius = 3.4};
    for (const Ranked& one : trials) {
      if (one.part != &part) continue;
      const auto [x, y] = place(one);
      if (!std::isfinite(x) || !std::isfinite(y)) continue;
      points.x.push_back(x);
      points.y.push_back(y);
      points.numbers.push_back(one.trial->number);
    }
    if (!points.x.empty())
      chart.series.push_back({.name = part.name, .marks = std::move(points), .colour = part.colour});
  }
}

}  // namespace

std::vector<plot::Chart> rank_charts(const Study& study, std::span<const Trial> trials,
                                     const RankOptions& options) {
  std::vector<std::size_t> chosen = chosen_parameters(study.space, options.parameters);
  std::string note;
  if (options.parameters.empty() && chosen.size() > options.most) {
    note = text("The ", options.most, " parameters of ", chosen.size(),
                " that tell most; name others to see them.");
    chosen = telling_parameters(study, trials, options.objective);
    chosen.resize(std::min(chosen.size(), options.most));
  }
  const std::vector<Ranked> order = ranked(study, trials, options.objective);
  const auto place = [&](std::size_t index, const Ranked& one) {
    return place_of(study.space.parameters()[index], one.trial->configuration[index]);
  };
  const auto axis = [&](std::size_t index) { return declared_axis(study.space.parameters()[index], 0.03); };
  std::vector<plot::Chart> charts;
  if (chosen.size() == 1) {
    plot::Chart chart{.x = axis(chosen[0]),
                      .y = {.label = "rank by " + study.objectives[options.objective].name, .whole = true}};
    add_parts(chart, order, [&](const Ranked& one) {
      return std::pair{place(chosen[0], one), static_cast<double>(one.better + 1)};
    });
    charts.push_back(std::move(chart));
  }
  for (std::size_t a = 0; a < chosen.size(); ++a) {
    for (std::size_t b = a + 1; b < chosen.size(); ++b) {
      plot::Chart chart{.x = axis(chosen[a]), .y = axis(chosen[b])};
      add_parts(chart, order, [&](const Ranked& one) {
        return std::pair{place(chosen[a], one), place(chosen[b], one)};
      });
      charts.push_back(std::move(chart));
    }
  }
  if (!charts.empty()) charts.back().note = note;
  return charts;
}

}  // namespace hone::charts
