// SPDX-License-Identifier: MIT
#include "hone/search/region.hpp"

#include <algorithm>
#include <cmath>

namespace hone::search {

using Eigen::Index;

Region::Region(Eigen::RowVectorXd centre, double reach) : centre_(std::move(centre)) {
  reach_ = Eigen::RowVectorXd::Constant(centre_.size(), reach);
}

Region::Region(Eigen::RowVectorXd centre, Eigen::RowVectorXd reach)
    : centre_(std::move(centre)), reach_(std::move(reach)) {}

double Region::lower(Index column) const {
  return everywhere() ? 0.0 : std::max(0.0, centre_[column] - reach_[column]);
}

double Region::upper(Index column) const {
  return everywhere() ? 1.0 : std::min(1.0, centre_[column] + reach_[column]);
}

bool Region::contains(const SearchSpace& space, const Eigen::Ref<const Eigen::RowVectorXd>& point) const {
  for (Index j = 0; !everywhere() && j < point.size(); ++j) {
    if (!space.columns()[static_cast<std::size_t>(j)].is_number()) continue;
    // A cell more, as the next value is near whatever its distance.
    const double room = std::max(reach_[j], step(space, j));
    if (std::abs(point[j] - centre_[j]) > room * (1.0 + 1e-12)) return false;
  }
  return true;
}

// How far apart neighbouring values are, as far as that is the same everywhere; 0 for real numbers.
double Region::step(const SearchSpace& space, Index column) const {
  const Cells* cells = space.cells(column);
  if (cells == nullptr || cells->count() < 2) return 0.0;
  const std::int64_t here = cells->find(centre_[column]);
  const std::int64_t next = here + 1 < cells->count() ? here + 1 : here - 1;
  return std::abs(cells->middle(next) - cells->middle(here));
}

// The next value up or down, or another category.
double Region::stepped(const SearchSpace& space, Index column, Rng& rng) const {
  const Cells& cells = *space.cells(column);
  const std::int64_t here = cells.find(centre_[column]);
  if (!space.columns()[static_cast<std::size_t>(column)].is_number()) {
    const auto other = static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(cells.count() - 1)));
    return cells.middle(other < here ? other : other + 1);
  }
  const std::int64_t next = here + (rng.chance(0.5) ? 1 : -1);
  return cells.middle(next < 0 ? here + 1 : next < cells.count() ? next : here - 1);
}

void Region::draw(const SearchSpace& space, Rng& rng, Eigen::Ref<Eigen::RowVectorXd> point) const {
  const auto is_coarse = [&](Index j) {
    const Cells* cells = space.cells(j);
    if (cells == nullptr || cells->count() < 2) return false;
    return !space.columns()[static_cast<std::size_t>(j)].is_number() || step(space, j) > reach_[j];
  };
  int coarse = 0;
  for (Index j = 0; j < point.size(); ++j) coarse += is_coarse(j) ? 1 : 0;
  for (Index j = 0; j < point.size(); ++j) {
    if (is_coarse(j)) {
      // One such step in a draw on average, or more where the reach is wide.
      const bool leave = rng.chance(std::max(std::min(reach_[j], 1.0), 1.0 / (coarse + 1)));
      point[j] = leave ? stepped(space, j, rng) : centre_[j];
    } else if (space.columns()[static_cast<std::size_t>(j)].is_number()) {
      point[j] = rng.uniform(lower(j), upper(j));
    } else {
      point[j] = centre_[j];
    }
  }
}

}  // namespace hone::search
