// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/quality/problem.hpp"

namespace hone::quality {

struct Interval {
  double low;
  double high;
};

/// A function of real coordinates x1, x2, ... in a box.
struct BoxFunction {
  std::string name;
  std::vector<Interval> box;
  double (*function)(std::span<const double> x);
  double minimum;
  std::vector<std::vector<double>> argmins;
};

/// The same interval for every coordinate.
inline std::vector<Interval> cube(std::size_t dimensions, double low, double high) {
  return std::vector<Interval>(dimensions, Interval{low, high});
}

Problem to_problem(const BoxFunction& function, const std::string& group);

inline double square(double x) { return x * x; }

}  // namespace hone::quality
