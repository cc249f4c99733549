// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/gp/layout.hpp"
#include "hone/gp/panel.hpp"
#include "hone/model/dataset.hpp"

namespace hone::gp {

/// Points prepared for a layout: what does not depend on the hyper-parameters is worked out once. Private to
/// gp.
class Inputs {
 public:
  Inputs(const Layout& layout, const model::Columns& columns, const model::Points& points);

  Eigen::Index rows() const noexcept { return rows_; }
  /// Whether some point lacks some numeric coordinate; only then is active() filled.
  bool masked() const noexcept { return masked_; }

  const Panel<double>& unit() const noexcept { return unit_; }  ///< numeric columns, as the warp sees them
  const Panel<double>& log_unit() const noexcept { return log_unit_; }  ///< their logarithms, for a warp only
  const Panel<double>& active() const noexcept { return active_; }  ///< 1 or 0 for each numeric coordinate
  const Panel<double>& codes() const noexcept { return codes_; }    ///< categories; -1 where there is none

 private:
  Eigen::Index rows_ = 0;
  bool masked_ = false;
  Panel<double> unit_;
  Panel<double> log_unit_;
  Panel<double> active_;
  Panel<double> codes_;
};

/// The warp's derivatives are infinite at 0 and 1 for some exponents, so the cube is drawn in by this much.
constexpr double kWarpMargin = 1e-6;

/// What the factors of a kernel see of some points, in double or single precision. Private to gp.
template <class T>
struct Features {
  Eigen::Index count = 0;  ///< points
  /// Per factor: coordinates over length-scales, then marks of conditional columns. Linear: coordinates -
  /// origin.
  std::vector<Panel<T>> coordinates;
  std::vector<Panel<T>> codes;          ///< per factor: its categories
  std::vector<std::vector<T>> weights;  ///< per factor: 1/ℓ² of its categories

  /// One factor's view of the points.
  simd::PointsView<T> view(std::size_t factor) const {
    const Panel<T>& x = coordinates[factor];
    const Panel<T>& c = codes[factor];
    return {x.column(0), x.stride(), static_cast<int>(x.cols()),
            c.column(0), c.stride(), static_cast<int>(c.cols()),
            count};
  }

  template <class U>
  Features<U> cast() const {
    Features<U> out;
    out.count = count;
    for (const auto& panel : coordinates) out.coordinates.push_back(panel.template cast<U>());
    for (const auto& panel : codes) out.codes.push_back(panel.template cast<U>());
    for (const auto& w : weights) out.weights.emplace_back(w.begin(), w.end());
    return out;
  }
};

/// Points at given hyper-parameters. Private to gp.
struct Embedding {
  Panel<double> warped;    ///< numeric columns after the warp
  Panel<double> by_log_a;  ///< derivatives of `warped`, when asked for
  Panel<double> by_log_b;
  Features<double> features;
};

/// Both sets of points behind each other.
Features<double> stack(const Features<double>& first, const Features<double>& second);

/// n x numeric columns: derivatives of the warped coordinates by the given ones, 0 where one is missing.
Eigen::MatrixXd warp_slopes(const Layout& layout, std::span<const double> theta, const Inputs& inputs);

/// Fills the embedding; memory of an earlier call with the same layout and inputs is used again.
void embed(const Layout& layout, std::span<const double> theta, const Inputs& inputs, bool derivatives,
           Embedding& out);

}  // namespace hone::gp
