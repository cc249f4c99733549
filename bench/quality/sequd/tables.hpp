// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/quality/sequd/score_table.hpp"

namespace hone::quality::sequd {

/// Everything that the tables show.
struct TableInput {
  std::vector<Entrant> entrants = {};
  ScoreTable scores = {};  ///< a column for each entrant, values to be minimised
  int runs = 100;          ///< the paper's values stand beside ours for 100 only
  std::string command = {};
};

/// Tables 2 and 9 of the paper with our values above the paper's, what became of each method against the
/// paper's SeqUD column, and mean ranks; in Markdown.
std::string markdown_tables(const TableInput& input);

/// A method's name for people: "sequd (published)" for "sequd{variant=published}".
std::string display_name(const std::string& label);

}  // namespace hone::quality::sequd
