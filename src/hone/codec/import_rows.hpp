// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hone/codec/json.hpp"
#include "hone/core/study.hpp"

namespace hone::codec {

/// Earlier results as read from a table: those that fit the study, and a complaint for each row that does
/// not.
struct ImportedRows {
  std::vector<Trial> trials;          ///< with the numbers of the table, or their positions in it
  std::vector<std::string> problems;  ///< "results.csv:12: parameter 'C': ..."
  std::vector<std::string> remarks;   ///< columns that became attributes, rows that were left out
  std::int64_t left_out = 0;          ///< rows that an export marked as outside the space, and that are
  std::map<TrialState, std::int64_t> open = {};  ///< rows of trials that did not end, or were deleted
  /// Rows with a value of a parameter that does not exist under their other values, by its name. Such a value
  /// had no say in the result and is left out.
  std::map<std::string, std::int64_t> inactive = {};
  std::int64_t with_inactive = 0;  ///< rows with any such value
};

/// Reads CSV: columns are parameters, objectives (or `value`), and optionally state, error, created, started,
/// finished, number, attr.NAME, note.NAME; others become attributes. Throws Error(InvalidFile) when it is no
/// table or lacks a column that every row needs.
ImportedRows read_csv_rows(std::string_view text, const std::string& file, const Study& study);

/// The value of a parameter in a cell of such a table. A word that is one of the choices with its blanks
/// keeps them.
Value setting_in_cell(const std::string& cell, const Domain& domain);

/// Reads JSON: an array of trials as 'hone export' writes it, or an object with such an array under "trials".
ImportedRows read_json_rows(std::string_view text, const std::string& file, const Study& study);

/// A row as it stands in a file, with its place for messages.
struct ListedResult : RowResult {
  std::string where;
};

/// The same JSON for who learns from it in a space of its own: settings are not looked at, only the results,
/// which must be of the study's objectives. Rows that never ended and those that an export marks as outside
/// its own space are left out. Throws Error(InvalidFile) for the first row that cannot be read.
std::vector<ListedResult> read_json_results(std::string_view text, const std::string& file,
                                            const Study& study);

/// True when the text is a list whose first entry looks like a trial of an export.
bool begins_with_trial(std::string_view json);

}  // namespace hone::codec
