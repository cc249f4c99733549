// SPDX-License-Identifier: MIT
#include "hone/analysis/hypothesis.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "hone/numeric/normal.hpp"

namespace hone::analysis {
namespace {

double mean_of(std::span<const double> values) {
  // Relative to the first value, so that a large offset costs no digits.
  double sum = 0.0;
  for (const double value : values) sum += value - values.front();
  return values.front() + sum / static_cast<double>(values.size());
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  if (values.size() % 2 == 1) return values[half];
  // In the order of NumPy's arithmetic: the two middle values lie equally far from here but for rounding, and
  // whether they share a rank must not differ from SciPy's answer.
  const double sum = values[half - 1] + values[half];
  return std::isfinite(sum) ? sum / 2.0 : values[half - 1] / 2.0 + values[half] / 2.0;
}

/// Distances from the centre. Nothing without a second group, without spread, or with a group that is empty
/// or not finite.
std::optional<Groups> distances(const Groups& groups, Centre centre) {
  if (groups.size() < 2) return std::nullopt;
  Groups result;
  double largest = 0.0;
  for (const std::vector<double>& group : groups) {
    if (group.empty()) return std::nullopt;
    const double middle = centre == Centre::Mean ? mean_of(group) : median_of(group);
    std::vector<double>& out = result.emplace_back();
    for (const double value : group) out.push_back(std::abs(value - middle));
    largest = std::max(largest, *std::max_element(out.begin(), out.end()));
    if (!std::isfinite(std::accumulate(out.begin(), out.end(), 0.0))) return std::nullopt;
  }
  if (!(largest > 0.0)) return std::nullopt;
  return result;
}

/// In units of the largest, which cancel in the statistic and whose squares exist.
void rescale(Groups& groups) {
  double largest = 0.0;
  for (const std::vector<double>& group : groups)
    largest = std::max(largest, *std::max_element(group.begin(), group.end()));
  for (std::vector<double>& group : groups) {
    for (double& value : group) value /= largest;
  }
}

std::vector<double> joined(const Groups& groups) {
  std::vector<double> all;
  for (const std::vector<double>& group : groups) all.insert(all.end(), group.begin(), group.end());
  return all;
}

double squares_around(std::span<const double> values, double middle) {
  double sum = 0.0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return sum;
}

/// Σ n_i (mean of group i - mean of all)².
double squares_between(const Groups& groups) {
  const double middle = mean_of(joined(groups));
  double sum = 0.0;
  for (const std::vector<double>& group : groups) {
    const double off = mean_of(group) - middle;
    sum += static_cast<double>(group.size()) * off * off;
  }
  return sum;
}

}  // namespace

std::optional<HypothesisTest> levene(const Groups& groups, Centre centre) {
  auto z = distances(groups, centre);
  if (!z) return std::nullopt;
  rescale(*z);
  double within = 0.0;
  for (const std::vector<double>& group : *z) within += squares_around(group, mean_of(group));
  const auto between_freedom = static_cast<double>(z->size() - 1);
  const auto within_freedom = static_cast<double>(joined(*z).size() - z->size());
  // Rounding leaves a little where the distances of each group are equal.
  constexpr double kNothing = 1e-28;
  if (within_freedom < 1.0 || within <= kNothing) return std::nullopt;
  const double statistic = (squares_between(*z) / between_freedom) / (within / within_freedom);
  const boost::math::fisher_f_distribution<double> law(between_freedom, within_freedom);
  return HypothesisTest{statistic, boost::math::cdf(boost::math::complement(law, statistic))};
}

std::optional<HypothesisTest> fligner_killeen(const Groups& groups) {
  const auto z = distances(groups, Centre::Median);
  if (!z) return std::nullopt;
  const std::vector<double> ranks = mean_ranks(joined(*z));
  const auto count = static_cast<double>(ranks.size());
  Groups scores;
  std::size_t next = 0;
  for (const std::vector<double>& group : *z) {
    std::vector<double>& out = scores.emplace_back();
    for (std::size_t i = 0; i < group.size(); ++i)
      out.push_back(numeric::normal_quantile(0.5 + ranks[next++] / (2.0 * (count + 1.0))));
  }
  const std::vector<double> all = joined(scores);
  const double variance = squares_around(all, mean_of(all)) / (count - 1.0);
  if (!(variance > 0.0)) return std::nullopt;
  const double statistic = squares_between(scores) / variance;
  const boost::math::chi_squared_distribution<double> law(static_cast<double>(groups.size() - 1));
  return HypothesisTest{statistic, boost::math::cdf(boost::math::complement(law, statistic))};
}

std::optional<PairedTest> paired_t(std::span<const double> differences, double overlap) {
  if (differences.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(differences.size());
  PairedTest test{.pairs = static_cast<int>(differences.size()), .mean = mean_of(differences)};
  const double variance = squares_around(differences, test.mean) / (count - 1.0);
  if (!std::isfinite(variance)) return std::nullopt;
  if (variance == 0.0) {
    if (test.mean == 0.0) return test;
    test.t = std::copysign(std::numeric_limits<double>::infinity(), test.mean);
    test.p_two_sided = 0.0;
    test.p_greater = test.mean > 0.0 ? 0.0 : 1.0;
    return test;
  }
  test.t = test.mean / std::sqrt(variance * (1.0 / count + overlap));
  const boost::math::students_t_distribution<double> law(count - 1.0);
  test.p_two_sided = 2.0 * boost::math::cdf(boost::math::complement(law, std::abs(test.t)));
  test.p_greater = boost::math::cdf(boost::math::complement(law, test.t));
  return test;
}

std::vector<double> mean_ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i + 1;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    for (std::size_t k = i; k < end; ++k) ranks[order[k]] = 0.5 * static_cast<double>(i + 1 + end);
    i = end;
  }
  return ranks;
}

double correlation(std::span<const double> a, std::span<const double> b) {
  if (a.size() < 2 || a.size() != b.size()) return 0.0;
  const double mean_a = mean_of(a);
  const double mean_b = mean_of(b);
  double product = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) product += (a[i] - mean_a) * (b[i] - mean_b);
  const double scale = std::sqrt(squares_around(a, mean_a)) * std::sqrt(squares_around(b, mean_b));
  return scale > 0.0 && std::isfinite(scale) ? std::clamp(product / scale, -1.0, 1.0) : 0.0;
}

}  // namespace hone::analysis
