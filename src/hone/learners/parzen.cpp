// SPDX-License-Identifier: MIT
#include "hone/learners/parzen.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "hone/base/index.hpp"
#include "hone/numeric/blas.hpp"
#include "hone/numeric/normal.hpp"

namespace hone::learners {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using numeric::blas::Op;

constexpr std::size_t kSharesAtOnce = 256;

// What lies between the ends of [0, 1], of a Normal density around a point of it.
double inside_share(double centre, double sigma) {
  return numeric::normal_cdf((1.0 - centre) / sigma) - numeric::normal_cdf(-centre / sigma);
}

// Bandwidths are at most 1, so that at least a third of all draws lies inside.
double draw_inside(double centre, double sigma, Rng& rng) {
  while (true) {
    const double x = centre + sigma * rng.normal();
    if (x >= 0.0 && x <= 1.0) return x;
  }
}

/// inside_share() of one width for many centres. With many points it is nearly all that a density costs, so
/// there the smooth function of the centre is read from a table, by cubic interpolation: right to 2e-6.
class InsideShares {
 public:
  InsideShares(double sigma, Index points) : sigma_(sigma) {
    const auto cells = static_cast<Index>(std::ceil(1.0 / (kCellWidth * sigma)));
    if (points < 2 * cells) return;
    cells_ = static_cast<double>(cells);
    for (Index i = 0; i <= cells; ++i) {
      const double centre = static_cast<double>(i) / cells_;
      value_.push_back(inside_share(centre, sigma));
      slope_.push_back((numeric::normal_pdf(centre / sigma) - numeric::normal_pdf((1.0 - centre) / sigma)) /
                       (sigma * cells_));
    }
  }

  double operator()(double centre) const {
    if (value_.empty()) return inside_share(centre, sigma_);
    const double place = centre * cells_;
    const auto cell = std::min(static_cast<std::size_t>(place), value_.size() - 2);
    const double t = place - static_cast<double>(cell), s = 1.0 - t;
    const double left = value_[cell] * (1.0 + 2.0 * t) + slope_[cell] * t;
    const double right = value_[cell + 1] * (1.0 + 2.0 * s) - slope_[cell + 1] * s;
    return left * s * s + right * t * t;
  }

 private:
  static constexpr double kCellWidth = 0.15;  // in units of sigma

  double sigma_;
  double cells_ = 0.0;
  std::vector<double> value_, slope_;
};

}  // namespace

Parzen::Parzen(model::Columns columns, const MatrixXd& points, const VectorXd& weights,
               const ParzenOptions& options)
    : columns_(std::move(columns)), points_(points), weights_(points.rows() + 1), sigma_(points.cols()) {
  for (std::size_t j = 0; j < columns_.size(); ++j)
    (columns_[j].is_number() ? numbers_ : categories_).push_back(static_cast<Index>(j));
  const double all = weights.sum();
  weights_ << weights, options.prior_weight;
  weights_ /= all + options.prior_weight;
  // Weights that differ stand for fewer points (Kish).
  const double count = all > 0.0 ? all * all / weights.squaredNorm() : 0.0;
  for (std::size_t j = 0; j < columns_.size(); ++j)
    sigma_[static_cast<Index>(j)] = bandwidth_of(j, count, options);
  spread_ = options.spread.value_or(options.prior_weight / (1.0 + count));
  add_normalisers();
}

double Parzen::bandwidth_of(std::size_t column, double count, const ParzenOptions& options) const {
  if (!columns_[column].is_number()) return 1.0;
  double deviation = 0.0;
  if (points_.rows() > 0) {
    const auto x = points_.col(static_cast<Index>(column)).array();
    const auto share = weights_.head(points_.rows()).array() / weights_.head(points_.rows()).sum();
    const double mean = (share * x).sum();
    // A flat prior takes part, so that few points that happen to be close are not taken for all there is.
    const double flat = 1.0 / 12.0;
    const double square = (share * (x - mean).square()).sum();
    deviation = std::sqrt((count * square + options.prior_weight * flat) / (count + options.prior_weight));
  }
  const double rule =
      1.06 * deviation * std::pow(std::max(count, 1.0), -1.0 / (4.0 + static_cast<double>(columns_.size())));
  const double half_cell =
      columns_[column].cells > 0 ? 0.5 / static_cast<double>(columns_[column].cells) : 0.0;
  return std::clamp(options.bandwidth * rule, std::max(options.least_bandwidth, half_cell), 1.0);
}

