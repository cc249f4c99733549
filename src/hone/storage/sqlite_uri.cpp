// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_uri.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// "nolock" for "no%6cock", as SQLite reads it.
std::string percent_decoded(std::string_view encoded) {
  std::string out;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    const bool escape = encoded[i] == '%' && i + 2 < encoded.size() && hex_digit(encoded[i + 1]) >= 0 &&
                        hex_digit(encoded[i + 2]) >= 0;
    out +=
        escape ? static_cast<char>(16 * hex_digit(encoded[i + 1]) + hex_digit(encoded[i + 2])) : encoded[i];
    if (escape) i += 2;
  }
  return out;
}

void require_harmless(const std::string& path, const std::string& parameter) {
  for (const char* harmless : {"", "mode=ro", "mode=rw", "mode=rwc"}) {
    if (parameter == harmless) return;
  }
  throw Error(ErrorCode::InvalidArgument, text("the store '", path, "' asks for '", parameter, "'"),
              "leave it out: only mode=ro, mode=rw and mode=rwc leave a store its locks and its file");
}

}  // namespace

bool is_uri(const std::string& path) { return path.starts_with("file:"); }

std::string file_of(const std::string& path) {
  if (!is_uri(path)) return path;
  std::string_view file = std::string_view(path).substr(5, path.find_first_of("?#") - 5);
  if (file.starts_with("//"))
    file.remove_prefix(std::min(file.find('/', 2), file.size()));  // a host: this one
  return percent_decoded(file);
}

void require_safe_uri(const std::string& path) {
  if (!is_uri(path)) return;
  const std::string_view whole = std::string_view(path).substr(0, path.find('#'));
  const std::size_t question = std::min(whole.find('?'), whole.size());
  const std::string file = percent_decoded(whole.substr(5, question - 5));
  if (file.empty() || file == ":memory:") {
    throw Error(ErrorCode::InvalidArgument, text("the store '", path, "' names no file"),
                "give the path of one, or use memory: for a store that ends with the process");
  }
  std::string_view rest = whole.substr(question);
  while (!rest.empty()) {
    rest.remove_prefix(1);  // the ? or the &
    const std::size_t end = std::min(rest.find('&'), rest.size());
    require_harmless(path, percent_decoded(rest.substr(0, end)));
    rest.remove_prefix(end);
  }
}

}  // namespace hone::storage
