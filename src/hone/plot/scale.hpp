// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/plot/chart.hpp"
#include "hone/plot/ticks.hpp"

namespace hone::plot {

/// An axis with its ends settled: where a value lies along it.
class Scale {
 public:
  /// `data` are the values that should be seen. Without any the axis shows 0 to 1 (1 to 10 when logarithmic).
  Scale(const Axis& axis, const std::vector<double>& data);

  double low() const noexcept { return low_; }
  double high() const noexcept { return high_; }
  AxisScale kind() const noexcept { return kind_; }

  /// 0 at the low end, 1 at the high end; NaN for what cannot be placed (not finite, <= 0 on a logarithmic
  /// axis). Values outside give numbers outside [0, 1].
  double place(double value) const;

  /// About `target` labelled marks. Of categories all, or every second, ... when they are more than `target`.
  std::vector<Tick> ticks(int target, bool unicode = true) const;
  std::vector<double> minor() const;

 private:
  double low_ = 0.0;
  double high_ = 1.0;
  AxisScale kind_;
  bool whole_;
  std::vector<std::string> categories_;
};

/// The scales of both axes of a chart, from everything it draws.
struct ChartScales {
  Scale x;
  Scale y;
};
ChartScales scales_of(const Chart& chart);

}  // namespace hone::plot
