// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/quality/statistics.hpp"

// What Yang and Zhang (JMLR 22, 149, 2021) printed of the methods they compared, and the same with ours.
namespace hone::quality::sequd {

/// The columns of their tables: Grid, Rand, LHS, Sobol, UD, SeqRand, TPE, SMAC, GP-EI, SeqUD.
const std::vector<std::string>& published_methods();
inline constexpr int kPublishedRuns = 100;         ///< of each search in the paper's tables 2 and 9
inline constexpr std::size_t kPublishedSeqUd = 9;  ///< the last of them

/// Best values after 100 runs on one function, over 100 repetitions, to be minimised: table 9, and table 2
/// with the signs turned. Five cells that are garbled in the text are read as recomputing them confirmed.
struct PublishedRow {
  std::string function = {};
  double rounding = 0.0;  ///< half a unit of the last digit printed
  std::vector<std::optional<Sample>> cells = {};
};
const std::vector<PublishedRow>& published_rows();

/// The row of a function; nullptr when there is none.
const PublishedRow* published_row(const std::string& function);

/// Which of the columns is the same method as one of ours, options or not: "sequd{shots=3}" is SeqUD.
std::optional<std::size_t> published_counterpart(const std::string& label);

}  // namespace hone::quality::sequd
