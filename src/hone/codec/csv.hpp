// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/domain.hpp"
#include "hone/core/note.hpp"

namespace hone::codec {

/// A table of texts with a header.
struct CsvTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  ///< each as long as columns
  std::vector<int> lines;                      ///< where each row begins in the file, from 1
};

/// Reads comma-separated values: a header row, cells in quotes when they hold commas, quotes (doubled) or
/// line ends (RFC 4180); lines may end with CRLF, empty lines are skipped. Throws Error(InvalidFile)
/// "<name>:<line>: ..." when a quote is not closed, a row has another number of cells than the header, or a
/// column name is empty or there twice. A byte-order mark in front is passed over. A cell that begins with
/// "\escaped:" is taken as append_csv() wrote it.
CsvTable read_csv(std::string_view text, const std::string& name);

/// "semicolons" or "tabs" when a header of one column looks as if these separated several; otherwise empty.
std::string other_separator(std::span<const std::string> columns);

/// How a text is written that would not be read back as one, since it is empty or looks like a number: with
/// "\text:" in front.
std::string text_cell(std::string_view word);
bool is_text_cell(std::string_view cell);

/// What a cell means: true, false, an integer, a number, otherwise the text, and always that after "\text:".
Value value_from_cell(std::string_view cell);
/// The same for an attribute, which may also be null, a list or a map: "[1,2]". What is no JSON is a text.
Value attribute_from_cell(std::string_view cell);
/// The same for a parameter, where a choice written as a text may look like a number: "1", "true". Null,
/// lists and maps are read where they are choices.
Value value_from_cell(std::string_view cell, const Domain& domain);
/// The same for what a sampler noted, where "[0.1,2]" is a list of numbers.
Note note_from_cell(std::string_view cell);

/// Appends one row with a line end; quotes only what needs quotes. A cell with control characters or bytes
/// that are not UTF-8 (base/printable.hpp), line ends and tabs apart, is written as "\escaped:" and the text
/// with \x1b for the character and \\ for a backslash: a table does not steer the terminal it is shown on.
void append_csv(std::string& out, std::span<const std::string> cells);

}  // namespace hone::codec
