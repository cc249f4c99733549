// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bench/quality/problem.hpp"
#include "hone/core/study.hpp"

namespace hone::quality::sequd {

/// One evaluation of a sequential design, as its notes tell it.
struct Evaluated {
  std::vector<double> x = {};
  double value = 0.0;
  int stage = 1;
  int zoom = 1;                            ///< 1 for the whole space
  int levels = 1;                          ///< of the design of the stage
  std::optional<std::size_t> centre = {};  ///< which evaluation was zoomed into
};

/// How points are asked for.
struct Asking {
  int width = 1;         ///< points that are evaluated at the same time
  bool together = true;  ///< all at once when all are done; else one whenever the oldest is done
};

/// What a sequential design evaluates on a function of real parameters, in the order in which it is proposed.
std::vector<Evaluated> trace_search(const Problem& problem, const Choice& sampler, std::uint64_t seed,
                                    int runs, Asking asking = {});

}  // namespace hone::quality::sequd
