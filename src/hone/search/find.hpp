// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "hone/acquisition/acquisition.hpp"
#include "hone/encode/feasible.hpp"
#include "hone/numeric/nsga2.hpp"
#include "hone/search/region.hpp"
#include "hone/search/search_space.hpp"

namespace hone::search {

/// What a search found, row by row: nothing has to be converted or scored again.
struct Candidates {
  std::vector<Configuration> configurations;
  model::Points points;
  Eigen::MatrixXd scores;           ///< one row for each, all to be minimised
  std::vector<Eigen::Index> front;  ///< rows that no other row dominates

  Eigen::Index size() const noexcept { return points.rows(); }
};

/// How hard to look.
struct SearchOptions {
  /// Its seed is taken from the query. With one generation points are drawn and judged, and nothing evolves.
  numeric::Nsga2Options evolution = {};
  /// Of a space that is judged whole: how many come back besides the front.
  int keep = 200;
};

/// What to look for besides good scores.
struct SearchQuery {
  Region region = {};
  /// Where the search begins, besides chance.
  std::span<const Configuration> start = {};
  /// What may be found among what the space allows; everything when there is none. Where the space is not
  /// judged whole the rest is left out at the end only, so it should be a small part.
  encode::Wanted wanted = nullptr;
  std::uint64_t seed = 0;
};

/// Good points for any set of scores: one score, or several that are weighed against each other. A pool of
/// candidates, or a space of few configurations, is judged whole, and of those the ones that some score ranks
/// highest come back; otherwise NSGA-II searches the mixed space. Only configurations that the space allows
/// come out, none twice; none at all when the region has none that is wanted. Deterministic in the seed.
Candidates find(const SearchSpace& space, const acquisition::Acquisition& scores, const SearchQuery& query,
                const SearchOptions& options = {});

}  // namespace hone::search
