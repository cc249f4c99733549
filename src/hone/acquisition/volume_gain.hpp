// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

namespace hone::acquisition {

/// By how much a new point raises the volume that a front of several objectives dominates below a reference
/// point, expected over independent Normal predictions (EHVI; Emmerich 2005). All objectives are minimised.
///
/// Two or three objectives, exactly: with the undominated space cut into boxes [l, u]
/// (numeric/undominated.hpp)
///   EHVI = Σ_boxes Π_k (ψ_k(u_k) - ψ_k(l_k)),   ψ_k(c) = E max(c - Y_k, 0),
/// as in Yang et al. (2019). Four or more, over rays from the reference point r in fixed directions v:
///   EHVI = ∫ over undominated z of Π_k P(Y_k <= z_k) dz,   z = r - t v,
/// which is a sum over nodes on the part of each ray that is not dominated.
///
/// Points far behind the front can still be told apart: where products underflow, logarithms are summed.
class VolumeGain {
 public:
  /// A row of `front` for each point. Deterministic in the seed, which matters for four or more objectives.
  VolumeGain(const Eigen::MatrixXd& front, const Eigen::VectorXd& reference, std::uint64_t seed = 0);

  /// How many objectives there are.
  Eigen::Index objectives() const noexcept { return reference_.size(); }

  /// log EHVI for each row of means and standard deviations, one column for each objective. For sifting many
  /// points `screen` is faster, and wrong by about a thousandth.
  Eigen::VectorXd log_expected(const Eigen::MatrixXd& mean, const Eigen::MatrixXd& deviation,
                               bool screen = false) const;

  /// log EHVI of one point and its derivatives by mean and deviation of each objective.
  struct Slopes {
    double value;
    Eigen::VectorXd by_mean;
    Eigen::VectorXd by_deviation;
  };
  Slopes slopes(const Eigen::VectorXd& mean, const Eigen::VectorXd& deviation) const;

 private:
  struct Scratch;
  template <class Real>
  struct EdgeTerms;
  template <class Real>
  void fill_edges(const Eigen::VectorXd& mean, const Eigen::VectorXd& deviation, bool slopes,
                  EdgeTerms<Real>& terms) const;
  template <class Real>
  std::optional<double> log_sum_scaled(const Eigen::VectorXd& mean, const Eigen::VectorXd& deviation,
                                       EdgeTerms<Real>& terms) const;
  std::optional<Slopes> scaled_slopes(const Eigen::VectorXd& mean, const Eigen::VectorXd& deviation) const;
  Slopes log_slopes(const Eigen::VectorXd& mean, const Eigen::VectorXd& deviation) const;
  void sum_logs(const Eigen::VectorXd& mean, const Eigen::VectorXd& deviation, Scratch& scratch) const;
  void sum_boxes(const Eigen::VectorXd& mean, const Eigen::VectorXd& deviation, Scratch& scratch) const;
  void sum_nodes(const Eigen::VectorXd& mean, const Eigen::VectorXd& deviation, Scratch& scratch) const;
  void lay_nodes(const Eigen::MatrixXd& front, std::uint64_t seed);

  bool exact() const noexcept { return nodes_.rows() == 0; }

  Eigen::VectorXd reference_;
  // Boxes share their edges: those of each objective stand once, in `edges_`, rising from minus infinity to
  // the reference, and a box has two numbers of them for each objective.
  std::vector<Eigen::ArrayXd> edges_;
  Eigen::ArrayXXi lower_, upper_;
  // Or points of the undominated space, and the logarithm of the volume that each stands for.
  Eigen::MatrixXd nodes_;
  Eigen::ArrayXd log_volume_;
};

/// Below which a gain counts when nobody has named such a point: a tenth of the range of all values beyond
/// the worst of each objective. The worst of the front alone would not do: a front that begins narrow (one
/// point that is the best in all objectives but for a little) could never grow beyond it. One row per point.
Eigen::VectorXd reference_point(const Eigen::MatrixXd& values);

}  // namespace hone::acquisition
