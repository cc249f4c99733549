// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hone/encode/encoding.hpp"
#include "hone/model/dataset.hpp"
#include "hone/search/cells.hpp"
#include "hone/search/presence.hpp"

namespace hone::search {

/// Every configuration that may be proposed, where these are few.
struct Whole {
  std::vector<Configuration> configurations;
  model::Points points;
};

/// A search space as models and evolution see it. A point has one coordinate for each parameter that varies:
/// a number of [0, 1], or the index of a category (see numeric::Column). Owns its encoding; a value, and
/// cheap to copy, as what is large is shared and never changes.
class SearchSpace {
 public:
  explicit SearchSpace(Space space);

  const Space& space() const noexcept { return encoding_.space(); }
  const encode::Encoding& encoding() const noexcept { return encoding_; }
  const numeric::Columns& columns() const noexcept { return columns_; }
  Eigen::Index dimensions() const noexcept { return static_cast<Eigen::Index>(columns_.size()); }
  /// True when some configurations lack a parameter.
  bool conditional() const noexcept { return presence_ != nullptr; }
  /// True when not every point of the cube can be proposed as it is.
  bool needs_repair() const noexcept { return conditional() || has_cells_ || !space().constraints().empty(); }

  /// The pool of candidates, or all configurations of a space of at most kFew; nothing when there are more.
  const Whole* whole() const noexcept { return whole_.get(); }
  /// So many configurations are cheaper to judge one by one than by evolution.
  static constexpr std::uint64_t kFew = 4000;

  /// Points of configurations, with the mask of what exists when something may not.
  model::Points points(std::span<const Configuration> configurations) const;
  model::Points point(const Configuration& configuration) const { return points({&configuration, 1}); }
  /// Tidy rows with their mask.
  model::Points with_mask(Eigen::MatrixXd rows) const;

  /// Moves ordered coordinates to the middle of their cells, and those that do not exist to where points()
  /// has them. Constraints are not looked at.
  void tidy(Eigen::Ref<Eigen::MatrixXd> rows) const;

  /// The configuration at a point that is tidy.
  Configuration configuration(const Eigen::Ref<const Eigen::RowVectorXd>& point) const;

  /// The cells of a column; nullptr for a real one.
  const Cells* cells(Eigen::Index column) const;

 private:
  void fill_row(const Configuration& configuration, model::Points& points, Eigen::Index row) const;
  double where_missing(std::size_t column) const;

  encode::Encoding encoding_;
  numeric::Columns columns_;
  bool has_cells_ = false;
  // Immutable, hence shared by copies.
  std::shared_ptr<const std::vector<std::optional<Cells>>> cells_;
  std::shared_ptr<const Presence> presence_;  // none when every configuration has every parameter
  std::shared_ptr<const Whole> whole_;
};

}  // namespace hone::search
