// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hone {

/// A word as one would type it at a shell: quoted where that is needed, and with nothing in it that could
/// steer a terminal ($'...' with escapes then, which bash, zsh and ksh understand).
std::string shell_word(std::string_view word);

/// A command line of such words.
std::string shell_line(std::span<const std::string> words);

}  // namespace hone
