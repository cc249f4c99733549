// SPDX-License-Identifier: MIT
#include "hone/numeric/lbfgs.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "hone/numeric/curvature.hpp"
#include "hone/numeric/wolfe_search.hpp"

namespace hone::numeric {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

using Small = Curvature::Small;
using SmallVector = Curvature::SmallVector;

// Finds the point each iteration aims at. With x the iterate, g its gradient and B the limited-memory matrix
// of Curvature, the function is taken for
//   m(z) = f + g'(z - x) + (z - x)' B (z - x) / 2,   B = theta I - W M W',
// and m is lowered in two steps (Byrd, Lu, Nocedal and Zhu 1995, "BLNZ" below):
//   1. along the projected gradient path x(t) = P(x - t g), which bends wherever a variable meets its bound,
//      to its first local minimiser, the generalised Cauchy point x^c (their algorithm CP, section 4);
//   2. from there over the variables that are not on a bound (direct primal method, section 5.1).
// Step 1 alone makes the method converge, step 2 makes it fast.
class BoxModel {
 public:
  BoxModel(const Eigen::VectorXd& lower, const Eigen::VectorXd& upper)
      : lower_(lower), upper_(upper), cauchy_(lower.size()), path_(lower.size()), reduced_(lower.size()) {
    breaks_.reserve(static_cast<std::size_t>(lower.size()));
    free_.reserve(static_cast<std::size_t>(lower.size()));
  }

  void direction(const Evaluated& at, Curvature& b, Eigen::VectorXd& out) {
    if (newton_step_fits(at, b, out)) return;
    b.make_compact();
    find_cauchy_point(at, b);
    if (b.columns() > 0 && !free_.empty()) {
      if (!improve_on_subspace(at, b)) reduced_ = cauchy_;
      out = reduced_ - at.x;
      if (out.dot(at.gradient) < 0.0) return;
    }
    out = cauchy_ - at.x;
  }

 private:
  struct Break {
    double t;
    Eigen::Index variable;
  };

  // The unconstrained minimiser of m, x - B⁻¹ g. Costs a tenth of what follows when it does not fit, and
  // inside the box it is the whole iteration.
  bool newton_step_fits(const Evaluated& at, const Curvature& b, Eigen::VectorXd& out) {
    if (b.columns() == 0) return false;
    b.newton_step(at.gradient, out);
    reduced_ = at.x + out;
    const bool inside =
        (reduced_.array() >= lower_.array()).all() && (reduced_.array() <= upper_.array()).all();
    return inside && out.dot(at.gradient) < 0.0;
  }

  // Variable i reaches its bound at t_i = (x_i - bound) / g_i and stands still from there on (BLNZ eq. 4.1);
  // t_i = 0 means that it is pressed against the bound already. path_ is the direction d = dx/dt of the first
  // straight piece.
  void collect_breaks(const Evaluated& at) {
    breaks_.clear();
    for (Eigen::Index i = 0; i < at.x.size(); ++i) {
      const double g = at.gradient[i];
      double t = kUnbounded;
      if (g < 0.0) t = (at.x[i] - upper_[i]) / g;
      if (g > 0.0) t = (at.x[i] - lower_[i]) / g;
      path_[i] = t > 0.0 ? -g : 0.0;
      if (t > 0.0 && g != 0.0 && t < kUnbounded) breaks_.push_back({t, i});
    }
    // Ties by variable: the order decides how sums are rounded.
    std::sort(breaks_.begin(), breaks_.end(), [](const Break& a, const Break& b) {
      return a.t != b.t ? a.t < b.t : a.variable < b.variable;
    });
  }

