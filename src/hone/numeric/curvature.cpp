// SPDX-License-Identifier: MIT
#include "hone/numeric/curvature.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace hone::numeric {

Curvature::Curvature(Eigen::Index n, int memory)
    : memory_(std::clamp(memory, 1, kMostMemory)),
      s_(n, memory_),
      y_(n, memory_),
      w_(n, 2 * memory_),
      sy_(memory_, memory_),
      ss_(memory_, memory_) {}

void Curvature::clear() {
  count_ = 0;
  theta_ = 1.0;
}

void Curvature::add(const Eigen::VectorXd& s, const Eigen::VectorXd& y) {
  // s'y > 0 is what keeps B positive definite. The line search sees to it, but for rounding and steps that a
  // bound cut short.
  const double curvature = s.dot(y);
  const double size = y.squaredNorm();
  if (!(curvature > std::numeric_limits<double>::epsilon() * size) || !std::isfinite(size)) return;
  if (count_ == memory_) drop_oldest();
  s_.col(count_) = s;
  y_.col(count_) = y;
  ++count_;
  const int last = count_ - 1;
  for (int i = 0; i < count_; ++i) {
    sy_(last, i) = s.dot(y_.col(i));
    sy_(i, last) = s_.col(i).dot(y);
    ss_(last, i) = ss_(i, last) = s.dot(s_.col(i));
  }
  theta_ = size / curvature;  // the scale of the last curvature, so that unit steps are mostly accepted
}

// Nocedal and Wright (2006), algorithm 7.4, with rho_i = 1 / s_i'y_i and the first matrix I / theta.
void Curvature::newton_step(const Eigen::VectorXd& gradient, Eigen::VectorXd& out) const {
  SmallVector weights(count_);
  out = -gradient;
  for (int i = count_ - 1; i >= 0; --i) {
    weights[i] = s_.col(i).dot(out) / sy_(i, i);
    out -= weights[i] * y_.col(i);
  }
  out /= theta_;
  for (int i = 0; i < count_; ++i) out += (weights[i] - y_.col(i).dot(out) / sy_(i, i)) * s_.col(i);
}

void Curvature::drop_oldest() {
  for (int i = 1; i < count_; ++i) {
    s_.col(i - 1) = s_.col(i);
    y_.col(i - 1) = y_.col(i);
  }
  for (int j = 1; j < count_; ++j) {
    for (int i = 1; i < count_; ++i) {
      sy_(i - 1, j - 1) = sy_(i, j);
      ss_(i - 1, j - 1) = ss_(i, j);
    }
  }
  --count_;
}

// M is the inverse of
//   [ -D      L'      ]
//   [  L   theta S'S  ]
// with D the diagonal of S'Y and L its part below the diagonal (Byrd, Nocedal and Schnabel 1994,
// theorem 2.3).
void Curvature::make_compact() {
  const int k = count_;
  w_.leftCols(k) = y_.leftCols(k);
  w_.middleCols(k, k) = theta_ * s_.leftCols(k);
  Small middle = Small::Zero(2 * k, 2 * k);
  for (int i = 0; i < k; ++i) {
    middle(i, i) = -sy_(i, i);
    for (int j = 0; j < i; ++j) middle(k + i, j) = middle(j, k + i) = sy_(i, j);
  }
  middle.bottomRightCorner(k, k) = theta_ * ss_.topLeftCorner(k, k);
  m_.resize(2 * k, 2 * k);
  if (k > 0) m_ = Eigen::PartialPivLU<Small>(middle).inverse();
  if (!m_.allFinite()) {
    clear();
    m_.resize(0, 0);
  }
}

}  // namespace hone::numeric
