// SPDX-License-Identifier: MIT
#include "hone/analysis/model_check.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <numeric>

#include "hone/analysis/noise_check.hpp"
#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/gp/layout.hpp"
#include "hone/numeric/normal.hpp"

namespace hone::analysis {
namespace {

using numeric::OutputRule;
using numeric::OutputShape;
using numeric::OutputTransform;

constexpr std::array<Variant, 4> kVariants = {Variant{false, false}, Variant{true, false},
                                              Variant{false, true}, Variant{true, true}};

// Purposes of random numbers.
constexpr std::uint64_t kRows = 1;
constexpr std::uint64_t kFit = 2;
constexpr std::uint64_t kSplit = 3;

gp::FitOptions fit_options(const ModelCheckOptions& options, Variant variant) {
  gp::FitOptions fit = options.fit;
  fit.spec.warp = variant.warp;
  fit.max_points = std::max(fit.max_points, options.max_leave_out);
  return fit;
}

/// A transform that has a density wherever the study has a value.
OutputTransform fit_transform(const Eigen::VectorXd& learned, double least, OutputRule rule) {
  OutputTransform transform = OutputTransform::fit(learned, {.rule = rule});
  const bool unbounded = transform.shape() != OutputShape::BoxCox || least > 0.0;
  if (transform.shape() != OutputShape::Ranks && unbounded) return transform;
  return OutputTransform::fit(learned, {.rule = OutputRule::YeoJohnson});
}

OutputRule rule_of(const ModelCheckOptions& options, Variant variant) {
  return variant.output ? options.output : OutputRule::Plain;
}

model::Dataset with_values(const model::Dataset& data, Eigen::VectorXd y) {
  return {data.columns(), data.points(), std::move(y)};
}

/// At most `limit` observations, drawn at random, in their order.
model::Dataset at_most(const model::Dataset& data, int limit, std::uint64_t seed) {
  if (data.size() <= limit) return data;
  Rng rng(seed);
  std::vector<int> rows = rng.permutation(static_cast<int>(data.size()));
  rows.resize(static_cast<std::size_t>(limit));
  std::sort(rows.begin(), rows.end());
  return data.subset(rows);
}

double slopes(const OutputTransform& transform, const Eigen::VectorXd& y) {
  double sum = 0.0;
  for (const double value : y) sum += transform.log_slope(value);
  return sum;
}

double spread(const Eigen::VectorXd& y) { return std::sqrt((y.array() - y.mean()).square().mean()); }

double log_likelihood(const model::Dataset& data, Variant variant, const ModelCheckOptions& options) {
  const OutputTransform transform = fit_transform(data.y(), data.y().minCoeff(), rule_of(options, variant));
  const Eigen::VectorXd z = transform.apply(data.y());
  const gp::Gp model =
      gp::fit(with_values(data, z), fit_options(options, variant), mix_seed(options.seed, kFit));
  // The process speaks of standardised values, which z are but for rounding.
  return model.log_likelihood() - static_cast<double>(z.size()) * std::log(spread(z)) +
         slopes(transform, data.y());
}

struct HeldOutSplit {
  model::Dataset learned;
  model::Dataset held_out;
};

HeldOutSplit split(const model::Dataset& data, int held_out, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<int> rows = rng.permutation(static_cast<int>(data.size()));
  const std::vector<int> out(rows.begin(), rows.begin() + held_out);
  return {data.subset({rows.begin() + held_out, rows.end()}), data.subset(out)};
}

double held_out_density(const HeldOutSplit& parts, Variant variant, double least,
                        const ModelCheckOptions& options, std::uint64_t seed) {
  const OutputTransform transform = fit_transform(parts.learned.y(), least, rule_of(options, variant));
  const gp::Gp model = gp::fit(with_values(parts.learned, transform.apply(parts.learned.y())),
                               fit_options(options, variant), seed);
  const model::Prediction prediction = model.predict(parts.held_out.points());
  const Eigen::VectorXd z = transform.apply(parts.held_out.y());
  double sum = slopes(transform, parts.held_out.y());
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double deviation = std::sqrt(prediction.variance[i] + model.noise_variance());
    sum += numeric::normal_log_pdf((z[i] - prediction.mean[i]) / deviation) - std::log(deviation);
  }
  return sum / static_cast<double>(z.size());
}

Coverage coverage_of(double level, const std::vector<double>& residuals) {
  const double bound = numeric::normal_quantile(0.5 + level / 2.0);
  const auto inside = static_cast<double>(
      std::count_if(residuals.begin(), residuals.end(), [&](double r) { return std::abs(r) <= bound; }));
  const auto count = static_cast<double>(residuals.size());
  using Rounded = boost::math::policies::policy<
      boost::math::policies::discrete_quantile<boost::math::policies::integer_round_up>>;
  const boost::math::binomial_distribution<double, Rounded> law(count, level);
  return {level, inside / count, boost::math::quantile(law, 0.025) / count,
          boost::math::quantile(boost::math::complement(law, 0.025)) / count};
}

Calibration calibrate(const gp::Gp& model, const OutputTransform& transform, const Eigen::VectorXd& y) {
  const gp::LeaveOneOut left = model.leave_one_out();
  const double far = numeric::normal_quantile(0.975);
  Calibration out;
  std::vector<double> predicted;
  std::vector<double> actual;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double deviation = std::sqrt(left.variance[i]);
    actual.push_back(transform.apply(y[i]));
    predicted.push_back(left.mean[i]);
    out.actual.push_back(y[i]);
    out.predicted.push_back(transform.inverse(left.mean[i]));
    out.low.push_back(transform.inverse(left.mean[i] - far * deviation));
    out.high.push_back(transform.inverse(left.mean[i] + far * deviation));
    out.residuals.push_back((actual.back() - left.mean[i]) / deviation);
  }
  const auto count = static_cast<double>(y.size());
  const double total = std::accumulate(out.residuals.begin(), out.residuals.end(), 0.0);
  out.residual_mean = total / count;
  double squares = 0.0;
  for (const double r : out.residuals) squares += (r - out.residual_mean) * (r - out.residual_mean);
  out.residual_deviation = std::sqrt(squares / (count - 1.0));
  out.mean_log_density = (left.log_density.sum() + slopes(transform, y)) / count;
  out.correlation = correlation(predicted, actual);
  out.rank_correlation = correlation(mean_ranks(predicted), mean_ranks(actual));
  out.coverage = {coverage_of(0.5, out.residuals), coverage_of(0.8, out.residuals),
                  coverage_of(0.95, out.residuals)};
  return out;
}