  // Walks the pieces of the path. On one of them m is a parabola in t with
  //   slope m' = g'd + d'B z,   bend m'' = d'B d = theta d'd - p'M p,   z = x(t) - x,
  // which is lowest -m'/m'' ahead of where the piece begins; the walk ends on the first piece that is long
  // enough for that. Going over a break changes one entry of d, so that slope and bend are updated instead of
  // summed anew, in O(memory²), through p = W'd and c = W'z (BLNZ, the loop of algorithm CP).
  void find_cauchy_point(const Evaluated& at, const Curvature& b) {
    collect_breaks(at);
    cauchy_ = at.x;
    const double theta = b.theta();
    SmallVector p = b.w().transpose() * path_;
    c_ = SmallVector::Zero(b.columns());
    double slope = -path_.squaredNorm();  // z = 0 and d = -g on the first piece: m' = g'd = -d'd
    double bend = -theta * slope - p.dot(b.m() * p);
    // B is positive definite, so that m'' > 0; rounding must not make it 0 or less.
    const double least_bend = std::numeric_limits<double>::epsilon() * -theta * slope;
    double t = 0.0;
    double ahead = slope < 0.0 ? -slope / std::max(bend, least_bend) : 0.0;
    std::size_t next = 0;
    while (next < breaks_.size() && ahead >= breaks_[next].t - t) {
      const Eigen::Index i = breaks_[next].variable;
      const double dt = breaks_[next].t - t;
      t = breaks_[next++].t;
      const double g = at.gradient[i];
      cauchy_[i] = g < 0.0 ? upper_[i] : lower_[i];
      const double z = cauchy_[i] - at.x[i];
      c_ += dt * p;  // z grew by dt d
      // d loses its entry d_i = -g_i. With w the i-th row of W:
      //   m' <- m' + dt m'' + g_i² + theta g_i z_i - g_i w'M c
      //   m'' <- m'' - theta g_i² - 2 g_i w'M p - g_i² w'M w
      //   p <- p + g_i w
      const SmallVector row = b.w().row(i).transpose();
      const SmallVector m_row = b.m() * row;
      slope += dt * bend + g * g + theta * g * z - g * m_row.dot(c_);
      bend -= theta * g * g + 2.0 * g * m_row.dot(p) + g * g * m_row.dot(row);
      p += g * row;
      path_[i] = 0.0;
      ahead = slope < 0.0 ? -slope / std::max(bend, least_bend) : 0.0;
    }
    c_ += ahead * p;
    t += ahead;
    finish_cauchy_point(at, t);
  }

  // Variables still moving at the end of the path are the free ones; the others stay where it met their
  // bound.
  void finish_cauchy_point(const Evaluated& at, double t) {
    free_.clear();
    for (Eigen::Index i = 0; i < at.x.size(); ++i) {
      if (path_[i] != 0.0) cauchy_[i] = std::clamp(at.x[i] + t * path_[i], lower_[i], upper_[i]);
      if (cauchy_[i] > lower_[i] && cauchy_[i] < upper_[i]) free_.push_back(i);
    }
  }

  // The Newton step of m over the free variables F, from the Cauchy point: -B_FF⁻¹ r with the reduced
  // gradient
  //   r = (g + theta (x^c - x) - W M c)_F
  // and, by Sherman-Morrison-Woodbury, with W_F the free rows of W and N = I - M W_F'W_F / theta (BLNZ
  // section 5.1),
  //   B_FF⁻¹ r = (r + W_F N⁻¹ M W_F' r / theta) / theta,
  // which takes a system as large as the memory, whatever the number of variables. False when N is singular.
  bool improve_on_subspace(const Evaluated& at, const Curvature& b) {
    const double theta = b.theta();
    const SmallVector mc = b.m() * c_;
    SmallVector v = SmallVector::Zero(b.columns());
    Small wzzw = Small::Zero(b.columns(), b.columns());
    reduced_ = cauchy_;
    for (const Eigen::Index i : free_) {
      const SmallVector row = b.w().row(i).transpose();
      const double r = at.gradient[i] + theta * (cauchy_[i] - at.x[i]) - row.dot(mc);
      reduced_[i] = r;
      v += r * row;
      wzzw.noalias() += row * row.transpose();
    }
    Small n = -b.m() * wzzw / theta;
    n.diagonal().array() += 1.0;
    const SmallVector mv = b.m() * v;
    v = Eigen::PartialPivLU<Small>(n).solve(mv);
    if (!v.allFinite()) return false;
    for (const Eigen::Index i : free_) {
      const double step = -(reduced_[i] + b.w().row(i).dot(v) / theta) / theta;
      reduced_[i] = cauchy_[i] + step;
    }
    return stay_in_box(at);
  }

