// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "hone/encode/encoding.hpp"
#include "hone/search/cells.hpp"

namespace hone::search {

/// Which parameters exist at a point, told from its coordinates: the conditions of a space, prepared so that
/// nothing is allocated for a point. Private to search.
class Presence {
 public:
  using Rows = Eigen::Ref<const Eigen::MatrixXd>;

  /// `cells` of each column of the encoding; none for real ones.
  Presence(const encode::Encoding& encoding, const std::vector<std::optional<Cells>>& cells);

  /// Writes for each parameter whether it exists in row `row`; `exists` has one entry for each parameter.
  void look(const Rows& points, Eigen::Index row, std::vector<char>& exists) const;

 private:
  /// One condition: the parent must exist and pass.
  struct Test {
    std::size_t parent;
    std::optional<Eigen::Index> column;  // of the parent; a constant has none
    Condition condition;
    std::vector<char> passing;  // for each cell of the parent when they are few; one entry for a constant
  };
  struct Step {
    std::size_t parameter;
    std::vector<Test> tests;
  };

  bool passes_at(const Test& test, double coordinate) const;

  std::vector<Step> steps_;  // conditional parameters, parents first
  std::vector<Domain> domains_;
  std::vector<std::optional<Cells>> cells_;
};

}  // namespace hone::search
