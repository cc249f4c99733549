// SPDX-License-Identifier: MIT
#include "hone/transfer/ranking_errors.hpp"

namespace hone::transfer {

RankingErrors::RankingErrors(int points, const std::function<bool(int, int)>& is_wrong) : points_(points) {
  for (int k = 0; k < points; ++k) {
    if (is_wrong(k, k)) pairs_.push_back({k, k, false});
    for (int l = k + 1; l < points; ++l) {
      const bool forth = is_wrong(k, l);
      const bool back = is_wrong(l, k);
      if (forth || back) pairs_.push_back({k, l, forth && back});
    }
  }
}

RankingErrors RankingErrors::of_means(const Eigen::VectorXd& means, const Eigen::VectorXd& observed) {
  return RankingErrors(static_cast<int>(observed.size()),
                       [&](int k, int l) { return (means[k] < means[l]) != (observed[k] < observed[l]); });
}

RankingErrors RankingErrors::of_left_out(const Eigen::VectorXd& means, const Eigen::VectorXd& observed,
                                         TargetRule rule) {
  if (rule == TargetRule::LeftOut) return of_means(means, observed);
  return RankingErrors(static_cast<int>(observed.size()),
                       [&](int k, int l) { return (means[k] < observed[l]) != (observed[k] < observed[l]); });
}

RankingErrors RankingErrors::of_left_out_models(const Eigen::MatrixXd& expected,
                                                const Eigen::VectorXd& observed) {
  return RankingErrors(static_cast<int>(observed.size()), [&](int k, int l) {
    return (expected(k, k) < expected(k, l)) != (observed[k] < observed[l]);
  });
}

long RankingErrors::loss() const {
  long sum = 0;
  for (const Pair& pair : pairs_) sum += pair.twice ? 2 : 1;
  return sum;
}

}  // namespace hone::transfer
