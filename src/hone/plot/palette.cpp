// SPDX-License-Identifier: MIT
#include "hone/plot/palette.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace hone::plot {
namespace {

struct PaletteEntry {
  Rgb rgb;
  int ansi;  ///< of the 256 colours that nearly every terminal has, readable on dark and on light
};

constexpr PaletteEntry kPalette[] = {
    {{0, 114, 178}, 33},  {{213, 94, 0}, 166},  {{0, 158, 115}, 35},  {{190, 90, 150}, 169},
    {{222, 150, 0}, 172}, {{56, 160, 215}, 38}, {{120, 94, 200}, 98}, {{150, 110, 60}, 137},
};
constexpr PaletteEntry kGreyEntry = {{148, 156, 168}, 245};

const PaletteEntry& entry(int index) {
  if (index < 0) return kGreyEntry;
  return kPalette[static_cast<std::size_t>(index) % std::size(kPalette)];
}

}  // namespace

Rgb colour_of(int index) { return entry(index).rgb; }

Rgb tint(Rgb colour, double strength) {
  const double s = std::clamp(strength, 0.0, 1.0);
  const auto mix = [s](int channel) { return static_cast<int>(std::lround(255.0 + s * (channel - 255.0))); };
  return {mix(colour.red), mix(colour.green), mix(colour.blue)};
}

std::string hex(Rgb colour) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "#%02x%02x%02x", static_cast<unsigned>(colour.red & 255),
                static_cast<unsigned>(colour.green & 255), static_cast<unsigned>(colour.blue & 255));
  return buffer;
}

std::string ansi_of(int index) { return "\x1b[38;5;" + std::to_string(entry(index).ansi) + "m"; }

}  // namespace hone::plot
