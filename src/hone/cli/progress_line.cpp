// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "hone/base/text.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/progress.hpp"
#include "hone/plot/glyphs.hpp"

namespace hone::cli {
namespace {

constexpr int kBarWidth = 24;

/// The share that is done, by trials or by time, whichever is further.
std::optional<double> share_done(const ProgressState& state) {
  std::optional<double> share;
  if (state.total && *state.total > 0)
    share = static_cast<double>(state.done) / static_cast<double>(*state.total);
  if (state.time_limit && *state.time_limit > 0.0)
    share = std::max(share.value_or(0.0), state.seconds / *state.time_limit);
  if (share) share = std::clamp(*share, 0.0, 1.0);
  return share;
}

std::string repeated(const char* glyph, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += glyph;
  return out;
}

/// A part of the line; the one of the highest rank is dropped first.
struct Part {
  std::string plain;
  std::string shown;
  int rank;
};

std::size_t total_width(const std::vector<Part>& parts) {
  std::size_t width = 0;
  for (const Part& part : parts) width += plot::display_width(part.plain) + 2;
  return width;
}

std::vector<Part> parts_of(const ProgressState& state, const std::string& objective, const Style& style) {
  std::vector<Part> parts;
  const auto add = [&](const std::string& plain, int rank, const std::string& shown = {}) {
    parts.push_back({plain, shown.empty() ? plain : shown, rank});
  };
  const std::string count = state.total ? text(state.done, "/", *state.total) : counted(state.done, "trial");
  add(count, 0, style.bold(count));
  if (state.best) {
    const std::string value = short_number(*state.best, 5);
    const std::string head = "best " + objective + " ";
    const std::string place = text(" (#", state.best_number, ")");
    add(head + value + place, 1, head + style.green(value) + style.dim(place));
  }
  if (state.failed > 0) {
    const std::string failed = text(state.failed, " failed");
    add(failed, 2, style.red(failed));
  }
  if (state.running > 0) add(text(state.running, " running"), 5);
  if (state.finished > 0 && state.seconds > 0.5)
    add(rate_text(static_cast<double>(state.finished) / state.seconds), 4);
  if (const auto left = time_left(state)) {
    add(duration_text(*left) + " left", 3);
  } else {
    add(duration_text(state.seconds), 6);
  }
  return parts;
}

}  // namespace

std::string progress_bar(double share, int width, const Style& style) {
  const int full = static_cast<int>(std::floor(share * width));
  if (!style.unicode) return "[" + repeated("#", full) + repeated("-", width - full) + "]";
  return style.green(repeated("━", full)) + style.dim(repeated(style.colour ? "━" : "╌", width - full));
}

std::optional<double> time_left(const ProgressState& state) {
  std::optional<double> left;
  if (state.total && state.finished > 0) {
    const double each = state.seconds / static_cast<double>(state.finished);
    left = each * static_cast<double>(std::max<std::int64_t>(0, *state.total - state.done));
  }
  if (state.time_limit) {
    const double until_limit = std::max(0.0, *state.time_limit - state.seconds);
    left = left ? std::min(*left, until_limit) : until_limit;
  }
  return left;
}

std::string rate_text(double per_second) {
  if (per_second >= 1.0) return short_number(per_second, 3) + "/s";
  if (per_second * 60.0 >= 1.0) return short_number(per_second * 60.0, 2) + "/min";
  return short_number(per_second * 3600.0, 2) + "/h";
}

std::string progress_line(const ProgressState& state, const std::string& objective, const Style& style) {
  const std::size_t room = static_cast<std::size_t>(std::max(10, style.width - 1));
  std::vector<Part> parts = parts_of(state, objective, style);
  while (parts.size() > 1 && total_width(parts) > room) {
    parts.erase(std::max_element(parts.begin(), parts.end(),
                                 [](const Part& a, const Part& b) { return a.rank < b.rank; }));
  }
  std::string out;
  const std::size_t used = total_width(parts);
  const auto share = share_done(state);
  const int frame = style.unicode ? 0 : 2;
  const int width = std::min(kBarWidth, static_cast<int>(room) - static_cast<int>(used) - frame);
  if (share && width >= 6) out += progress_bar(*share, width, style) + "  ";
  for (std::size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? "" : "  ") + parts[i].shown;
  return out;
}

}  // namespace hone::cli
