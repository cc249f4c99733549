// SPDX-License-Identifier: MIT
#include "bench/quality/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>
#include <numeric>

#include "hone/analysis/hypothesis.hpp"

namespace hone::quality {
namespace {

constexpr int kLargestExact = 50;

/// P(sum of a random subset <= limit) for whole numbers, each in the subset with probability 1/2. The counts
/// stay below 2^50, so they are exact in a double.
double subset_probability(const std::vector<int>& numbers, int limit) {
  std::vector<double> ways(static_cast<std::size_t>(std::accumulate(numbers.begin(), numbers.end(), 1)), 0.0);
  ways[0] = 1.0;
  std::size_t reached = 0;
  for (const int number : numbers) {
    const auto step = static_cast<std::size_t>(number);
    for (std::size_t sum = reached + 1; sum-- > 0;) ways[sum + step] += ways[sum];
    reached += step;
  }
  double below = 0.0;
  for (int sum = 0; sum <= limit; ++sum) below += ways[static_cast<std::size_t>(sum)];
  return std::ldexp(below, -static_cast<int>(numbers.size()));
}

/// Mean ranks of ties are halves, so everything is doubled.
double exact_p(const std::vector<double>& rank, double plus) {
  std::vector<int> doubled;
  for (const double r : rank) doubled.push_back(static_cast<int>(std::lround(2.0 * r)));
  const int total = std::accumulate(doubled.begin(), doubled.end(), 0);
  const int sum = static_cast<int>(std::lround(2.0 * plus));
  return std::min(1.0, 2.0 * subset_probability(doubled, std::min(sum, total - sum)));
}

double normal_p(const std::vector<double>& rank, double plus) {
  double variance = 0.0;  // a quarter of the sum of squared ranks, which includes the correction for ties
  for (const double r : rank) variance += r * r / 4.0;
  const auto n = static_cast<double>(rank.size());
  const double z = (plus - n * (n + 1.0) / 4.0) / std::sqrt(variance);
  return std::erfc(std::abs(z) / std::numbers::sqrt2);
}

}  // namespace

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation(std::span<const double> values) {
  if (values.size() < 2) return 0.0;
  const double centre = mean(values);
  double sum = 0.0;
  for (const double v : values) sum += (v - centre) * (v - centre);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2.0;
}

double half_width95(std::span<const double> values) {
  if (values.size() < 2) return 0.0;
  const auto n = static_cast<double>(values.size());
  const boost::math::students_t t(n - 1.0);
  return boost::math::quantile(t, 0.975) * deviation(values) / std::sqrt(n);
}

Sample sample_of(std::span<const double> values) {
  return {mean(values), deviation(values), static_cast<int>(values.size())};
}

double welch_p(const Sample& a, const Sample& b, double slack) {
  if (a.size < 2 || b.size < 2) return 1.0;
  const double difference = std::max(0.0, std::abs(a.mean - b.mean) - slack);
  const double va = a.deviation * a.deviation / a.size;
  const double vb = b.deviation * b.deviation / b.size;
  if (!std::isfinite(difference + va + vb)) return 1.0;
  if (va + vb == 0.0) return difference > 0.0 ? 0.0 : 1.0;
  // Of the approximating t distribution (Welch and Satterthwaite), by shares: squares may underflow.
  const double share = va / (va + vb);
  const double degrees = 1.0 / (share * share / (a.size - 1) + (1.0 - share) * (1.0 - share) / (b.size - 1));
  const boost::math::students_t t(degrees);
  return 2.0 * boost::math::cdf(boost::math::complement(t, difference / std::sqrt(va + vb)));
}

Wilcoxon wilcoxon(std::span<const double> differences) {
  std::vector<double> sizes;
  std::vector<bool> positive;
  for (const double d : differences) {
    if (d == 0.0 || std::isnan(d)) continue;
    sizes.push_back(std::abs(d));
    positive.push_back(d > 0.0);
  }
  Wilcoxon result{.pairs = static_cast<int>(sizes.size())};
  if (sizes.empty()) return result;
  const std::vector<double> rank = analysis::mean_ranks(sizes);
  for (std::size_t i = 0; i < rank.size(); ++i) {
    if (positive[i]) result.plus += rank[i];
  }
  result.p = result.pairs <= kLargestExact ? exact_p(rank, result.plus) : normal_p(rank, result.plus);
  return result;
}

double least_p(int pairs) { return std::min(1.0, std::ldexp(2.0, -pairs)); }

}  // namespace hone::quality
