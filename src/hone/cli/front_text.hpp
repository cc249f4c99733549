// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "hone/cli/context.hpp"
#include "hone/cli/table.hpp"
#include "hone/core/study.hpp"

// How the Pareto-optimal trials of a study with several objectives are told.
namespace hone::cli {

/// "3 Pareto-optimal trials; hypervolume 0.52 up to (1.1, 20)", the latter for two or three objectives.
std::string front_line(const Study& study, std::span<const Trial> trials);

/// A row for each: number, objectives, parameters. From best to worst by the first objective.
Table front_table(const Study& study, std::span<const Trial> trials, std::size_t most = 1000000);

/// The line and the table; of very many the first 20, and how to see all.
void print_front(Context& context, const Study& study, std::span<const Trial> trials,
                 const std::string& where);

/// What stands for the values in a command line that is proposed: "VALUE", or "LOSS SPEED".
std::string value_words(const Study& study);

}  // namespace hone::cli
