// SPDX-License-Identifier: MIT
#include "hone/core/unit_scale.hpp"

#include <algorithm>
#include <cmath>

namespace hone {
namespace {

double scaled(Scale scale, double value) {
  switch (scale) {
    case Scale::Linear:
      return value;
    case Scale::Log:
      return std::log(value);
    case Scale::Logit:
      return std::log(value) - std::log1p(-value);
  }
  return value;
}

double unscaled(Scale scale, double position) {
  switch (scale) {
    case Scale::Linear:
      return position;
    case Scale::Log:
      return std::exp(position);
    case Scale::Logit:
      return 1.0 / (1.0 + std::exp(-position));
  }
  return position;
}

Scale scale_of(const Domain& domain) {
  if (const auto* range = std::get_if<RealRange>(&domain)) return range->scale();
  if (const auto* range = std::get_if<IntRange>(&domain)) return range->scale();
  return Scale::Linear;
}

// Cells on a curved scale, in scaled positions: the i-th value sits at position(i), and cell i ends half-way
// to the next.
class CurvedCells {
 public:
  explicit CurvedCells(const Domain& domain)
      : domain_(domain),
        scale_(scale_of(domain)),
        count_(*value_count(domain)),
        begin_(edge(0)),
        end_(edge(count_)) {}

  double centre(std::int64_t i) const {
    return std::clamp((0.5 * (edge(i) + edge(i + 1)) - begin_) / (end_ - begin_), 0.0, 1.0);
  }

  double begin_of(std::int64_t i) const { return std::clamp((edge(i) - begin_) / (end_ - begin_), 0.0, 1.0); }

  std::int64_t find(double unit) const {
    const double position = begin_ + unit * (end_ - begin_);
    // An edge lies between two values, so the cell is that of the nearest value or its neighbour.
    std::int64_t i = nearest(unscaled(scale_, position));
    while (i > 0 && position < edge(i)) --i;
    while (i + 1 < count_ && position >= edge(i + 1)) ++i;
    return i;
  }

 private:
  // The index whose value is about the given one.
  std::int64_t nearest(double value) const {
    const double first = *as_number(value_at(domain_, 0));
    const double last = *as_number(value_at(domain_, count_ - 1));
    const double share = (value - first) / (last - first) * static_cast<double>(count_ - 1);
    return std::clamp(static_cast<std::int64_t>(std::llround(std::clamp(share, 0.0, 0x1.0p50))),
                      std::int64_t{0}, count_ - 1);
  }

  double position(std::int64_t i) const { return scaled(scale_, *as_number(value_at(domain_, i))); }

  double edge(std::int64_t i) const {
    if (i == 0) return 1.5 * position(0) - 0.5 * position(1);
    if (i == count_) return 1.5 * position(count_ - 1) - 0.5 * position(count_ - 2);
    return 0.5 * (position(i - 1) + position(i));
  }

  const Domain& domain_;
  Scale scale_;
  std::int64_t count_;
  double begin_;
  double end_;
};

bool is_curved(const Domain& domain) { return scale_of(domain) != Scale::Linear && *value_count(domain) > 1; }

}  // namespace

double from_unit(const RealRange& range, double unit) {
  if (!(unit > 0.0)) return range.low();
  if (unit >= 1.0) return range.high();
  const double begin = scaled(range.scale(), range.low());
  const double end = scaled(range.scale(), range.high());
  return std::clamp(unscaled(range.scale(), begin + unit * (end - begin)), range.low(), range.high());
}

double to_unit(const RealRange& range, double value) {
  if (value <= range.low()) return 0.0;
  if (value >= range.high()) return 1.0;
  const double begin = scaled(range.scale(), range.low());
  const double end = scaled(range.scale(), range.high());
  const double guess = std::clamp((scaled(range.scale(), value) - begin) / (end - begin), 0.0, 1.0);
  // Rounding may leave the guess a few steps beside the point that maps back onto the value; look there.
  double below = guess;
  double above = guess;
  for (int step = 0; step < 64; ++step) {
    if (from_unit(range, below) == value) return below;
    if (from_unit(range, above) == value) return above;
    below = std::nextafter(below, 0.0);
    above = std::nextafter(above, 1.0);
  }
  return guess;
}

std::int64_t cell_of(const Domain& domain, double unit) {
  if (is_curved(domain)) return CurvedCells(domain).find(unit);
  const std::int64_t count = *value_count(domain);
  const double scaled_unit = std::floor(std::max(unit, 0.0) * static_cast<double>(count));
  return std::min(static_cast<std::int64_t>(scaled_unit), count - 1);
}

double cell_centre(const Domain& domain, std::int64_t index) {
  if (is_curved(domain)) return CurvedCells(domain).centre(index);
  return (static_cast<double>(index) + 0.5) / static_cast<double>(*value_count(domain));
}

double cell_edge(const Domain& domain, std::int64_t index) {
  if (is_curved(domain)) return CurvedCells(domain).begin_of(index);
  return static_cast<double>(index) / static_cast<double>(*value_count(domain));
}

std::int64_t index_of(const Domain& domain, const Value& value) {
  if (const auto* range = std::get_if<RealRange>(&domain)) {
    return static_cast<std::int64_t>(std::llround((std::get<double>(value) - range->low()) / *range->step()));
  }
  if (const auto* range = std::get_if<IntRange>(&domain)) {
    return (std::get<std::int64_t>(value) - range->low()) / range->step();
  }
  if (const auto* choices = std::get_if<Choices>(&domain))
    return static_cast<std::int64_t>(*choices->find(value));
  if (std::holds_alternative<Toggle>(domain)) return std::get<bool>(value) ? 1 : 0;
  return 0;
}

}  // namespace hone
