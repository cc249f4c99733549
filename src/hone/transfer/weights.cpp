// SPDX-License-Identifier: MIT
#include "hone/transfer/weights.hpp"

#include <algorithm>

#include "hone/base/index.hpp"

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

Eigen::VectorXd drop_probabilities(const Losses& losses, const Dilution& progress) {
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

Weighing ranking_weights(const Losses& losses, const Eigen::VectorXd& drop_probabilities, Rng& rng) {
  Weighing out{Eigen::VectorXd::Zero(losses.cols()), {}};
  std::vector<Index> kept;
  for (Index i = 0; i < drop_probabilities.size(); ++i) {
    out.dropped.push_back(rng.uniform() < drop_probabilities[i]);
    if (!out.dropped.back()) kept.push_back(i);
  }
  kept.push_back(drop_probabilities.size());
  const Eigen::VectorXd shares = win_shares(columns_of(losses, kept));
  for (std::size_t i = 0; i < kept.size(); ++i) out.weights[kept[i]] = shares[static_cast<Index>(i)];
  return out;
}

Weighing kernel_weights(const Eigen::VectorXd& discordant_shares, double bandwidth) {
  const Index sources = discordant_shares.size();
  Weighing out{Eigen::VectorXd::Constant(sources + 1, 0.75), std::vector<bool>(index(sources), false)};
  for (Index i = 0; i < sources; ++i) {
    const double ratio = discordant_shares[i] / bandwidth;
    out.weights[i] = ratio < 1.0 ? 0.75 * (1.0 - ratio * ratio) : 0.0;
  }
  out.weights /= out.weights.sum();
  return out;
}

}  // namespace hone::transfer