std::vector<Warp> warps_of(const gp::Gp& model, const gp::Spec& spec) {
  if (!spec.warp) return {};
  const gp::Layout layout(spec.kernel, model.columns(), true);
  const std::vector<double>& theta = model.hyperparameters();
  std::vector<Warp> warps;
  for (std::size_t i = 0; i < layout.numeric_columns.size(); ++i) {
    warps.push_back({layout.numeric_columns[i], std::exp(theta[static_cast<std::size_t>(layout.warp_a) + i]),
                     std::exp(theta[static_cast<std::size_t>(layout.warp_b) + i])});
  }
  return warps;
}

}  // namespace

std::string unfit_for_models(const model::Dataset& data) {
  if (data.points().cols() == 0) return "no parameter varies";
  if (data.size() < kLeastObservations) {
    return text(data.size(), data.size() == 1 ? " trial has" : " trials have",
                " a value, and a model needs at least ", kLeastObservations);
  }
  if (data.y().maxCoeff() == data.y().minCoeff()) return "all trials have the same value";
  return "";
}

const ModelScore& ModelComparison::of(Variant variant) const {
  return *std::find_if(models.begin(), models.end(),
                       [&](const ModelScore& score) { return score.variant == variant; });
}

ModelComparison compare_models(const model::Dataset& data, const ModelCheckOptions& options) {
  if (const std::string reason = unfit_for_models(data); !reason.empty())
    throw Error(ErrorCode::InvalidArgument, "models cannot be compared: " + reason, "bring more trials");
  const model::Dataset whole = at_most(data, options.max_leave_out, mix_seed(options.seed, kRows));
  const int used = static_cast<int>(std::min<Eigen::Index>(data.size(), options.max_points));
  ModelComparison result;
  result.observations = static_cast<int>(whole.size());
  result.held_out = std::max(2, used / 5);
  result.learned = used - result.held_out;
  for (std::size_t i = 0; i < kVariants.size(); ++i)
    result.models[i] = {kVariants[i], log_likelihood(whole, kVariants[i], options), {}};
  const double least = data.y().minCoeff();
  for (int s = 0; s < options.splits; ++s) {
    const std::uint64_t seed = mix_seed(options.seed, kSplit, static_cast<std::uint64_t>(s));
    const HeldOutSplit parts =
        split(at_most(data, options.max_points, mix_seed(seed, kRows)), result.held_out, seed);
    for (ModelScore& score : result.models) {
      score.held_out.push_back(held_out_density(parts, score.variant, least, options, mix_seed(seed, kFit)));
    }
  }
  return result;
}

