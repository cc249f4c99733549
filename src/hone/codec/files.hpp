// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hone/codec/field.hpp"

namespace hone::codec {

/// The largest study file, and the largest JSON file it may name.
inline constexpr std::size_t kLargestFile = std::size_t{16} << 20;

/// The largest file of trials: a table of a million is a tenth of it.
inline constexpr std::size_t kLargestTable = std::size_t{1} << 30;

/// How much is read of a table, which may come from a pipe without an end.
struct TableLimits {
  std::size_t bytes = kLargestTable;
  std::size_t line = std::size_t{256}
                     << 20;  ///< bytes without a line end; a table in JSON may be a single line
};

/// How a file's name ends, in small letters: ".csv", or nothing.
std::string extension_of(const std::string& path);

/// Reads a whole file. Throws Error: NotFound when there is none, InvalidFile when it is a folder, cannot be
/// read or is larger than `limit` bytes.
std::string read_file(const std::string& path, std::size_t limit = kLargestFile);
/// The same, but refuses pipes and devices, which may have no end.
std::string read_plain_file(const std::string& path, std::size_t limit = kLargestFile);

/// Reads a table of trials to its end, from a file, a pipe or standard input, which may have none. Throws
/// Error(InvalidFile) when it exceeds the limits or has a zero byte, which no text has; `name` is what it is
/// called in messages.
std::string read_table_text(std::istream& stream, const std::string& name, const TableLimits& limits = {});
/// The same from a file. Throws as read_file() does, too.
std::string read_table_file(const std::string& path);

/// The text without a byte order mark. Throws Error(InvalidFile) "<name>:<line>: ..." when it is not UTF-8
/// text.
std::string_view checked_text(std::string_view text, const std::string& name);

/// True when every byte belongs to a well-formed UTF-8 character.
bool is_utf8(std::string_view text);
/// The text with U+FFFD in place of what is not UTF-8.
std::string to_utf8(std::string_view text);

/// A path from the study, which begins at the study's folder. Refuses when the study may not name files.
std::string resolve_path(const Field& path);

/// A folder's path without a slash at its end: "." and the folder's own name then come to the same.
std::string without_last_slash(std::string path);

/// The rows of the csv or json file that `candidates` names.
std::vector<std::vector<std::pair<std::string, Value>>> read_candidate_file(const Field& path);

/// The tree of a JSON file that the study names. Places in it are complained about under the file's own name,
/// which is kept in `origin`.
Node read_json_file(const Field& path, Origin& origin);

}  // namespace hone::codec
