// SPDX-License-Identifier: MIT
#include "hone/charts/stage_marks.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "hone/base/text.hpp"
#include "hone/core/noted.hpp"

namespace hone::charts {
namespace {

constexpr std::size_t kColours = 8;

/// "1" to "9", "a" for 10 to "z" for 35, and "+" beyond: one column of a terminal.
std::string stage_sign(std::int64_t stage) {
  if (stage < 10) return std::to_string(stage);
  return stage < 36 ? std::string(1, static_cast<char>('a' + (stage - 10))) : "+";
}

/// The first label says what the numbers are.
std::string labelled(bool first, const std::string& number) { return first ? "stage " + number : number; }

}  // namespace

std::vector<plot::Section> stage_sections(std::span<const Trial> trials) {
  std::map<std::int64_t, std::int64_t> first;  // trial of each stage
  for (const Trial& trial : trials) {
    if (const auto stage = stage_of(trial)) {
      const auto place = first.try_emplace(*stage, trial.number).first;
      place->second = std::min(place->second, trial.number);
    }
  }
  std::vector<plot::Section> sections;
  for (const auto& [stage, number] : first) {
    sections.push_back(
        {static_cast<double>(number) - 0.5, labelled(sections.empty(), std::to_string(stage))});
  }
  return sections;
}

std::vector<plot::Series> series_by_stage(std::span<const Trial> trials, const AddPoint& add) {
  std::map<std::int64_t, plot::Dots> points;  // by stage, 0 for none
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete && feasible(trial))
      add(points[stage_of(trial).value_or(0)], trial);
  }
  // Of a conditional parameter some stages may have none.
  std::erase_if(points, [](const auto& stage) { return stage.second.x.empty(); });
  std::vector<plot::Series> series;
  if (const auto none = points.extract(0); !none.empty())
    series.push_back({.name = "no stage", .marks = none.mapped(), .colour = plot::kGrey});
  const std::size_t share = (points.size() + kColours - 1) / kColours;  // stages of one colour
  std::size_t index = 0;
  for (auto place = points.begin(); place != points.end(); ++place, ++index) {
    std::string name;
    if (index % share == 0) {
      const auto last =
          std::next(place, static_cast<std::ptrdiff_t>(std::min(share, points.size() - index)) - 1);
      const std::string from = std::to_string(place->first), to = std::to_string(last->first);
      name = labelled(index == 0, from == to ? from : text(from, "-", to));
    }
    place->second.sign = stage_sign(place->first);
    series.push_back({.name = name, .marks = place->second, .colour = static_cast<int>(index / share)});
  }
  return series;
}

}  // namespace hone::charts
