// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hone::plot {

/// A mark on an axis. Minor ones have no label.
struct Tick {
  double value = 0.0;
  std::string label = {};
};

/// Round numbers (1, 2, 2.5 or 5 times a power of ten) inside [low, high], about `target` of them and at
/// least two unless the interval is empty. With `whole` only integers. The labels share their number of
/// decimals; large and small ones are written as 20k, 3M or 5e-6.
std::vector<Tick> linear_ticks(double low, double high, int target, bool whole = false);

/// Powers of ten inside [low, high], 0 < low < high: all of them, every second, ..., or with their double and
/// five-fold when the interval is short; round numbers when it is shorter than that. Labels of whole powers
/// from 10^-4 to 10^4 are plain, others read 10⁶, or 1e6 without `unicode`.
std::vector<Tick> log_ticks(double low, double high, int target, bool unicode = true);

/// The lines between the powers of ten: 2, 3, ... 9 times each; none when there are more than 6 powers.
std::vector<double> log_minor(double low, double high);

}  // namespace hone::plot