Gain gain(const ModelComparison& comparison, Variant with, Variant without) {
  const ModelScore& a = comparison.of(with);
  const ModelScore& b = comparison.of(without);
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.held_out.size(); ++i) {
    const double difference = a.held_out[i] - b.held_out[i];
    if (std::isfinite(difference)) differences.push_back(difference);
  }
  const double overlap =
      static_cast<double>(comparison.held_out) / static_cast<double>(std::max(1, comparison.learned));
  return {a.log_likelihood - b.log_likelihood, paired_t(differences), paired_t(differences, overlap)};
}

GainVerdict judge(const Gain& gain) {
  if (!gain.corrected || gain.corrected->p_two_sided >= kSignificant) return GainVerdict::Unclear;
  return gain.corrected->mean > 0.0 ? GainVerdict::Helps : GainVerdict::Hurts;
}

CalibrationVerdict judge(const Calibration& calibration) {
  const auto& [half, most, nearly] = calibration.coverage;
  if (most.share < most.low || nearly.share < nearly.low) return CalibrationVerdict::Overconfident;
  if (half.share > half.high || most.share > most.high) return CalibrationVerdict::Cautious;
  return CalibrationVerdict::Good;
}

double Warp::at(double u) const {
  if (u <= 0.0) return 0.0;
  if (u >= 1.0) return 1.0;
  // 1 - (1 - u^a)^b without losing the small ones.
  return -std::expm1(b * std::log(-std::expm1(a * std::log(u))));
}

double Warp::largest_move() const {
  double largest = 0.0;
  for (int i = 1; i < 100; ++i) largest = std::max(largest, std::abs(at(i / 100.0) - i / 100.0));
  return largest;
}

FittedModel fit_and_calibrate(const model::Dataset& data, Variant variant, const ModelCheckOptions& options) {
  if (const std::string reason = unfit_for_models(data); !reason.empty())
    throw Error(ErrorCode::InvalidArgument, "a model cannot be checked: " + reason, "bring more trials");
  const model::Dataset whole = at_most(data, options.max_leave_out, mix_seed(options.seed, kRows));
  const OutputRule rule = rule_of(options, variant);
  FittedModel result;
  result.transform = fit_transform(whole.y(), whole.y().minCoeff(), rule);
  result.instead_of_ranks =
      variant.output && OutputTransform::fit(whole.y(), {.rule = rule}).shape() == OutputShape::Ranks;
  const Eigen::VectorXd z = result.transform.apply(whole.y());
  const gp::FitOptions fit = fit_options(options, variant);
  const gp::Gp model = gp::fit(with_values(whole, z), fit, mix_seed(options.seed, kFit));
  result.calibration = calibrate(model, result.transform, whole.y());
  result.warps = warps_of(model, fit.spec);
  return result;
}

}  // namespace hone::analysis
