// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Widths of UTF-8 text as a terminal shows it.
namespace hone::plot {

/// Columns that a text takes: combining marks none, East Asian wide characters and emoji two. Bytes that are
/// not UTF-8 count one each.
std::size_t display_width(std::string_view text);

/// The text cut to at most `width` columns, the last being an ellipsis ("..." without `unicode`) when it was
/// longer.
std::string fit(std::string_view text, std::size_t width, bool unicode = true);

/// Breaks a text at its blanks into lines of at most `width` columns; longer words have lines of their own.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

}  // namespace hone::plot
