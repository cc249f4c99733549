// SPDX-License-Identifier: MIT
#include "hone/gp/inputs.hpp"

#include <cmath>

namespace hone::gp {
namespace {

bool lacks(const model::Columns& columns, const model::Points& points, Eigen::Index row, int column) {
  return columns[static_cast<std::size_t>(column)].conditional && !points.is_active(row, column);
}

// Where a numeric coordinate is missing, every factor multiplies it away; the middle keeps logarithms
// harmless.
constexpr double kMissing = 0.5;

// A mark is worth half of the range: configurations with and without a parameter are that far apart in it.
constexpr double kMark = 0.5;

void embed_stationary(const Layout::FactorSlots& slots, std::span<const double> theta, const Inputs& inputs,
                      const Panel<double>& warped, Panel<double>& out) {
  const Eigen::Index n = inputs.rows();
  const auto width = static_cast<Eigen::Index>(slots.numeric.size());
  out.resize(n, width + static_cast<Eigen::Index>(slots.marked.size()));
  auto features = out.matrix();
  const auto active = inputs.active().matrix();
  for (Eigen::Index k = 0; k < width; ++k) {
    const int column = slots.numeric[static_cast<std::size_t>(k)];
    const double inverse = std::exp(-theta[static_cast<std::size_t>(slots.scales + k)]);
    // Measured from the middle, so that a missing coordinate is 0 and stays 0 whatever the warp does.
    features.col(k) = (warped.matrix().col(column).array() - 0.5) * inverse;
    if (inputs.masked()) features.col(k).array() *= active.col(column).array();
  }
  for (std::size_t m = 0; m < slots.marked.size(); ++m) {
    const auto k = static_cast<std::size_t>(slots.marked[m]);
    auto mark = features.col(width + static_cast<Eigen::Index>(m));
    mark.setConstant(kMark * std::exp(-theta[static_cast<std::size_t>(slots.scales) + k]));
    if (inputs.masked()) mark.array() *= active.col(slots.numeric[k]).array();
  }
}

void embed_linear(const Layout::FactorSlots& slots, const Inputs& inputs, const Panel<double>& warped,
                  Panel<double>& out) {
  out.resize(inputs.rows(), static_cast<Eigen::Index>(slots.numeric.size()));
  auto features = out.matrix();
  for (Eigen::Index k = 0; k < features.cols(); ++k) {
    const int column = slots.numeric[static_cast<std::size_t>(k)];
    features.col(k) = warped.matrix().col(column).array() - slots.origin;
    if (inputs.masked()) features.col(k).array() *= inputs.active().matrix().col(column).array();
  }
}

void embed_codes(const Layout::FactorSlots& slots, std::span<const double> theta, const Inputs& inputs,
                 Panel<double>& codes, std::vector<double>& weights) {
  const std::size_t count = slots.categorical.size();
  codes.resize(inputs.rows(), static_cast<Eigen::Index>(count));
  weights.resize(count);
  const std::size_t first = static_cast<std::size_t>(slots.scales) + slots.numeric.size();
  for (std::size_t c = 0; c < count; ++c) {
    codes.matrix().col(static_cast<Eigen::Index>(c)) = inputs.codes().matrix().col(slots.categorical[c]);
    weights[c] = std::exp(-2.0 * theta[first + c]);
  }
}

void warp_columns(const Layout& layout, std::span<const double> theta, const Inputs& inputs, bool derivatives,
                  Embedding& out) {
  const Eigen::Index n = inputs.rows();
  const Eigen::Index count = inputs.unit().cols();
  out.warped.resize(n, count);
  if (!layout.warped()) {
    out.warped.matrix() = inputs.unit().matrix();
    return;
  }
  if (derivatives) {
    out.by_log_a.resize(n, count);
    out.by_log_b.resize(n, count);
  }
  for (Eigen::Index k = 0; k < count; ++k) {
    simd::WarpOutput columns{.value = out.warped.column(k)};
    if (derivatives) {
      columns.by_log_a = out.by_log_a.column(k);
      columns.by_log_b = out.by_log_b.column(k);
    }
    const double a = std::exp(theta[static_cast<std::size_t>(layout.warp_a + k)]);
    const double b = std::exp(theta[static_cast<std::size_t>(layout.warp_b + k)]);
    simd::kumaraswamy(inputs.log_unit().column(k), n, a, b, columns);
  }
}

Panel<double> stack(const Panel<double>& first, const Panel<double>& second) {
  Panel<double> out(first.rows() + second.rows(), first.cols());
  out.matrix() << first.matrix(), second.matrix();
  return out;
}

}  // namespace

Inputs::Inputs(const Layout& layout, const model::Columns& columns, const model::Points& points)
    : rows_(points.rows()),
      unit_(rows_, static_cast<Eigen::Index>(layout.numeric_columns.size())),
      codes_(rows_, static_cast<Eigen::Index>(layout.categorical_columns.size())) {
  for (Eigen::Index k = 0; k < unit_.cols(); ++k) {
    const int column = layout.numeric_columns[static_cast<std::size_t>(k)];
    double* out = unit_.column(k);
    for (Eigen::Index i = 0; i < rows_; ++i) {
      const bool missing = lacks(columns, points, i, column);
      if (missing && !masked_) {
        masked_ = true;
        active_.resize(rows_, unit_.cols());
        active_.matrix().setOnes();
      }
      if (missing) active_.column(k)[i] = 0.0;
      const double x = missing ? kMissing : points.x(i, column);
      out[i] = layout.warped() ? kWarpMargin + (1.0 - 2.0 * kWarpMargin) * std::clamp(x, 0.0, 1.0) : x;
    }
  }
  if (layout.warped()) {
    log_unit_.resize(rows_, unit_.cols());
    simd::logarithm(unit_.column(0), rows_ * unit_.cols(), log_unit_.column(0));
  }
  for (Eigen::Index k = 0; k < codes_.cols(); ++k) {
    const int column = layout.categorical_columns[static_cast<std::size_t>(k)];
    for (Eigen::Index i = 0; i < rows_; ++i) {
      codes_.column(k)[i] = lacks(columns, points, i, column) ? -1.0 : points.x(i, column);
    }
  }
}

Eigen::MatrixXd warp_slopes(const Layout& layout, std::span<const double> theta, const Inputs& inputs) {
  const Eigen::Index n = inputs.rows();
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Ones(n, inputs.unit().cols());
  Eigen::VectorXd value(n);
  for (Eigen::Index k = 0; k < slopes.cols() && layout.warped(); ++k) {
    const double a = std::exp(theta[static_cast<std::size_t>(layout.warp_a + k)]);
    const double b = std::exp(theta[static_cast<std::size_t>(layout.warp_b + k)]);
    simd::kumaraswamy(inputs.log_unit().column(k), n, a, b,
                      {.value = value.data(), .by_log_u = slopes.col(k).data()});
    const auto u = inputs.unit().matrix().col(k).array();
    slopes.col(k).array() *= (1.0 - 2.0 * kWarpMargin) / u;
  }
  if (inputs.masked()) slopes.array() *= inputs.active().matrix().array();
  return slopes;
}

Features<double> stack(const Features<double>& first, const Features<double>& second) {
  Features<double> out;
  out.count = first.count + second.count;
  out.weights = first.weights;
  for (std::size_t f = 0; f < first.coordinates.size(); ++f) {
    out.coordinates.push_back(stack(first.coordinates[f], second.coordinates[f]));
    out.codes.push_back(stack(first.codes[f], second.codes[f]));
  }
  return out;
}

void embed(const Layout& layout, std::span<const double> theta, const Inputs& inputs, bool derivatives,
           Embedding& out) {
  warp_columns(layout, theta, inputs, derivatives, out);
  Features<double>& features = out.features;
  features.count = inputs.rows();
  features.coordinates.resize(layout.factors.size());
  features.codes.resize(layout.factors.size());
  features.weights.resize(layout.factors.size());
  for (std::size_t f = 0; f < layout.factors.size(); ++f) {
    const Layout::FactorSlots& slots = layout.factors[f];
    if (slots.stationary()) {
      embed_stationary(slots, theta, inputs, out.warped, features.coordinates[f]);
      embed_codes(slots, theta, inputs, features.codes[f], features.weights[f]);
    } else {
      embed_linear(slots, inputs, out.warped, features.coordinates[f]);
      features.codes[f].resize(inputs.rows(), 0);
    }
  }
}

}  // namespace hone::gp
