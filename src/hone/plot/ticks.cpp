// SPDX-License-Identifier: MIT
#include "hone/plot/ticks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace hone::plot {
namespace {

// Rounding may put the last tick a hair outside the interval.
constexpr double kSlack = 1e-9;

double nice_step(double rough, bool whole) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
    const double step = factor * power;
    if (step < rough * (1 - kSlack)) continue;
    if (whole && (step < 1.0 || step != std::floor(step))) continue;
    return step;
  }
  return whole ? std::max(1.0, std::ceil(10.0 * power)) : 10.0 * power;
}

std::string fixed(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value == 0.0 ? 0.0 : value);
  return buffer;
}

/// The unit in which a whole axis is written.
struct Unit {
  double size;
  std::string suffix;
};

Unit unit_of(double largest, double step) {
  if (largest >= 1e9 || step < 1e-4) {
    const double exponent = std::floor(std::log10(largest));
    return {std::pow(10.0, exponent), "e" + std::to_string(static_cast<int>(exponent))};
  }
  if (largest >= 2e6) return {1e6, "M"};
  if (largest >= 2e4) return {1e3, "k"};
  return {1.0, ""};
}

/// Fewest decimals that show every multiple of the step.
int decimals_of(double step) {
  for (int decimals = 0; decimals < 12; ++decimals) {
    const double scaled = step * std::pow(10.0, decimals);
    if (std::abs(scaled - std::round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 12;
}

std::string superscript(int number) {
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out;
  for (const char c : std::to_string(number)) out += c == '-' ? "⁻" : kDigits[c - '0'];
  return out;
}

std::string power_label(int exponent, bool unicode) {
  if (exponent >= 0 && exponent <= 4) return fixed(std::pow(10.0, exponent), 0);
  if (exponent < 0 && exponent >= -4) return fixed(std::pow(10.0, exponent), -exponent);
  return unicode ? "10" + superscript(exponent) : "1e" + std::to_string(exponent);
}

std::string multiple_label(int factor, int exponent, bool unicode) {
  if (exponent >= 0 && exponent <= 4) return fixed(factor * std::pow(10.0, exponent), 0);
  if (exponent < 0 && exponent >= -4) return fixed(factor * std::pow(10.0, exponent), -exponent);
  return unicode ? std::to_string(factor) + "·10" + superscript(exponent)
                 : std::to_string(factor) + "e" + std::to_string(exponent);
}

}  // namespace

std::vector<Tick> linear_ticks(double low, double high, int target, bool whole) {
  if (!(low < high) || !std::isfinite(high - low)) return {};
  const double step = nice_step((high - low) / std::max(1, target), whole);
  const double first = std::ceil(low / step - kSlack);
  const double last = std::floor(high / step + kSlack);
  if (!(last - first < 1000)) return {};
  const double largest = std::max(std::abs(first), std::abs(last)) * step;
  const Unit unit = unit_of(largest, step);
  const int decimals = decimals_of(step / unit.size);
  std::vector<Tick> ticks;
  for (double i = first; i <= last; ++i) {
    const double value = i * step;
    ticks.push_back({value, i == 0.0 ? "0" : fixed(value / unit.size, decimals) + unit.suffix});
  }
  return ticks;
}

std::vector<Tick> log_ticks(double low, double high, int target, bool unicode) {
  if (!(0.0 < low && low < high)) return {};
  const int first = static_cast<int>(std::ceil(std::log10(low) - kSlack));
  const int last = static_cast<int>(std::floor(std::log10(high) + kSlack));
  const int powers = last - first + 1;
  std::vector<Tick> ticks;
  if (powers >= 3 || (powers == 2 && target <= 3)) {
    const int stride = std::max(1, (powers + target - 1) / std::max(1, target));
    for (int e = first; e <= last; e += stride) ticks.push_back({std::pow(10.0, e), power_label(e, unicode)});
    return ticks;
  }
  for (int e = first - 1; e <= last; ++e) {
    for (const int factor : {1, 2, 5}) {
      const double value = factor * std::pow(10.0, e);
      if (value < low * (1 - kSlack) || value > high * (1 + kSlack)) continue;
      ticks.push_back({value, factor == 1 ? power_label(e, unicode) : multiple_label(factor, e, unicode)});
    }
  }
  return ticks.size() >= 2 ? ticks : linear_ticks(low, high, target);
}

std::vector<double> log_minor(double low, double high) {
  if (!(0.0 < low && low < high) || std::log10(high / low) > 6.0) return {};
  std::vector<double> lines;
  for (int e = static_cast<int>(std::floor(std::log10(low))); std::pow(10.0, e) < high; ++e) {
    for (int factor = 2; factor <= 9; ++factor) {
      const double value = factor * std::pow(10.0, e);
      if (value > low && value < high) lines.push_back(value);
    }
  }
  return lines;
}

}  // namespace hone::plot
