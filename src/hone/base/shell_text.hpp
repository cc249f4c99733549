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

/// Whether a command line that somebody wrote as one text holds what only a shell understands: a pipe,
/// quotes.
bool needs_shell(std::string_view line);

/// A command line that somebody wrote as one text, as the list of a study file: ["python3", "train.py"], or
/// ["sh", "-c", "..."] when only a shell can take it apart.
std::string as_command_list(std::string_view line);

}  // namespace hone
