// SPDX-License-Identifier: MIT
#include "hone/charts/design_charts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/base/words.hpp"
#include "hone/charts/value_axis.hpp"
#include "hone/designs/halton.hpp"

namespace hone::charts {
namespace {

constexpr std::size_t kMostDrawn = 10;
constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();  // left out of a plot

/// One column of a design, ready to be drawn.
struct Drawn {
  plot::Axis axis;
  std::vector<double> places = {};  ///< of all runs
};

std::vector<Drawn> unit_columns(const layouts::LaidOut& laid_out) {
  std::vector<Drawn> columns;
  for (int j = 0; j < laid_out.points().columns(); ++j) {
    Drawn& column = columns.emplace_back();
    column.axis = {.label = laid_out.columns().names()[static_cast<std::size_t>(j)], .low = 0.0, .high = 1.0};
    for (int i = 0; i < laid_out.points().rows(); ++i) column.places.push_back(laid_out.points()(i, j));
  }
  return columns;
}

/// With the whole range shown, whether runs reach its ends or not.
plot::Axis whole_axis(const Parameter& parameter) {
  plot::Axis axis = axis_of(parameter);
  if (const auto* real = std::get_if<RealRange>(&parameter.domain)) {
    axis.low = real->low();
    axis.high = real->high();
  } else if (const auto* whole = std::get_if<IntRange>(&parameter.domain)) {
    const double room = axis.scale == plot::AxisScale::Linear ? 0.5 : 0.0;
    axis.low = static_cast<double>(whole->low()) - room;
    axis.high = static_cast<double>(whole->high()) + room;
  } else {
    axis.low = -0.5;
    axis.high = static_cast<double>(axis.categories.size()) - 0.5;
  }
  return axis;
}

double choice_of(const Domain& domain, const Value& value) {
  const std::int64_t count = value_count(domain).value_or(0);
  for (std::int64_t i = 0; i < count; ++i) {
    if (same_value(value_at(domain, i), value)) return static_cast<double>(i);
  }
  return kNowhere;
}

std::vector<Drawn> parameter_columns(const Space& space, const std::vector<Configuration>& settings) {
  std::vector<Drawn> columns;
  // Runs of the same choice stand beside each other, or they would hide each other.
  const designs::DesignPoints beside =
      designs::Halton(static_cast<int>(kMostDrawn), 0).points(0, static_cast<int>(settings.size()));
  for (std::size_t j = 0; j < space.size(); ++j) {
    const Parameter& parameter = space.parameters()[j];
    if (value_count(parameter.domain) == 1) continue;
    Drawn& column = columns.emplace_back();
    column.axis = whole_axis(parameter);
    const bool choices = !column.axis.categories.empty();
    const auto lane = static_cast<int>((columns.size() - 1) % kMostDrawn);
    for (std::size_t i = 0; i < settings.size(); ++i) {
      const auto& value = settings[i][j];
      if (!value) {
        column.places.push_back(kNowhere);
      } else if (choices) {
        column.places.push_back(choice_of(parameter.domain, *value) +
                                0.6 * (beside(static_cast<int>(i), lane) - 0.5));
      } else {
        column.places.push_back(as_number(*value).value_or(kNowhere));
      }
    }
  }
  return columns;
}

plot::Dots points_of(const Drawn& x, const Drawn& y, std::size_t from, std::size_t to) {
  const auto part = [&](const std::vector<double>& all) {
    return std::vector<double>(all.begin() + static_cast<std::ptrdiff_t>(from),
                               all.begin() + static_cast<std::ptrdiff_t>(to));
  };
  return {part(x.places), part(y.places)};
}

}  // namespace

plot::Figure design_figure(const layouts::LaidOut& laid_out, const std::string& subtitle) {
  const auto runs = static_cast<std::size_t>(laid_out.design().runs()),
             existing = static_cast<std::size_t>(laid_out.existing());
  const bool space = laid_out.columns().has_space();
  std::vector<Drawn> columns =
      space ? parameter_columns(laid_out.columns().space(), laid_out.settings()) : unit_columns(laid_out);
  plot::Figure figure{.title = counted(static_cast<std::int64_t>(runs), "run") + " of " +
                               counted(std::ssize(columns), space ? "parameter" : "factor"),
                      .subtitle = subtitle};
  if (columns.size() == 1) {
    Drawn& run = *columns.insert(columns.begin(), Drawn{{.label = "run", .whole = true}});
    for (std::size_t i = 0; i < runs; ++i) run.places.push_back(static_cast<double>(i + 1));
  }
  columns.resize(std::min(columns.size(), kMostDrawn));
  for (std::size_t y = 1; y < columns.size(); ++y) {
    for (std::size_t x = 0; x < y; ++x) {
      plot::Chart chart{.x = columns[x].axis, .y = columns[y].axis};
      if (existing > 0) {
        chart.series.push_back({.name = "existing",
                                .marks = points_of(columns[x], columns[y], 0, existing),
                                .colour = plot::kGrey});
      }
      chart.series.push_back(
          {.name = existing > 0 ? "added" : "", .marks = points_of(columns[x], columns[y], existing, runs)});
      figure.charts.push_back(std::move(chart));
    }
  }
  const auto charts = static_cast<double>(figure.charts.size());
  figure.columns = std::max(1, std::min(5, static_cast<int>(std::ceil(std::sqrt(charts)))));
  figure.chart_width = figure.chart_height = charts > 1.0 ? 260 : 420;
  return figure;
}

}  // namespace hone::charts
