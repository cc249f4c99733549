// SPDX-License-Identifier: MIT
#include "hone/charts/diagnosis_charts.hpp"

#include <algorithm>

#include "hone/charts/value_axis.hpp"
#include "hone/core/unit_scale.hpp"

namespace hone::charts {
namespace {

using plot::AxisScale;

constexpr std::int64_t kSteps = 80;

/// A value of a parameter, as a number to draw, and its place in the unit interval.
struct RangePlace {
  double value = 0.0;
  double unit = 0.0;
};

/// Places over the whole range: all of a small finite domain, else evenly spaced on its scale.
std::vector<RangePlace> places(const Domain& domain) {
  std::vector<RangePlace> out;
  const auto count = value_count(domain);
  const RealRange* real = std::get_if<RealRange>(&domain);
  if (!count && real != nullptr) {
    for (std::int64_t i = 0; i <= kSteps; ++i) {
      const double unit = static_cast<double>(i) / static_cast<double>(kSteps);
      out.push_back({from_unit(*real, unit), unit});
    }
    return out;
  }
  const std::int64_t cells = count.value_or(0);
  const bool numeric = real != nullptr || std::holds_alternative<IntRange>(domain);
  for (std::int64_t step = 0; step <= std::min(cells - 1, kSteps); ++step) {
    const std::int64_t cell =
        cells - 1 <= kSteps ? step : cell_of(domain, static_cast<double>(step) / static_cast<double>(kSteps));
    const double shown =
        numeric ? as_number(value_at(domain, cell)).value_or(0.0) : static_cast<double>(cell);
    out.push_back({shown, cell_centre(domain, cell)});
  }
  return out;
}

/// Without the unit: a warp is small, and drawn beside many others.
plot::Axis plain_axis(const Parameter& parameter) {
  plot::Axis axis = axis_of(parameter);
  axis.label = parameter.name;
  return axis;
}

plot::Chart warp_chart(const Parameter& parameter, const analysis::Warp& warp) {
  plot::Chart chart{.x = plain_axis(parameter), .y = {.label = "place", .low = 0.0, .high = 1.0}};
  plot::Line straight{.x = {}, .y = {}, .dashed = true};
  plot::Line bent{.x = {}, .y = {}};
  for (const RangePlace& place : places(parameter.domain)) {
    straight.x.push_back(place.value);
    straight.y.push_back(place.unit);
    bent.x.push_back(place.value);
    bent.y.push_back(warp.at(place.unit));
  }
  chart.series.push_back({.name = "as given", .marks = std::move(straight), .colour = plot::kGrey});
  chart.series.push_back({.name = "learned", .marks = std::move(bent), .colour = 0});
  return chart;
}

}  // namespace

std::vector<plot::Chart> warp_charts(const Study& study, const analysis::Diagnosis& diagnosis,
                                     std::size_t limit) {
  std::vector<plot::Chart> charts;
  for (std::size_t i = 0; i < std::min(limit, diagnosis.warps.size()); ++i) {
    charts.push_back(warp_chart(study.space.parameters()[diagnosis.warp_parameters[i]], diagnosis.warps[i]));
  }
  return charts;
}

plot::Chart calibration_chart(const analysis::Diagnosis& diagnosis) {
  const analysis::Calibration& calibration = diagnosis.fitted->calibration;
  const std::string& name = diagnosis.objective.name;
  plot::Chart chart{.x = {.label = "predicted " + name}, .y = {.label = "measured " + name}};
  const auto [least, most] = std::minmax_element(calibration.actual.begin(), calibration.actual.end());
  const double lowest =
      std::min(*least, *std::min_element(calibration.predicted.begin(), calibration.predicted.end()));
  const bool wide = lowest > 0.0 && *most > 30.0 * *least;
  chart.x.scale = chart.y.scale = wide ? AxisScale::Log : AxisScale::Linear;
  chart.series.push_back({.name = "equal",
                          .marks = plot::Line{.x = {*least, *most}, .y = {*least, *most}, .dashed = true},
                          .colour = plot::kGrey});
  chart.series.push_back({.name = "trial",
                          .marks = plot::Dots{.x = calibration.predicted, .y = calibration.actual},
                          .colour = 0});
  return chart;
}

}  // namespace hone::charts
