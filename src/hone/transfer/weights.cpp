// SPDX-License-Identifier: MIT
#include "hone/transfer/weights.hpp"

#include <algorithm>

namespace hone::transfer {
namespace {

using Eigen::Index;

Losses columns_of(const Losses& losses, const std::vector<Index>& columns) {
  Losses some(losses.rows(), static_cast<Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i) some.col(static_cast<Index>(i)) = losses.col(columns[i]);
  return some;
}

}  // namespace

Eigen::VectorXd win_shares(const Losses& losses) {
  Eigen::VectorXd shares = Eigen::VectorXd::Zero(losses.cols());
  const Eigen::Matrix<std::int32_t, Eigen::Dynamic, 1> least = losses.rowwise().minCoeff();
  Eigen::VectorXd part = Eigen::VectorXd::Zero(losses.rows());  // of a sample that each of its winners gets
  for (Index i = 0; i < losses.cols(); ++i) {
    part.array() += (losses.col(i).array() == least.array()).cast<double>();
  }
  part = part.cwiseInverse();
  for (Index i = 0; i < losses.cols(); ++i) {
    shares[i] = (losses.col(i).array() == least.array()).select(part.array(), 0.0).sum();
  }
  return shares / static_cast<double>(losses.rows());
}

Eigen::VectorXd drop_probabilities(const Losses& losses, const Progress& progress) {
  const Index sources = losses.cols() - 1;
  const double left =
      1.0 - std::min(1.0, static_cast<double>(progress.evaluated) / static_cast<double>(progress.horizon));
  Eigen::VectorXd out(sources);
  for (Index i = 0; i < sources; ++i) {
    const Index wins = (losses.col(i).array() < losses.col(sources).array()).count();
    const double share =
        static_cast<double>(wins) / (static_cast<double>(losses.rows()) * (1.0 + progress.alpha));
    out[i] = 1.0 - left * share;
  }
  return out;
}

Eigen::VectorXd ranking_weights(const Losses& losses, const Progress& progress, Rng& rng) {
  const Eigen::VectorXd drop = drop_probabilities(losses, progress);
  std::vector<Index> kept;
  for (Index i = 0; i < drop.size(); ++i) {
    if (!(rng.uniform() < drop[i])) kept.push_back(i);
  }
  kept.push_back(drop.size());
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(losses.cols());
  const Eigen::VectorXd shares = win_shares(columns_of(losses, kept));
  for (std::size_t i = 0; i < kept.size(); ++i) weights[kept[i]] = shares[static_cast<Index>(i)];
  return weights;
}

}  // namespace hone::transfer
