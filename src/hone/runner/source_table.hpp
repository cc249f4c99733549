// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hone/core/sampler_input.hpp"

// Results that come as a table know no search space of their own. A column is read as the parameter of the
// same name in the study that learns: its kind and scale, with its range widened to hold every value; choices
// are added to. Conditions stay where the parameter they look at has a column too; constraints and pools do
// not apply. Other columns are passed over. The objectives are those of the study that learns.
namespace hone::runner {

/// A CSV file: parameters, a column for each objective (by its name, or `value` for a single one), and
/// optionally `state` and `number` as `hone export` writes them. A row without a finite value has failed; one
/// that waits or runs is left out. Throws Error(InvalidFile) "<name>:<line>: ..." for what cannot be read.
SourceStudy read_source_table(std::string_view text, const std::string& name, const Study& target);

/// A JSON file as `hone export` writes it: the fields of its `params` stand for columns. Throws
/// Error(InvalidFile) for what cannot be read.
SourceStudy read_source_json(std::string_view text, const std::string& name, const Study& target);

/// Rows that stand in the study itself.
SourceStudy read_source_rows(const RowsSource& source, const Study& target);

}  // namespace hone::runner
