// SPDX-License-Identifier: MIT
#include "hone/numeric/cholesky.hpp"

#include <cmath>

#include "hone/numeric/blas.hpp"

namespace hone::numeric {
namespace {

void clear_above_diagonal(Eigen::MatrixXd& a) { a.triangularView<Eigen::StrictlyUpper>().setZero(); }

// The other triangle may hold anything.
bool lower_is_finite(const Eigen::MatrixXd& a) {
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    if (!a.col(j).tail(a.rows() - j).allFinite()) return false;
  }
  return true;
}

// The rotation that turns (a, b) into (r, 0), r >= 0; b may be zero, a is positive.
struct Rotation {
  double c, s, r;
  Rotation(double a, double b) : r(std::hypot(a, b)) {
    c = a / r;
    s = b / r;
  }
};

}  // namespace

std::optional<Cholesky> Cholesky::factor(const Eigen::MatrixXd& a, const JitterLadder& ladder) {
  Cholesky result;
  if (!result.compute(a, ladder)) return std::nullopt;
  return result;
}

bool Cholesky::compute(const Eigen::MatrixXd& a, const JitterLadder& ladder) {
  const Eigen::Index n = a.rows();
  // Divided first, because a sum of diagonals of 1e308 would overflow.
  const double scale = n > 0 ? (a.diagonal() / static_cast<double>(n)).sum() : 0.0;
  jitter_ = 0.0;
  double step = ladder.first;
  while (std::isfinite(scale)) {
    lower_ = a;
    if (jitter_ > 0.0) lower_.diagonal().array() += jitter_;
    if (blas::potrf_lower(lower_)) {
      clear_above_diagonal(lower_);
      return true;
    }
    // The small slack lets rounding of first * factor^k not skip the last step.
    if (step > ladder.last * (1.0 + 1e-9) || !(scale > 0.0)) break;
    if (jitter_ == 0.0 && !lower_is_finite(a)) break;  // no jitter can mend that
    jitter_ = step * scale;
    step *= ladder.factor;
  }
  lower_.resize(0, 0);
  jitter_ = 0.0;
  return false;
}

double Cholesky::log_determinant() const { return 2.0 * lower_.diagonal().array().log().sum(); }

bool Cholesky::append(const Eigen::MatrixXd& cross, const Eigen::MatrixXd& corner) {
  const Eigen::Index n = size();
  const Eigen::Index k = corner.rows();
  Eigen::MatrixXd below = cross;
  if (n > 0) blas::trsm_lower(blas::Side::Right, blas::Op::Transposed, 1.0, lower_, below);
  Eigen::MatrixXd schur = corner;
  schur.diagonal().array() += jitter_;
  if (n > 0) blas::syrk_lower(blas::Op::Plain, -1.0, below, 1.0, schur);
  if (!blas::potrf_lower(schur)) return false;
  clear_above_diagonal(schur);
  lower_.conservativeResize(n + k, n + k);
  lower_.topRightCorner(n, k).setZero();
  if (n > 0) lower_.bottomLeftCorner(k, n) = below;
  lower_.bottomRightCorner(k, k) = schur;
  return true;
}

void Cholesky::truncate(Eigen::Index n) { lower_.conservativeResize(n, n); }

void Cholesky::update(const Eigen::VectorXd& v) {
  const Eigen::Index n = size();
  Eigen::VectorXd rest = v;
  for (Eigen::Index j = 0; j < n; ++j) {
    const Rotation g(lower_(j, j), rest[j]);
    lower_(j, j) = g.r;
    for (Eigen::Index i = j + 1; i < n; ++i) {
      const double l = lower_(i, j);
      lower_(i, j) = g.c * l + g.s * rest[i];
      rest[i] = g.c * rest[i] - g.s * l;
    }
  }
}

void Cholesky::solve_lower_in_place(Eigen::Ref<Eigen::MatrixXd> b) const {
  if (b.cols() == 1) {
    auto column = b.col(0);
    lower_.triangularView<Eigen::Lower>().solveInPlace(column);
  } else {
    blas::trsm_lower(blas::Side::Left, blas::Op::Plain, 1.0, lower_, b);
  }
}

void Cholesky::solve_upper_in_place(Eigen::Ref<Eigen::MatrixXd> b) const {
  if (b.cols() == 1) {
    auto column = b.col(0);
    lower_.triangularView<Eigen::Lower>().transpose().solveInPlace(column);
  } else {
    blas::trsm_lower(blas::Side::Left, blas::Op::Transposed, 1.0, lower_, b);
  }
}

void Cholesky::solve_in_place(Eigen::Ref<Eigen::MatrixXd> b) const {
  solve_lower_in_place(b);
  solve_upper_in_place(b);
}

Eigen::VectorXd Cholesky::solve(const Eigen::VectorXd& b) const {
  Eigen::VectorXd x = b;
  solve_in_place(x);
  return x;
}

Eigen::MatrixXd Cholesky::inverse_lower() const {
  Eigen::MatrixXd inverse = lower_;
  blas::trtri_lower(inverse);
  return inverse;
}

void Cholesky::inverse_into(Eigen::MatrixXd& out) const {
  out = lower_;
  blas::trtri_lower(out);
  blas::lauum_lower(out);
}

Eigen::MatrixXd Cholesky::inverse() const {
  Eigen::MatrixXd out;
  inverse_into(out);
  out.triangularView<Eigen::StrictlyUpper>() = out.transpose();
  return out;
}

}  // namespace hone::numeric
