// SPDX-License-Identifier: MIT
#include "hone/cli/humanize.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace hone::cli {
namespace {

template <class... Args>
std::string format(const char* pattern, Args... args) {
  std::array<char, 64> buffer;
  std::snprintf(buffer.data(), buffer.size(), pattern, args...);
  return buffer.data();
}

std::string ago(std::int64_t count, const char* unit) { return std::to_string(count) + unit + " ago"; }

}  // namespace

std::string duration_text(double seconds) {
  if (!(seconds >= 0.0) || seconds > 1e15) return "?";
  if (seconds < 0.0095) return format("%.0fms", seconds * 1e3);
  if (seconds < 0.995) return format("%.2fs", seconds);
  if (seconds < 9.95) return format("%.1fs", seconds);
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 60) return format("%llds", whole);
  if (whole < 3600) return format("%lldm %02llds", whole / 60, whole % 60);
  if (whole < 86400) return format("%lldh %02lldm", whole / 3600, whole % 3600 / 60);
  return format("%lldd %lldh", whole / 86400, whole % 86400 / 3600);
}

std::string ago_text(Timestamp then, Timestamp now) {
  const std::int64_t seconds = (now - then) / 1000;
  if (seconds < 5) return "just now";
  if (seconds < 60) return ago(seconds, "s");
  if (seconds < 3600) return ago(seconds / 60, "m");
  if (seconds < 86400) return ago(seconds / 3600, "h");
  return ago(seconds / 86400, "d");
}

std::string bytes_text(std::int64_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " bytes";
  double amount = static_cast<double>(bytes);
  const char* unit = "";
  for (const char* next : {"kB", "MB", "GB", "TB"}) {
    if (amount < 999.5) break;
    amount /= 1000.0;
    unit = next;
  }
  return format(amount < 9.95 ? "%.1f " : "%.0f ", amount) + unit;
}

std::string time_text(Timestamp time) {
  if (time == 0) return "";
  const std::time_t seconds = static_cast<std::time_t>(time / 1000);
  std::tm parts{};
  if (localtime_r(&seconds, &parts) == nullptr) return "?";
  std::array<char, 32> buffer;
  std::strftime(buffer.data(), buffer.size(), "%Y-%m-%d %H:%M:%S", &parts);
  return buffer.data();
}

}  // namespace hone::cli
