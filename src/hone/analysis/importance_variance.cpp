// SPDX-License-Identifier: MIT
#include "hone/analysis/importance_variance.hpp"

#include <algorithm>

#include "hone/base/cancellation.hpp"

namespace hone::analysis {
namespace {

double square(double x) { return x * x; }

double single_variance(const LeafBoxes& boxes, std::size_t column, double mean) {
  const std::vector<double> levels = marginal(boxes, column);
  double sum = 0.0;
  for (std::size_t k = 0; k < levels.size(); ++k)
    sum += boxes.axis(column).width(k) * square(levels[k] - mean);
  return sum;
}

double pair_variance(const LeafBoxes& boxes, std::size_t first, std::size_t second, double mean) {
  const Eigen::MatrixXd levels = marginal(boxes, first, second);
  double sum = 0.0;
  for (Eigen::Index l = 0; l < levels.cols(); ++l) {
    double column = 0.0;
    for (Eigen::Index k = 0; k < levels.rows(); ++k)
      column += boxes.axis(first).width(static_cast<std::size_t>(k)) * square(levels(k, l) - mean);
    sum += boxes.axis(second).width(static_cast<std::size_t>(l)) * column;
  }
  return sum;
}

}  // namespace

// A box adds value x (volume of its other sides) to every atom of its side. Only the steps at the ends of the
// runs are written; adding them up along the axis gives the levels.
std::vector<double> marginal(const LeafBoxes& boxes, std::size_t column) {
  std::vector<double> steps(boxes.axis(column).size() + 1, 0.0);
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    const double part = boxes.value(b) * boxes.volume(b) / boxes.measure(b, column);
    for (const Run& run : boxes.side(b, column)) {
      steps[run.begin] += part;
      steps[run.end] -= part;
    }
  }
  for (std::size_t k = 1; k < steps.size(); ++k) steps[k] += steps[k - 1];
  steps.pop_back();
  return steps;
}

// The same along both axes: a rectangle has four corners.
Eigen::MatrixXd marginal(const LeafBoxes& boxes, std::size_t first, std::size_t second) {
  const auto rows = static_cast<Eigen::Index>(boxes.axis(first).size());
  const auto columns = static_cast<Eigen::Index>(boxes.axis(second).size());
  Eigen::MatrixXd steps = Eigen::MatrixXd::Zero(rows + 1, columns + 1);
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    const double part =
        boxes.value(b) * boxes.volume(b) / (boxes.measure(b, first) * boxes.measure(b, second));
    for (const Run& down : boxes.side(b, first)) {
      for (const Run& across : boxes.side(b, second)) {
        steps(down.begin, across.begin) += part;
        steps(down.end, across.begin) -= part;
        steps(down.begin, across.end) -= part;
        steps(down.end, across.end) += part;
      }
    }
  }
  for (Eigen::Index l = 0; l < columns; ++l) {
    for (Eigen::Index k = 1; k < rows; ++k) steps(k, l) += steps(k - 1, l);
    if (l > 0) steps.col(l).head(rows) += steps.col(l - 1).head(rows);
  }
  return steps.topLeftCorner(rows, columns);
}

Variances variances(const LeafBoxes& boxes, bool pairs) {
  Variances out;
  for (std::size_t b = 0; b < boxes.size(); ++b) out.mean += boxes.volume(b) * boxes.value(b);
  for (std::size_t b = 0; b < boxes.size(); ++b)
    out.total += boxes.volume(b) * square(boxes.value(b) - out.mean);
  const std::size_t d = boxes.dimensions();
  for (std::size_t j = 0; j < d; ++j) out.single.push_back(single_variance(boxes, j, out.mean));
  for (std::size_t i = 0; pairs && i < d; ++i) {
    for (std::size_t j = i + 1; j < d; ++j) {
      check_cancelled();
      const double both = pair_variance(boxes, i, j, out.mean);
      out.pair.push_back(std::max(0.0, both - out.single[i] - out.single[j]));  // rounding
    }
  }
  return out;
}

}  // namespace hone::analysis
