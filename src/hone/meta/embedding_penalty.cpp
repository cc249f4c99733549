// SPDX-License-Identifier: MIT
#include "hone/meta/embedding_penalty.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include "hone/numeric/blas.hpp"

namespace hone::meta {
namespace {

namespace blas = numeric::blas;
using Eigen::Index;
using Eigen::MatrixXf;

constexpr auto kPeak = static_cast<float>(std::numbers::inv_sqrtpi / std::numbers::sqrt2);

// Φ(z) from the density φ(z), to 7.5e-8: Abramowitz and Stegun, 26.2.17.
float share_below(float z, float density) {
  const float t = 1.0F / (1.0F + 0.2316419F * std::abs(z));
  const float tail =
      density * t *
      (0.319381530F + t * (-0.356563782F + t * (1.781477937F + t * (-1.821255978F + t * 1.330274429F))));
  return z < 0.0F ? tail : 1.0F - tail;
}

// Insertion sort: from one step of a training to the next hardly anything changes places.
template <class Row>
void sort_again(Eigen::Ref<Eigen::VectorXi> order, const Row& values) {
  for (Index i = 1; i < order.size(); ++i) {
    const int moved = order[i];
    Index at = i;
    for (; at > 0 && values[order[at - 1]] > values[moved]; --at) order[at] = order[at - 1];
    order[at] = moved;
  }
}

}  // namespace

PenaltyWeights penalty_weights(int n, int d) {
  const double rows = n;
  const double columns = d;
  const double ranks = (1.0 + (2.0 * rows + 1.0) / (rows * rows)) / (6.0 * (rows + 1.0));
  const double covariance = ((columns - 1.0) * (rows - 1.0) + 2.0 * rows - 1.0) / (columns * rows * rows);
  return {.ranks = 0.5 / ranks, .covariance = 0.5 / covariance};
}

double EmbeddingPenalty::add(const MatrixXf& embeddings, float scale, Eigen::Ref<MatrixXf> gradient) {
  return add_ranks(embeddings, scale, gradient) + add_covariance(embeddings, scale, gradient);
}

// dK/dz = 2 / (T d) (Φ(z) - (r - ½) / T) φ(z), the ranks held fixed.
double EmbeddingPenalty::add_ranks(const MatrixXf& embeddings, float scale, Eigen::Ref<MatrixXf> gradient) {
  const Index tasks = embeddings.cols();
  if (order_.rows() != tasks || order_.cols() != embeddings.rows()) {
    order_.resize(tasks, embeddings.rows());
    for (auto column : order_.colwise()) std::iota(column.begin(), column.end(), 0);
  }
  const float share = 1.0F / static_cast<float>(tasks);
  const float count = static_cast<float>(embeddings.size());
  const auto weight = static_cast<float>(weights_.ranks);
  double sum = 0.0;
  by_dimension_ = embeddings.transpose();  // so that neighbours lie beside each other
  for (Index j = 0; j < embeddings.rows(); ++j) {
    const auto values = by_dimension_.col(j);
    sort_again(order_.col(j), values);
    for (Index i = 0; i < tasks; ++i) {
      const int task = order_(i, j);
      const float z = values[task];
      const float density = kPeak * std::exp(-0.5F * z * z);
      const float error = share_below(z, density) - (static_cast<float>(i) + 0.5F) * share;
      sum += static_cast<double>(error) * static_cast<double>(error);
      gradient(j, task) += scale * weight * 2.0F / count * error * density;
    }
  }
  return weights_.ranks * sum / static_cast<double>(embeddings.size());
}

// With Z centred, S = Z Zᵀ / T and dV/dZ = 4 / (d² T) (S - I) Z; centring adds nothing, as the rows of Z sum
// to zero.
double EmbeddingPenalty::add_covariance(const MatrixXf& embeddings, float scale,
                                        Eigen::Ref<MatrixXf> gradient) {
  const Index d = embeddings.rows();
  const auto tasks = static_cast<float>(embeddings.cols());
  centred_ = embeddings.colwise() - embeddings.rowwise().mean();
  covariance_.resize(d, d);
  blas::gemm(blas::Op::Plain, blas::Op::Transposed, 1.0F / tasks, centred_, centred_, 0.0F, covariance_);
  covariance_.diagonal().array() -= 1.0F;
  const double entries = static_cast<double>(d) * static_cast<double>(d);
  const auto weight = static_cast<float>(weights_.covariance * 4.0 / entries);
  blas::gemm(blas::Op::Plain, blas::Op::Plain, scale * weight / tasks, covariance_, centred_, 1.0F, gradient);
  return weights_.covariance * static_cast<double>(covariance_.squaredNorm()) / entries;
}

}  // namespace hone::meta
