// SPDX-License-Identifier: MIT
#include "hone/plot/scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hone::plot {
namespace {

// The share of the axis left free at an end that comes from the data.
constexpr double kMargin = 0.04;

bool usable(double value, AxisScale kind) {
  return std::isfinite(value) && (kind == AxisScale::Linear || value > 0.0);
}

struct Ends {
  double low;
  double high;
};

Ends data_ends(const std::vector<double>& data, AxisScale kind) {
  Ends ends{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double value : data) {
    if (!usable(value, kind)) continue;
    ends.low = std::min(ends.low, value);
    ends.high = std::max(ends.high, value);
  }
  if (ends.low <= ends.high) return ends;
  return kind == AxisScale::Log ? Ends{1.0, 10.0} : Ends{0.0, 1.0};
}

Ends widened(Ends ends, AxisScale kind, bool low_fixed, bool high_fixed) {
  if (kind == AxisScale::Log) {
    const double grow = ends.low == ends.high ? 2.0 : std::pow(ends.high / ends.low, kMargin);
    return {low_fixed ? ends.low : std::max(ends.low / grow, std::numeric_limits<double>::min()),
            high_fixed ? ends.high : std::min(ends.high * grow, std::numeric_limits<double>::max())};
  }
  double margin = (ends.high - ends.low) * kMargin;
  if (ends.low == ends.high) margin = ends.low == 0.0 ? 1.0 : std::abs(ends.low) * 0.1;
  return {low_fixed ? ends.low : ends.low - margin, high_fixed ? ends.high : ends.high + margin};
}

/// All values of a chart along one axis.
class Collector {
 public:
  std::vector<double> x;
  std::vector<double> y;

  void operator()(const Line& line) {
    add(x, line.x);
    add(y, line.y);
  }
  void operator()(const Dots& points) {
    add(x, points.x);
    add(y, points.y);
  }
  void operator()(const Band& band) {
    add(x, band.x);
    add(y, band.low);
    add(y, band.high);
  }
  void operator()(const Bars& bars) {
    std::vector<double>& along = bars.horizontal ? x : y;
    std::vector<double>& across = bars.horizontal ? y : x;
    add(along, bars.length);
    along.push_back(0.0);  // bars stand on zero; a logarithmic axis leaves it out
    for (const double position : bars.position) {
      across.push_back(position - 0.5);
      across.push_back(position + 0.5);
    }
  }
  void operator()(const Surface& field) {
    add(x, {field.x_low, field.x_high});
    add(y, {field.y_low, field.y_high});
  }
  void operator()(const Spans& spans) {
    add(x, spans.begin);
    add(x, spans.end);
    for (const double row : spans.row) {
      y.push_back(row - 0.5);
      y.push_back(row + 0.5);
    }
  }
  void operator()(const Parallel& parallel) {
    add(x, {0.0, static_cast<double>(parallel.axes.size()) - 1.0});
    add(y, {0.0, 1.0});
  }
  void operator()(const Boxes& boxes) {
    for (const double position : boxes.position) {
      x.push_back(position - 0.5);
      x.push_back(position + 0.5);
    }
    for (const BoxSummary& box : boxes.boxes) {
      add(y, {box.whisker_low, box.whisker_high});
      add(y, box.outliers);
    }
  }

 private:
  static void add(std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }
};

/// Bars begin at the edge of the chart unless some are negative.
void stand_on_zero(Axis& axis, const Bars& bars) {
  const bool negative = std::any_of(bars.length.begin(), bars.length.end(), [](double v) { return v < 0.0; });
  if (!axis.low && !negative && axis.scale == AxisScale::Linear) axis.low = 0.0;
}

}  // namespace

Scale::Scale(const Axis& axis, const std::vector<double>& data)
    : kind_(axis.scale), whole_(axis.whole), categories_(axis.categories) {
  if (!categories_.empty()) {
    kind_ = AxisScale::Linear;
    low_ = -0.5;
    high_ = static_cast<double>(categories_.size()) - 0.5;
    return;
  }
  Ends ends = data_ends(data, kind_);
  const bool low_fixed = axis.low && usable(*axis.low, kind_);
  const bool high_fixed = axis.high && usable(*axis.high, kind_);
  if (low_fixed) ends.low = *axis.low;
  if (high_fixed) ends.high = *axis.high;
  if (ends.low > ends.high) std::swap(ends.low, ends.high);
  ends = widened(ends, kind_, low_fixed && ends.low < ends.high, high_fixed && ends.low < ends.high);
  low_ = ends.low;
  high_ = ends.high;
}

double Scale::place(double value) const {
  if (!usable(value, kind_)) return std::numeric_limits<double>::quiet_NaN();
  if (kind_ == AxisScale::Log) return std::log(value / low_) / std::log(high_ / low_);
  return (0.5 * value - 0.5 * low_) /
         (0.5 * high_ - 0.5 * low_);  // halves, since the difference may overflow
}

std::vector<Tick> Scale::ticks(int target, bool unicode) const {
  if (categories_.empty()) {
    return kind_ == AxisScale::Log ? log_ticks(low_, high_, target, unicode)
                                   : linear_ticks(low_, high_, target, whole_);
  }
  const std::size_t room = static_cast<std::size_t>(std::max(1, target));
  const std::size_t stride = (categories_.size() + room - 1) / room;
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < categories_.size(); i += stride) {
    ticks.push_back({static_cast<double>(i), categories_[i]});
  }
  return ticks;
}

std::vector<double> Scale::minor() const {
  return kind_ == AxisScale::Log ? log_minor(low_, high_) : std::vector<double>{};
}

ChartScales scales_of(const Chart& chart) {
  Collector values;
  Axis x = chart.x;
  Axis y = chart.y;
  for (const Series& series : chart.series) {
    std::visit(values, series.marks);
    if (const Bars* bars = std::get_if<Bars>(&series.marks)) stand_on_zero(bars->horizontal ? x : y, *bars);
  }
  return {Scale(x, values.x), Scale(y, values.y)};
}

}  // namespace hone::plot
