// SPDX-License-Identifier: MIT
#include "hone/base/words.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "hone/base/number_words.hpp"

namespace hone {

std::string short_number(double value, int digits) {
  if (!std::isfinite(value)) return std::string(number_word(value));
  std::array<char, 64> buffer;
  std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, value);
  return buffer.data();
}

std::string counted(std::int64_t count, const std::string& noun) {
  if (count == 1) return "1 " + noun;
  std::string nouns = noun + "s";
  if (noun.ends_with("dy")) nouns = noun.substr(0, noun.size() - 1) + "ies";
  if (noun.ends_with("s")) nouns = noun + "es";
  return std::to_string(count) + " " + nouns;
}

std::string percent(double share) { return std::to_string(std::llround(100.0 * share)) + " %"; }

}  // namespace hone
