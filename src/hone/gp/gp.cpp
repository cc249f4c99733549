// SPDX-License-Identifier: MIT
#include "hone/gp/gp.hpp"

#include <cmath>
#include <numbers>

#include "hone/gp/gp_state.hpp"
#include "hone/numeric/blas.hpp"

namespace hone::gp {
namespace {

namespace blas = numeric::blas;
using Eigen::Index;

// Rounding may take a variance to 0 or below; this share of the prior's is left.
constexpr double kSmallestShare = 1e-14;
constexpr float kSmallestShareScreened = 1e-6F;

// Without point k the others have the mean m and the deviation s, so the process would have been fitted to
// (z - m) / s, with its own constant c besides: in units of z it falls back to m + s c.
Eigen::VectorXd fallbacks_without(const Eigen::VectorXd& z, double constant) {
  const auto others = static_cast<double>(z.size() - 1);
  const double sum = z.sum();
  const double squares = z.squaredNorm();
  return z.unaryExpr([=](double left_out) {
    const double m = (sum - left_out) / others;
    const double variance = (squares - left_out * left_out) / others - m * m;
    return m + (variance > 0.0 ? std::sqrt(variance) : 1.0) * constant;
  });
}

}  // namespace

Gp::Gp(const model::Dataset& data, const Spec& spec, std::span<const double> theta)
    : state_(std::make_unique<State>(data, spec, theta)) {}
Gp::Gp(std::unique_ptr<State> state) : state_(std::move(state)) {}
Gp::~Gp() = default;
Gp::Gp(const Gp& other) : Surrogate(other), state_(std::make_unique<State>(*other.state_)) {}
Gp::Gp(Gp&& other) noexcept = default;
Gp& Gp::operator=(const Gp& other) {
  if (this != &other) state_ = std::make_unique<State>(*other.state_);
  return *this;
}
Gp& Gp::operator=(Gp&& other) noexcept = default;

const model::Columns& Gp::columns() const { return state_->columns; }
double Gp::noise_variance() const { return state_->scaling.variance(state_->noise()); }
const std::vector<double>& Gp::hyperparameters() const { return state_->theta; }
Index Gp::size() const { return state_->y.size(); }

model::Prediction Gp::predict(const model::Points& points) const {
  const State& s = *state_;
  const Features<double> queries = s.embed_points(points).features;
  const Eigen::ArrayXd prior = prior_variance<double>(s.layout, s.variances, queries);
  Eigen::MatrixXd k;
  cross_covariance<double>(s.layout, s.variances, s.features, queries, k);
  model::Prediction out{Eigen::VectorXd(points.rows()), Eigen::VectorXd(points.rows())};
  simd::column_dots(k.data(), k.rows(), k.cols(), s.weights.data(), out.mean.data());
  blas::trsm_lower(blas::Side::Left, blas::Op::Plain, 1.0, s.factor.lower(), k);
  simd::column_squares(k.data(), k.rows(), k.cols(), out.variance.data());
  for (Index i = 0; i < points.rows(); ++i) {
    out.mean[i] = s.scaling.mean(s.mean() + out.mean[i]);
    out.variance[i] = s.scaling.variance(std::max(prior[i] - out.variance[i], kSmallestShare * prior[i]));
  }
  return out;
}

Eigen::VectorXd Gp::expect(const model::Points& points) const {
  const State& s = *state_;
  const Features<double> queries = s.embed_points(points).features;
  Eigen::MatrixXd k;
  cross_covariance<double>(s.layout, s.variances, s.features, queries, k);
  Eigen::VectorXd mean(points.rows());
  simd::column_dots(k.data(), k.rows(), k.cols(), s.weights.data(), mean.data());
  return mean.unaryExpr([&](double value) { return s.scaling.mean(s.mean() + value); });
}

model::Prediction Gp::screen(const model::Points& points) const {
  const State& s = *state_;
  const Features<float> queries = s.embed_points(points).features.cast<float>();
  const Eigen::ArrayXf prior = prior_variance<float>(s.layout, s.variances_f, queries);
  Eigen::MatrixXf k;
  cross_covariance<float>(s.layout, s.variances_f, s.features_f, queries, k);
  Eigen::ArrayXf mean(points.rows());
  Eigen::ArrayXf explained(points.rows());
  simd::column_dots(k.data(), k.rows(), k.cols(), s.weights_f.data(), mean.data());
  blas::trmm_lower(blas::Side::Left, blas::Op::Plain, 1.0F, s.inverse_factor_f, k);
  simd::column_squares(k.data(), k.rows(), k.cols(), explained.data());
  model::Prediction out{Eigen::VectorXd(points.rows()), Eigen::VectorXd(points.rows())};
  for (Index i = 0; i < points.rows(); ++i) {
    const float left = std::max(prior[i] - explained[i], kSmallestShareScreened * prior[i]);
    out.mean[i] = s.scaling.mean(s.mean() + static_cast<double>(mean[i]));
    out.variance[i] = s.scaling.variance(static_cast<double>(left));
  }
  return out;
}

std::optional<model::JointPrediction> Gp::predict_jointly(const model::Points& points) const {
  const State& s = *state_;
  const Features<double> queries = s.embed_points(points).features;
  Eigen::MatrixXd k;
  cross_covariance<double>(s.layout, s.variances, s.features, queries, k);
  model::JointPrediction out{Eigen::VectorXd(points.rows()), {}};
  simd::column_dots(k.data(), k.rows(), k.cols(), s.weights.data(), out.mean.data());
  blas::trsm_lower(blas::Side::Left, blas::Op::Plain, 1.0, s.factor.lower(), k);
  cross_covariance<double>(s.layout, s.variances, queries, queries, out.covariance);
  blas::syrk_lower(blas::Op::Transposed, -1.0, k, 1.0, out.covariance);
  for (Index j = 0; j < points.rows(); ++j) {
    out.mean[j] = s.scaling.mean(s.mean() + out.mean[j]);
    for (Index i = j; i < points.rows(); ++i) {
      const double entry = s.scaling.covariance(out.covariance(i, j));
      out.covariance(i, j) = entry;
      out.covariance(j, i) = entry;
    }
    out.covariance(j, j) = std::max(out.covariance(j, j), std::numeric_limits<double>::min());
  }
  return out;
}

double Gp::log_likelihood() const {
  const State& s = *state_;
  const double fit = (s.y.array() - s.mean()).matrix().dot(s.weights);
  return -0.5 *
         (fit + s.factor.log_determinant() + static_cast<double>(size()) * std::log(2.0 * std::numbers::pi));
}

LeaveOneOut Gp::leave_one_out() const {
  const State& s = *state_;
  // The diagonal of the inverse is what the columns of L⁻¹ sum to when squared.
  const Eigen::MatrixXd inverse_factor = s.factor.inverse_lower();
  Eigen::VectorXd precision(size());
  simd::column_squares(inverse_factor.data(), size(), size(), precision.data());
  LeaveOneOut out{Eigen::VectorXd(size()), Eigen::VectorXd(size()), Eigen::VectorXd(size())};
  for (Index i = 0; i < size(); ++i) {
    const double error = s.weights[i] / precision[i];
    out.mean[i] = s.scaling.mean(s.y[i] - error);
    out.variance[i] = s.scaling.variance(1.0 / precision[i]);
    out.log_density[i] =
        0.5 * (std::log(precision[i] / (2.0 * std::numbers::pi)) - error * error * precision[i]) -
        s.scaling.log_spread();
  }
  return out;
}

// With f what the process falls back to: μ_k = z_k - (K⁻¹ (z - f))_k / (K⁻¹)_kk. The weights are K⁻¹ (z - c).
std::optional<Eigen::VectorXd> Gp::left_out_means() const {
  const State& own = *state_;
  if (size() < 2) return std::nullopt;
  const Eigen::MatrixXd inverse_factor = own.factor.inverse_lower();
  Eigen::VectorXd precision(size());
  simd::column_squares(inverse_factor.data(), size(), size(), precision.data());
  const Eigen::VectorXd of_ones = own.factor.solve(Eigen::VectorXd::Ones(size()));
  const Eigen::VectorXd fallback = fallbacks_without(own.y, own.mean());
  Eigen::VectorXd out(size());
  for (Index i = 0; i < size(); ++i) {
    const double weight = own.weights[i] - (fallback[i] - own.mean()) * of_ones[i];
    out[i] = own.scaling.mean(own.y[i] - weight / precision[i]);
  }
  return out;
}

// The weights of the process without k are a = K⁻¹ (z - f) - K⁻¹ e_k t with the t that makes a_k zero: K a is
// then z - f everywhere but in row k. At the other points the process expects f + (K - noise I) a, which is z
// - noise a, and at point k it expects z_k - t.
std::optional<Eigen::MatrixXd> Gp::left_out_models() const {
  const State& own = *state_;
  if (size() < 2) return std::nullopt;
  const Eigen::MatrixXd inverse = own.factor.inverse();
  const Eigen::VectorXd of_ones = own.factor.solve(Eigen::VectorXd::Ones(size()));
  const Eigen::VectorXd fallback = fallbacks_without(own.y, own.mean());
  const double noise = own.noise() + own.factor.jitter();
  Eigen::MatrixXd out(size(), size());
  for (Index k = 0; k < size(); ++k) {
    const Eigen::VectorXd all = own.weights - (fallback[k] - own.mean()) * of_ones;
    const double t = all[k] / inverse(k, k);
    out.row(k) = own.y - noise * (all - t * inverse.col(k));
    out(k, k) = own.y[k] - t;
  }
  return out.unaryExpr([&](double mean) { return own.scaling.mean(mean); });
}

Gp Gp::condition_on(const model::Points& points, const Eigen::VectorXd& y) const {
  Gp out(*this);
  if (points.rows() == 0) return out;
  const Features<double> features = state_->embed_points(points).features;
  // Points that cannot be added are already known as well as the arithmetic can tell.
  out.state_->append(features, state_->scaling.standardise(y));
  return out;
}

std::unique_ptr<model::Surrogate> Gp::believe(const model::Points& pending) const {
  if (pending.rows() == 0) return std::make_unique<Gp>(*this);
  return std::make_unique<Gp>(condition_on(pending, predict(pending).mean));
}

bool Gp::believe_in_place(const model::Points& pending) {
  if (pending.rows() == 0) return true;
  const Features<double> features = state_->embed_points(pending).features;
  state_->append(features, state_->scaling.standardise(predict(pending).mean));  // as condition_on()
  return true;
}

}  // namespace hone::gp
