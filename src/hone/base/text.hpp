// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hone {

/// Shortest decimal text that reads back as exactly this number: "0.1", "1e-300", "nan", "inf", "-inf".
std::string number_text(double value);

/// Reads a whole text as a finite or infinite decimal number; nothing when it is not one. Independent of the
/// locale.
std::optional<double> parse_number(std::string_view text);

/// Reads a whole text as a decimal integer; nothing when it is not one or does not fit.
std::optional<long long> parse_integer(std::string_view text);

/// Joins its arguments into one text; numbers appear as number_text() writes them.
template <class... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream out;
  const auto put = [&out](const auto& part) {
    if constexpr (std::is_floating_point_v<std::decay_t<decltype(part)>>) {
      out << number_text(static_cast<double>(part));
    } else {
      out << part;
    }
  };
  (put(parts), ...);
  return out.str();
}

std::string join(std::span<const std::string> parts, std::string_view separator);
std::vector<std::string> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);

/// Number of single-character insertions, deletions, replacements and swaps of neighbours between two words.
int edit_distance(std::string_view a, std::string_view b);

/// The known word that a mistyped one probably meant; nothing when none is close.
std::optional<std::string> closest_word(std::string_view word, std::span<const std::string> known);

/// " (did you mean 'kernel'?)", or "" when nothing is close: ready to be appended to a message.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace hone
