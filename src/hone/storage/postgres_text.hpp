// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

// How what SQLite takes as it is gets into PostgreSQL and back.
namespace hone::storage {

/// "a = ? AND b = ?" to "a = $1 AND b = $2"; question marks in quotes stay.
std::string numbered_parameters(std::string_view sql);

/// The definition of tables for PostgreSQL: texts in the order of their bytes, as SQLite and memory have
/// them, and whole numbers of 64 bits.
std::string postgres_tables(std::string_view script);

// PostgreSQL's texts are valid UTF-8 without a zero byte. Those of trials are what programs wrote. Bytes that
// cannot be are written as the escape character and two hexadecimal digits, and so is the escape character.
// Different texts stay different.

/// True when the text can be stored as it is.
bool is_plain_text(std::string_view text);
std::string escaped_text(std::string_view text);
bool is_escaped_text(std::string_view stored);
std::string unescaped_text(std::string_view stored);

}  // namespace hone::storage
