// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hone::plot {

struct Rgb {
  int red = 0;
  int green = 0;
  int blue = 0;
};

/// The colour of a palette index (see Series::colour): eight that people with colour blindness can tell apart
/// (Okabe and Ito 2008, darkened where they were too pale for a white page), then again from the start.
Rgb colour_of(int index);

/// The colour mixed with white: 1 gives the colour itself, 0 white.
Rgb tint(Rgb colour, double strength);

/// "#0072b2".
std::string hex(Rgb colour);

/// The escape sequence that turns a terminal to the colour nearest to a palette index.
std::string ansi_of(int index);
inline constexpr const char* kAnsiReset = "\x1b[0m";

}  // namespace hone::plot
