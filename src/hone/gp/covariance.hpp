// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/gp/inputs.hpp"

namespace hone::gp {

/// Matrices of order n between the training points, as the likelihood needs them: the kernel and the way back
/// from a derivative with respect to its entries to one with respect to the hyper-parameters. All large
/// memory is taken at the first use and kept. Private to gp.
///
/// The way back costs no more than the way there: the sensitivity of every entry to its squared distance is
/// one matrix, and that matrix times the coordinates gives the derivatives by all length-scales and all
/// coordinates (and through those by all warps) at once.
class TrainingCovariance {
 public:
  /// Both must outlive the object.
  TrainingCovariance(const Layout& layout, const Inputs& inputs);

  /// Works out all factors at the given hyper-parameters, which must stay until the last call that uses them.
  void compute(std::span<const double> theta);

  /// Lower triangle of K, without noise. May be called again after compute().
  void assemble(Eigen::MatrixXd& k);

  /// Adds to `gradient` the derivatives of a number L by length-scales, variances and warps, given the lower
  /// triangle of the symmetric dL/dK. Uses up what compute() prepared.
  void backward(const Eigen::MatrixXd& by_k, std::span<double> gradient);

  const Embedding& embedding() const noexcept { return embedding_; }

 private:
  // Where a factor stands in a term that has other factors too.
  struct Use {
    int variance;
    std::vector<int> others;
  };

  double parameter(int slot) const { return theta_[static_cast<std::size_t>(slot)]; }
  void add_product(const Layout::TermSlots& term, bool first, Eigen::MatrixXd& k);
  void backward_variances(const Eigen::MatrixXd& by_k, std::span<double> gradient);
  void chain(std::size_t factor, const Eigen::MatrixXd& by_k, Eigen::MatrixXd& out);
  void backward_stationary(std::size_t factor, const Eigen::MatrixXd& by_k, std::span<double> gradient);
  void backward_linear(std::size_t factor, const Eigen::MatrixXd& by_k, std::span<double> gradient);
  void add_by_coordinate(int column, double scale, Eigen::Index product_column);
  void backward_warps(std::span<double> gradient) const;

  const Layout& layout_;
  const Inputs& inputs_;
  std::vector<std::vector<Use>> uses_;  // per factor
  std::vector<std::vector<int>>
      single_uses_;               // per factor: variances of the terms that are this factor alone
  std::vector<char> as_product_;  // per factor: Linear and in no product, so it needs no matrix

  std::span<const double> theta_;
  Embedding embedding_;
  std::vector<Eigen::MatrixXd> value_;  // per factor
  std::vector<Eigen::MatrixXd> slope_;  // per stationary factor: its derivative by r²
  Eigen::MatrixXd by_warped_;           // n x numeric columns: dL / d warped coordinate
  Eigen::MatrixXd augmented_;           // n x (features + 1)
  Eigen::MatrixXd product_;             // n x features: a symmetric matrix times the features
  Eigen::MatrixXd upper_product_;
  Eigen::MatrixXd by_linear_;
  Eigen::ArrayXd column_;
  Eigen::ArrayXd column_sum_;
  std::vector<double> mismatch_;
};

}  // namespace hone::gp