void Parzen::add_normalisers() {
  const Index n = points_.rows();
  scaled_.resize(n, std::ssize(numbers_));
  log_factor_ = weights_.head(n).array().log();
  Eigen::ArrayXd inside = Eigen::ArrayXd::Ones(n);
  double log_width = 0.0;
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    const double sigma = sigma_[numbers_[k]];
    const auto column = points_.col(numbers_[k]);
    scaled_.col(static_cast<Index>(k)) = column / sigma;
    log_width += std::log(sigma * std::sqrt(2.0 * std::numbers::pi));
    const InsideShares shares(sigma, n);
    for (Index i = 0; i < n; ++i) inside[i] *= shares(column[i]);
    // Shares are at least a third; hundreds of them would be too small to write down.
    if (k % kSharesAtOnce == kSharesAtOnce - 1 || k + 1 == numbers_.size()) {
      log_factor_ -= inside.log().matrix();
      inside.setOnes();
    }
  }
  log_factor_.array() -= log_width;
}

void Parzen::add_categories(const MatrixXd& x, MatrixXd& log_terms) const {
  for (const Index j : categories_) {
    const auto cells = static_cast<double>(columns_[index(j)].cells);
    // In units of the flat density, as the others are: a share of 1 / cells is 1.
    const double same = std::log(cells * (1.0 + spread_) / (1.0 + spread_ * cells));
    const double other = std::log(cells * spread_ / (1.0 + spread_ * cells));
    for (Index i = 0; i < points_.rows(); ++i) {
      const double seen = points_(i, j);
      log_terms.col(i).array() +=
          (x.col(j).array() == seen).select(Eigen::ArrayXd::Constant(x.rows(), same), other);
    }
  }
}

VectorXd Parzen::log_density(const MatrixXd& x) const {
  const Index n = points_.rows();
  MatrixXd terms(x.rows(), n + 1);
  terms.col(n).setConstant(std::log(weights_[n]));  // flat: density 1
  auto bumps = terms.leftCols(n);
  if (n > 0) {
    MatrixXd scaled(x.rows(), std::ssize(numbers_));
    for (std::size_t k = 0; k < numbers_.size(); ++k)
      scaled.col(static_cast<Index>(k)) = x.col(numbers_[k]) / sigma_[numbers_[k]];
    // -|a - b|² / 2 as a product of matrices.
    numeric::blas::gemm(Op::Plain, Op::Transposed, 1.0, scaled, scaled_, 0.0, bumps);
    bumps.colwise() -= 0.5 * scaled.rowwise().squaredNorm();
    bumps.rowwise() += (log_factor_ - 0.5 * scaled_.rowwise().squaredNorm()).transpose();
  }
  if (!categories_.empty() && n > 0) add_categories(x, terms);
  const VectorXd most = terms.rowwise().maxCoeff();
  return most.array() + (terms.colwise() - most).array().exp().rowwise().sum().log();
}

void Parzen::draw(Rng& rng, Eigen::Ref<Eigen::RowVectorXd> x) const {
  double place = rng.uniform();
  Index bump = 0;
  while (bump < points_.rows() && place >= weights_[bump]) place -= weights_[bump++];
  const bool flat = bump == points_.rows();
  for (const Index j : numbers_) x[j] = flat ? rng.uniform() : draw_inside(points_(bump, j), sigma_[j], rng);
  for (const Index j : categories_) {
    const auto cells = static_cast<double>(columns_[index(j)].cells);
    // The share of the flat part of a bump: each category of it is `spread_` against 1 for the one seen.
    const bool anew = flat || rng.chance(spread_ * cells / (1.0 + spread_ * cells));
    x[j] = anew ? static_cast<double>(rng.below(static_cast<std::uint64_t>(cells))) : points_(bump, j);
  }
}

}  // namespace hone::learners
