// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/plot/chart.hpp"

namespace hone::plot {

struct TerminalStyle {
  int width = 80;       ///< columns of the terminal; charts share them
  int rows = 14;        ///< lines between the axes of one chart
  bool unicode = true;  ///< braille dots and box lines; otherwise ASCII only
  bool colour = false;  ///< escape sequences for colour
};

/// The figure as lines of text, none wider than style.width. Charts stand side by side as figure.columns
/// says, but in fewer columns when they would become narrower than 34 characters.
std::string to_terminal(const Figure& figure, const TerminalStyle& style = {});

}  // namespace hone::plot
