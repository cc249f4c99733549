// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace hone::numeric {

/// What the last few steps s and gradient changes y of a local search say about the Hessian: the
/// limited-memory BFGS matrix B, as a product with its inverse and in the compact form of Byrd, Nocedal and
/// Schnabel (1994),
///   B = theta I - W M W',   W = [Y, theta S].
/// Allocates at construction only. Private to numeric.
class Curvature {
 public:
  static constexpr int kMostMemory = 20;
  /// Matrices as large as the memory at most, so they need no heap.
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 2 * kMostMemory, 2 * kMostMemory>;
  using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2 * kMostMemory, 1>;

  /// For n variables; memory is clamped to 1 ... kMostMemory.
  Curvature(Eigen::Index n, int memory);

  /// Back to B = I.
  void clear();
  /// Takes a step and the change of the gradient along it, unless they show no positive curvature.
  void add(const Eigen::VectorXd& s, const Eigen::VectorXd& y);

  /// out = -B⁻¹ gradient by the two-loop recursion, in O(n memory).
  void newton_step(const Eigen::VectorXd& gradient, Eigen::VectorXd& out) const;

  /// Makes theta, w and m describe all pairs added so far. Clears everything when they have become
  /// degenerate.
  void make_compact();
  double theta() const { return theta_; }
  int columns() const { return 2 * count_; }
  auto w() const { return w_.leftCols(columns()); }
  const Small& m() const { return m_; }

 private:
  void drop_oldest();

  int memory_;
  int count_ = 0;
  double theta_ = 1.0;
  Eigen::MatrixXd s_, y_, w_;
  Small sy_, ss_, m_;
};

}  // namespace hone::numeric
