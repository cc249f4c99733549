// SPDX-License-Identifier: MIT
#include "hone/codec/files.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/json_reader.hpp"
#include "hone/codec/space_schema.hpp"

namespace hone::codec {
namespace {

using Row = std::vector<std::pair<std::string, Value>>;

bool continues(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

/// Bytes of the well-formed character at a place; 0 when there is none.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(text, at + i)) return 0;
  }
  // Overlong forms, surrogates, and beyond U+10FFFF.
  const unsigned char second = byte(at + 1);
  const bool bad = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                   (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return bad ? 0 : length;
}

bool is_text_byte(char c) {
  return static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::vector<Row> rows_of_csv(const std::string& path) {
  const std::string text = read_table_file(path);
  const CsvTable table = read_csv(checked_text(text, path), path);
  std::vector<Row> rows;
  rows.reserve(table.rows.size());
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Row row;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (trim(table.rows[r][c]).empty()) {
        throw Error(ErrorCode::InvalidFile, "the cell in column " + in_quotes(table.columns[c]) + " is empty",
                    "give a value or remove the row")
            .within(hone::text(path, ":", table.lines[r]));
      }
      row.emplace_back(table.columns[c], value_from_cell(table.rows[r][c]));
    }
    rows.push_back(std::move(row));
  }
  if (rows.empty()) {
    throw Error(ErrorCode::InvalidFile, "the table has a header and no rows", "add at least one candidate")
        .within(path);
  }
  return rows;
}

/// A leading ~ is the home folder, as in a shell.
std::string at_home(const std::string& path) {
  const char* home = std::getenv("HOME");
  const bool begins = path == "~" || path.starts_with("~/");
  return begins && home != nullptr && *home != '\0' ? home + path.substr(1) : path;
}

std::ifstream open_file(const std::string& path) {
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  if (!std::filesystem::exists(status)) {
    throw Error(ErrorCode::NotFound, "there is no file " + path, "check the name and the folder");
  }
  if (std::filesystem::is_directory(status)) {
    throw Error(ErrorCode::InvalidFile, path + " is a folder", "name a file in it");
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw Error(ErrorCode::InvalidFile, path + " cannot be opened", "check its permissions");
  return stream;
}

// Bytes without a line end at the end of a text that had none in its last `unended` bytes before `block`
// came.
std::size_t unended_after(std::string_view block, std::size_t unended) {
  const std::size_t end = block.rfind('\n');
  return end == std::string_view::npos ? unended + block.size() : block.size() - end - 1;
}

[[noreturn]] void refuse_table(const std::string& name, const std::string& problem,
                               const std::string& remedy) {
  throw Error(ErrorCode::InvalidFile, problem, remedy).within(name);
}

}  // namespace

std::string extension_of(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension;
}

std::string read_file(const std::string& path, std::size_t limit) {
  std::ifstream stream = open_file(path);
  // Read up to the limit instead of asking for the size: a pipe or a device has none.
  std::string content;
  std::vector<char> block(std::size_t{1} << 16);
  while (stream.read(block.data(), std::ssize(block)) || stream.gcount() > 0) {
    content.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (content.size() > limit) {
      throw Error(ErrorCode::InvalidFile, hone::text("the file is larger than ", limit >> 20, " MB"),
                  "keep large tables of candidates in a csv file of their own and name it under `candidates`")
          .within(path);
    }
  }
  if (stream.bad()) throw Error(ErrorCode::InvalidFile, path + " cannot be read", "check the disk");
  return content;
}

std::string read_table_text(std::istream& stream, const std::string& name, const TableLimits& limits) {
  std::string content;
  std::vector<char> buffer(std::size_t{1} << 16);
  std::size_t unended = 0;
  while (stream.read(buffer.data(), std::ssize(buffer)) || stream.gcount() > 0) {
    const std::string_view block(buffer.data(), static_cast<std::size_t>(stream.gcount()));
    // Before more is read: what begins so may go on for ever.
    const std::size_t zero = block.find('\0');
    if (zero != std::string_view::npos && !content.starts_with("\xFF\xFE") &&
        !content.starts_with("\xFE\xFF") && !block.starts_with("\xFF\xFE") &&
        !block.starts_with("\xFE\xFF")) {
      refuse_table(name, hone::text("byte ", content.size() + zero + 1, " is zero, so it is not text"),
                   "give a table in CSV or JSON, as UTF-8");
    }
    content.append(block);
    unended = unended_after(block, unended);
    if (unended > limits.line) {
      refuse_table(name, hone::text("a line has more than ", limits.line >> 20, " MiB"),
                   "give a table in CSV, or JSON with line ends");
    }
    if (content.size() > limits.bytes) {
      refuse_table(name, hone::text("it has more than ", limits.bytes >> 20, " MiB"),
                   "split it into several tables");
    }
  }
  if (stream.bad()) refuse_table(name, "it cannot be read", "check the disk");
  return content;
}

std::string read_table_file(const std::string& path) {
  std::ifstream stream = open_file(path);
  return read_table_text(stream, path);
}

std::string read_plain_file(const std::string& path, std::size_t limit) {
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  if (std::filesystem::exists(status) && std::filesystem::is_other(status))
    throw Error(ErrorCode::InvalidFile, path + " is not a plain file", "give a file that stays as it is");
  return read_file(path, limit);
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string to_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    out += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(at, length);
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::string_view checked_text(std::string_view text, const std::string& name) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    throw Error(ErrorCode::InvalidFile, "the file is in UTF-16", "save it as UTF-8").within(name);
  }
  int line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    if (length == 0 || !is_text_byte(text[at])) {
      const int byte = static_cast<unsigned char>(text[at]);
      throw Error(ErrorCode::InvalidFile,
                  hone::text("byte ", at + 1, " of the file (value ", byte, ") is not ",
                             length == 0 ? "UTF-8" : "text"),
                  "is this the right file? save it as UTF-8 text")
          .within(hone::text(name, ":", line));
    }
    if (text[at] == '\n') ++line;
    at += length;
  }
  return text;
}

std::string resolve_path(const Field& path) {
  const std::string given = path.text();
  if (given.empty()) path.refuse("the path is empty", "name a file or leave the field out");
  if (path.origin().trusted) return given;
  if (!path.origin().folder) {
    path.refuse("files cannot be named here", "give the content itself, as a list");
  }
  return (std::filesystem::path(*path.origin().folder) / at_home(given)).lexically_normal().string();
}

std::string without_last_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

Node read_json_file(const Field& path, Origin& origin) {
  const std::string resolved = resolve_path(path);
  const std::string content = path.inside([&] { return read_file(resolved); });
  origin = {resolved, std::nullopt};
  return path.inside([&] { return read_json(checked_text(content, resolved), resolved); });
}

std::vector<Row> read_candidate_file(const Field& path) {
  const std::string resolved = resolve_path(path);
  const std::string extension = extension_of(resolved);
  if (extension == ".csv") return path.inside([&] { return rows_of_csv(resolved); });
  if (extension != ".json")
    path.refuse(in_quotes(path.text()) + " is neither .csv nor .json", "save the rows as one of these");
  Origin origin;
  const Node tree = read_json_file(path, origin);
  return path.inside([&] {
    std::vector<Row> rows;
    for (const Field& item : Field(tree, origin).items("a list of rows")) rows.push_back(read_row(item));
    return rows;
  });
}

}  // namespace hone::codec