  // Projecting the step onto the box keeps more of it than cutting it short, but it may point uphill, or so
  // nearly along the contour that iterations would creep and take that for convergence; then cut.
  bool stay_in_box(const Evaluated& at) {
    constexpr double kShareOfCauchySlope = 0.1;
    path_ = reduced_;
    reduced_ = reduced_.cwiseMax(lower_).cwiseMin(upper_);
    const double cauchy_slope = (cauchy_ - at.x).dot(at.gradient);
    if ((reduced_ - at.x).dot(at.gradient) <= kShareOfCauchySlope * cauchy_slope) return true;
    double share = 1.0;
    for (const Eigen::Index i : free_) {
      const double step = path_[i] - cauchy_[i];
      if (step > 0.0) share = std::min(share, (upper_[i] - cauchy_[i]) / step);
      if (step < 0.0) share = std::min(share, (lower_[i] - cauchy_[i]) / step);
    }
    reduced_ = (cauchy_ + share * (path_ - cauchy_)).cwiseMax(lower_).cwiseMin(upper_);
    return true;
  }

  const Eigen::VectorXd& lower_;
  const Eigen::VectorXd& upper_;
  Eigen::VectorXd cauchy_, path_, reduced_;
  SmallVector c_;
  std::vector<Break> breaks_;
  std::vector<Eigen::Index> free_;
};

// max_i |P(x - g)_i - x_i|: 0 exactly where the first-order conditions of the box hold (BLNZ section 6).
double projected_gradient_norm(const Evaluated& at, const Eigen::VectorXd& lower,
                               const Eigen::VectorXd& upper) {
  double norm = 0.0;
  for (Eigen::Index i = 0; i < at.x.size(); ++i) {
    const double moved = std::clamp(at.x[i] - at.gradient[i], lower[i], upper[i]);
    norm = std::max(norm, std::abs(moved - at.x[i]));
  }
  return norm;
}

// How many times `direction` fits before a bound is met.
double longest_step(const Eigen::VectorXd& x, const Eigen::VectorXd& direction, const Eigen::VectorXd& lower,
                    const Eigen::VectorXd& upper) {
  double longest = 1e10;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (direction[i] > 0.0) longest = std::min(longest, (upper[i] - x[i]) / direction[i]);
    if (direction[i] < 0.0) longest = std::min(longest, (lower[i] - x[i]) / direction[i]);
  }
  return std::max(longest, 1.0);  // the whole direction is feasible by construction
}

}  // namespace

LbfgsResult minimise_lbfgs(const SmoothFunction& objective, const Eigen::VectorXd& start,
                           const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                           const LbfgsOptions& options) {
  const Eigen::Index n = start.size();
  WolfeSearch line(objective, lower, upper);
  Curvature curvature(n, options.memory);
  BoxModel model(lower, upper);
  Evaluated at{start.cwiseMax(lower).cwiseMin(upper), Eigen::VectorXd::Zero(n), 0.0};
  Eigen::VectorXd direction(n), step(n), change(n);

  bool converged = false;
  int iteration = 0;
  const bool usable = line.evaluate(at);
  while (usable) {
    converged = projected_gradient_norm(at, lower, upper) <= options.gradient_tolerance;
    if (converged || iteration >= options.max_iterations) break;
    model.direction(at, curvature, direction);
    const double before = at.value;
    const double scale = std::max(1.0, std::abs(before));
    const double slope = direction.dot(at.gradient);
    // Without curvature the length of a step means nothing: begin with one of length 1 at most.
    const double first = curvature.columns() == 0 ? std::min(1.0, 1.0 / direction.norm()) : 1.0;
    step = at.x;
    change = at.gradient;
    const bool moved =
        slope < 0.0 && line.search(at, direction, first, longest_step(at.x, direction, lower, upper));
    if (!moved) {
      // A model gone bad gets a second chance from steepest descent; that failing too is the end.
      converged = -slope <= options.relative_decrease * scale;
      if (converged || curvature.columns() == 0) break;
      curvature.clear();
      continue;
    }
    ++iteration;
    step = at.x - step;
    change = at.gradient - change;
    curvature.add(step, change);
    converged = before - at.value <= options.relative_decrease * std::max(scale, std::abs(at.value));
    if (converged) break;
  }
  return {std::move(at.x), at.value, iteration, line.evaluations(), converged};
}

}  // namespace hone::numeric
