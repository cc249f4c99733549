// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "hone/encode/encoding.hpp"
#include "hone/model/dataset.hpp"
#include "hone/numeric/nsga2.hpp"

namespace hone::samplers {

/// A search space as models and evolution see it. Model points are rows of the unit cube in which a category
/// is its index; genes are the same rows in which every finite domain is its index.
class ModelSpace {
 public:
  /// `encoding` uses Categories::Index and must outlive the object.
  explicit ModelSpace(const encode::Encoding& encoding);

  const model::Columns& columns() const noexcept { return columns_; }
  const std::vector<numeric::Gene>& genes() const noexcept { return genes_; }

  /// Model points of configurations, with the mask of what exists when something may not.
  model::Points points(std::span<const Configuration> configurations) const;
  model::Points points(const Eigen::Ref<const Eigen::MatrixXd>& genes) const;

  Eigen::MatrixXd to_genes(std::span<const Configuration> configurations) const;
  Configuration to_configuration(const Eigen::Ref<const Eigen::RowVectorXd>& genes) const;

  /// The configuration whose model point has these continuous coordinates, and the other parameters of
  /// `like`.
  Configuration at(const Eigen::VectorXd& point, const Configuration& like) const;

  /// True when every value of [0, 1] in this column means something else.
  bool continuous(std::size_t column) const;
  const Space& space() const noexcept { return encoding_.space(); }

  /// True when some configurations lack a parameter.
  bool conditional() const noexcept { return conditional_; }

 private:
  double coordinate(std::size_t column, double gene) const;
  void fill_row(const Configuration& configuration, model::Points& points, Eigen::Index row) const;

  const encode::Encoding& encoding_;
  model::Columns columns_;
  std::vector<numeric::Gene> genes_;
  bool conditional_ = false;
};

}  // namespace hone::samplers
