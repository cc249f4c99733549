// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/plot/chart.hpp"

// What lies behind the ends of an axis is drawn at that end and counted, never left out in silence.
namespace hone::charts {

/// Turns the points behind a fixed end of an axis into arrows there, puts an arrow where the line of a trial
/// first passes one, and says how many there are: in the name of the arrows, in the axis and in the note.
/// Arrows that are in the chart already count as they say. Stars repeat other marks and do not count.
void mark_beyond(plot::Chart& chart);

/// "7 beyond, up to 10900" and "7 below, down to -3"; for both sides joined by "; ".
std::string beyond_words(const plot::Beyond& beyond);

/// A sentence about the values behind the ends of an axis of that name; empty when there are none.
std::string beyond_note(const std::string& name, const plot::Beyond& beyond);

/// Adds a sentence to the note of a chart.
void add_note(plot::Chart& chart, const std::string& sentence);

}  // namespace hone::charts
