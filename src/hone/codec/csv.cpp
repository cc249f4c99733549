// SPDX-License-Identifier: MIT
#include "hone/codec/csv.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/codec/json_reader.hpp"
#include "hone/codec/node.hpp"

namespace hone::codec {
namespace {

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  bool at_end() const { return at_ == text_.size(); }
  int line() const { return line_; }

  bool skip_empty_line() {
    if (text_[at_] != '\n' && text_[at_] != '\r') return false;
    end_of_line();
    return true;
  }

  std::vector<std::string> row() {
    std::vector<std::string> cells;
    while (true) {
      cells.push_back(cell());
      if (at_end() || text_[at_] != ',') break;
      ++at_;
    }
    end_of_line();
    return cells;
  }

  [[noreturn]] void refuse(int line, const std::string& problem, const std::string& remedy) const {
    throw Error(ErrorCode::InvalidFile, problem, remedy).within(text(name_, ":", line));
  }

 private:
  std::string cell() {
    if (!at_end() && text_[at_] == '"') return quoted_cell();
    const std::size_t start = at_;
    while (!at_end() && text_[at_] != ',' && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
    const std::string_view found = text_.substr(start, at_ - start);
    if (found.find('"') != std::string_view::npos) {
      refuse(line_, "a quote stands inside the cell " + in_quotes(found),
             "put the whole cell in quotes and double the inner ones");
    }
    return std::string(found);
  }

  std::string quoted_cell() {
    const int start = line_;
    std::string out;
    for (++at_; !at_end(); ++at_) {
      if (text_[at_] == '"') {
        ++at_;
        if (at_end() || text_[at_] != '"') return out;
      }
      if (text_[at_] == '\n') ++line_;
      out += text_[at_];
    }
    refuse(start, "a quoted cell is not closed", "add the closing quote");
  }

  void end_of_line() {
    if (at_end()) return;
    const bool paired = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
    if (text_[at_] != '\n' && text_[at_] != '\r') {
      refuse(line_, "something follows the closing quote of a cell",
             "put a comma between cells, and double quotes inside them");
    }
    at_ += paired ? 2 : 1;
    ++line_;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  int line_ = 1;
};

void check_columns(const CsvReader& reader, const std::vector<std::string>& columns, int line) {
  std::unordered_set<std::string> seen;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].empty())
      reader.refuse(line, text("column ", i + 1, " has no name"), "name every column in the first row");
    if (!seen.insert(columns[i]).second) {
      reader.refuse(line, "the column " + in_quotes(columns[i]) + " is there twice", "rename one");
    }
  }
}

/// What a spreadsheet may write before everything else, so that its file is known to be UTF-8.
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// What stands before a cell that is a text although it looks like something else.
constexpr std::string_view kText = "\\text:";

// What stands before a cell in which characters are escaped.
constexpr std::string_view kEscaped = "\\escaped:";

std::string encoded(const std::string& cell) {
  const bool plain = printable_lines(cell) == cell && !cell.starts_with(kEscaped);
  return plain ? cell : std::string(kEscaped) + escaped(cell);
}

std::string decoded(std::string cell) {
  if (!cell.starts_with(kEscaped)) return cell;
  return unescaped(std::string_view(cell).substr(kEscaped.size())).value_or(cell);
}

/// The null, list or map that a cell holds as JSON; nothing when it is something else.
std::optional<Compound> compound_in(std::string_view cell) {
  cell = trim(cell);
  if (cell == "null") return Compound();
  const bool looks =
      (cell.starts_with('[') && cell.ends_with(']')) || (cell.starts_with('{') && cell.ends_with('}'));
  if (!looks || cell.size() > Compound::kMostBytes * 2) return std::nullopt;
  try {
    Node tree = read_json(cell, "cell");
    unwrap_numbers(tree);
    return std::get<Compound>(value_of(tree));
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::string other_separator(std::span<const std::string> columns) {
  if (columns.size() != 1) return "";
  if (columns[0].find(';') != std::string::npos) return "semicolons";
  return columns[0].find('\t') != std::string::npos ? "tabs" : "";
}

CsvTable read_csv(std::string_view text, const std::string& name) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  CsvReader reader(text, name);
  CsvTable table;
  while (!reader.at_end()) {
    if (reader.skip_empty_line()) continue;
    const int line = reader.line();
    std::vector<std::string> cells = reader.row();
    for (std::string& cell : cells) cell = decoded(std::move(cell));
    if (table.columns.empty()) {
      check_columns(reader, cells, line);
      table.columns = std::move(cells);
      continue;
    }
    if (cells.size() != table.columns.size()) {
      if (const std::string separator = other_separator(table.columns); !separator.empty())
        reader.refuse(1, "the cells of the first row are separated by " + separator,
                      "separate cells by commas, and write numbers with a decimal point");
      reader.refuse(line,
                    hone::text("the row has ", counted(static_cast<std::int64_t>(cells.size()), "cell"),
                               " and the header ", table.columns.size()),
                    "give every row one cell for each column, and quote cells that hold a comma");
    }
    table.rows.push_back(std::move(cells));
    table.lines.push_back(line);
  }
  if (table.columns.empty()) reader.refuse(1, "the table is empty", "begin with a row of column names");
  return table;
}

std::string text_cell(std::string_view word) { return std::string(kText) + std::string(word); }

bool is_text_cell(std::string_view cell) { return cell.starts_with(kText); }

Value value_from_cell(std::string_view cell) {
  if (is_text_cell(cell)) return std::string(cell.substr(kText.size()));
  Value value = plain_value(trim(cell));
  return std::holds_alternative<std::string>(value) ? Value(std::string(cell)) : value;
}

Value attribute_from_cell(std::string_view cell) {
  auto compound = compound_in(cell);
  return compound ? Value(*std::move(compound)) : value_from_cell(cell);
}

Value value_from_cell(std::string_view cell, const Domain& domain) {
  if (is_text_cell(cell)) return value_from_cell(cell);
  if (auto compound = compound_in(cell); compound && contains(domain, *compound)) return *std::move(compound);
  Value guess = value_from_cell(cell);
  const Value word = std::string(cell);
  return contains(domain, guess) || !contains(domain, word) ? guess : word;
}

Note note_from_cell(std::string_view cell) {
  if (auto numbers = parse_number_list(cell)) return *std::move(numbers);
  return as_note(value_from_cell(cell));
}

void append_csv(std::string& out, std::span<const std::string> cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += ',';
    const std::string cell = encoded(cells[i]);
    // A single empty cell would read back as an empty line.
    const bool plain = cell.find_first_of(",\"\r\n") == std::string::npos &&
                       !(cell.empty() && cells.size() == 1) && !(i == 0 && cell.starts_with(kByteOrderMark));
    if (plain) {
      out += cell;
      continue;
    }
    out += '"';
    for (const char c : cell) {
      if (c == '"') out += '"';
      out += c;
    }
    out += '"';
  }
  out += '\n';
}

}  // namespace hone::codec
