// SPDX-License-Identifier: MIT
#include "hone/analysis/noise_check.hpp"

#include <algorithm>
#include <cmath>

namespace hone::analysis {
namespace {

double group_mean(const std::vector<double>& group) {
  double sum = 0.0;
  for (const double value : group) sum += value - group.front();
  return group.front() + sum / static_cast<double>(group.size());
}

double deviation_of(const std::vector<double>& group, double mean) {
  double sum = 0.0;
  for (const double value : group) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(group.size() - 1));
}

double pooled_deviation(const Groups& groups, const std::vector<double>& deviations) {
  double sum = 0.0;
  double freedom = 0.0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto own = static_cast<double>(groups[i].size() - 1);
    sum += own * deviations[i] * deviations[i];
    freedom += own;
  }
  return std::sqrt(sum / freedom);
}

NoiseVerdict judge(const NoiseCheck& check) {
  const double levene = check.levene_median ? check.levene_median->p : 1.0;
  const double fligner = check.fligner_killeen ? check.fligner_killeen->p : 1.0;
  const bool uneven =
      std::min(levene, fligner) < kSignificant / 2.0 || std::max(levene, fligner) < kSignificant;
  return uneven ? NoiseVerdict::Uneven : NoiseVerdict::Even;
}

}  // namespace

NoiseCheck check_noise(const Groups& groups) {
  NoiseCheck check;
  if (groups.size() < 2) return check;
  for (const std::vector<double>& group : groups) {
    if (group.size() < kLeastRepeats) return {};
    check.means.push_back(group_mean(group));
    check.deviations.push_back(deviation_of(group, check.means.back()));
  }
  const auto constant = [](const std::vector<double>& group) {
    return std::all_of(group.begin(), group.end(), [&](double value) { return value == group.front(); });
  };
  if (std::all_of(groups.begin(), groups.end(), constant)) {
    check.verdict = NoiseVerdict::None;
    return check;
  }
  check.levene_mean = levene(groups, Centre::Mean);
  check.levene_median = levene(groups, Centre::Median);
  check.fligner_killeen = fligner_killeen(groups);
  check.pooled = pooled_deviation(groups, check.deviations);
  check.growth = correlation(mean_ranks(check.means), mean_ranks(check.deviations));
  check.verdict = judge(check);
  return check;
}

}  // namespace hone::analysis
