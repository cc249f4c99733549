// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/codec/column_names.hpp"
#include "hone/core/study.hpp"

// All trials of a study as text that read_csv_rows() and read_json_rows() take back.
namespace hone::codec {

/// What columns of such files are called.
ColumnNames csv_names(const Study& study);

/// One line for each trial: number, state, parameters, objectives, times, attempt, error, people's notes,
/// what the sampler noted as note.NAME and attributes as attr.NAME. Where a name would mean something else
/// the column has its full name: objective.NAME, trial.error (ColumnNames).
std::string trials_csv(const Study& study, const std::vector<Trial>& trials);

/// An array with one trial on each line: readable, and small next to indented JSON.
std::string trials_json(const Study& study, const std::vector<Trial>& trials);

}  // namespace hone::codec
