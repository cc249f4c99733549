// SPDX-License-Identifier: MIT
#include "hone/analysis/signed_rank.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "hone/analysis/hypothesis.hpp"
#include "hone/numeric/normal.hpp"

namespace hone::analysis {
namespace {

constexpr std::size_t kMostExact = 100;

/// Twice the ranks, which are whole numbers even where ties share the mean of theirs.
std::vector<std::int64_t> doubled_ranks(std::span<const double> differences) {
  std::vector<double> sizes;
  for (const double difference : differences) sizes.push_back(std::abs(difference));
  std::vector<std::int64_t> ranks;
  for (const double rank : mean_ranks(sizes)) ranks.push_back(std::llround(2.0 * rank));
  return ranks;
}

/// Each rank is in the sum or not, with even odds: by how many ways each sum comes about, as a share of all.
double exact_tail(const std::vector<std::int64_t>& ranks, std::int64_t sum) {
  std::int64_t largest = 0;
  for (const std::int64_t rank : ranks) largest += rank;
  std::vector<double> chance(static_cast<std::size_t>(largest) + 1, 0.0);
  chance[0] = 1.0;
  std::int64_t reached = 0;
  for (const std::int64_t rank : ranks) {
    reached += rank;
    for (std::int64_t s = reached; s >= 0; --s) {
      const auto at = static_cast<std::size_t>(s);
      chance[at] *= 0.5;
      if (s >= rank) chance[at] += 0.5 * chance[static_cast<std::size_t>(s - rank)];
    }
  }
  double tail = 0.0;
  for (std::int64_t s = largest; s >= sum; --s) tail += chance[static_cast<std::size_t>(s)];
  return tail;
}

double normal_tail(const std::vector<std::int64_t>& ranks, std::int64_t sum) {
  double mean = 0.0, variance = 0.0;
  for (const std::int64_t rank : ranks) {
    mean += 0.5 * static_cast<double>(rank);
    variance += 0.25 * static_cast<double>(rank) * static_cast<double>(rank);
  }
  if (variance == 0.0) return 1.0;
  return numeric::normal_cdf((mean - static_cast<double>(sum)) / std::sqrt(variance));
}

}  // namespace

std::optional<double> signed_rank_p(std::span<const double> differences) {
  if (differences.empty()) return std::nullopt;
  for (const double difference : differences)
    if (std::isnan(difference)) return std::nullopt;
  const std::vector<std::int64_t> ranks = doubled_ranks(differences);
  // Half of the rank of a zero is there in any case, on either side of the comparison, and drops out.
  std::vector<std::int64_t> moving;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (differences[i] == 0.0) continue;
    moving.push_back(ranks[i]);
    if (differences[i] > 0.0) sum += ranks[i];
  }
  return moving.size() <= kMostExact ? exact_tail(moving, sum) : normal_tail(moving, sum);
}

}  // namespace hone::analysis
