// SPDX-License-Identifier: MIT
#include "hone/codec/iso_time.hpp"

#include <chrono>
#include <cstdio>

#include "hone/base/text.hpp"

namespace hone::codec {
namespace {

/// Takes digits of a fixed number from the front.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
  if (text.size() < count) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(0, count)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + (c - '0');
  }
  text.remove_prefix(count);
  return number;
}

bool take(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

/// Milliseconds of ".25"; digits after the third are dropped.
std::optional<int> take_fraction(std::string_view& text) {
  if (!take(text, '.')) return 0;
  int milliseconds = 0;
  int digits = 0;
  while (const auto digit = take_digits(text, 1)) {
    if (digits++ < 3) milliseconds = 10 * milliseconds + *digit;
  }
  if (digits == 0) return std::nullopt;
  for (; digits < 3; ++digits) milliseconds *= 10;
  return milliseconds;
}

/// Minutes to subtract for "Z", "+02:00" or "-0530".
std::optional<int> take_offset(std::string_view& text) {
  if (take(text, 'Z')) return 0;
  const int sign = take(text, '+') ? 1 : take(text, '-') ? -1 : 0;
  const auto hours = take_digits(text, 2);
  take(text, ':');
  const auto minutes = take_digits(text, 2);
  if (sign == 0 || !hours || !minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  return sign * (60 * *hours + *minutes);
}

std::optional<std::chrono::sys_days> take_date(std::string_view& text) {
  const auto year = take_digits(text, 4);
  const bool first = take(text, '-');
  const auto month = take_digits(text, 2);
  const bool second = take(text, '-');
  const auto day = take_digits(text, 2);
  if (!year || !first || !month || !second || !day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

}  // namespace

std::string iso_time(Timestamp time) {
  using namespace std::chrono;
  const sys_time<milliseconds> moment{milliseconds(time)};
  const sys_days day = floor<days>(moment);
  const year_month_day date(day);
  const hh_mm_ss<milliseconds> clock(moment - day);
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  return buffer;
}

std::optional<Timestamp> parse_iso_time(std::string_view text) {
  const auto date = take_date(text);
  if (!date || !(take(text, 'T') || take(text, ' '))) return std::nullopt;
  const auto hours = take_digits(text, 2);
  const bool first = take(text, ':');
  const auto minutes = take_digits(text, 2);
  const bool second = take(text, ':');
  const auto seconds = take_digits(text, 2);
  if (!hours || !first || !minutes || !second || !seconds) return std::nullopt;
  if (*hours > 23 || *minutes > 59 || *seconds > 60) return std::nullopt;
  const auto fraction = take_fraction(text);
  const auto offset = fraction ? take_offset(text) : std::nullopt;
  if (!offset || !text.empty()) return std::nullopt;
  const std::int64_t day_seconds = std::int64_t{60} * (60 * *hours + *minutes - *offset) + *seconds;
  return 86400000 * std::int64_t{date->time_since_epoch().count()} + 1000 * day_seconds + *fraction;
}

}  // namespace hone::codec
