// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hone/core/space.hpp"

// "{name}" in the arguments of a command: what it may name, and what is left alone.
namespace hone {

/// The names that are filled in: the space's parameters, and where none of them has it
///   trial    the trial's number
///   workdir  the trial's folder
///   seed     the trial's seed
std::vector<std::string> placeholder_names(const Space& space);
bool is_placeholder_name(const Space& space, std::string_view name);
/// One of those three.
bool is_trial_name(std::string_view name);

/// A part of an argument: literal text, or a name to be filled in.
struct ArgumentPiece {
  bool is_name = false;
  std::string text;
};

/// Takes an argument apart. Braces around anything but a name stay as they are, so that scripts and JSON can
/// be written as usual; "{{name}}" stands for "{name}".
std::vector<ArgumentPiece> argument_pieces(std::string_view argument, const Space& space);

/// What stands in an argument's braces, where these are not doubled and not a shell's ("${HOME}"): the places
/// to look for a mistyped name.
std::vector<std::string> braced_texts(std::string_view argument);
/// Whether such a text was probably meant to be a name.
bool looks_like_name(std::string_view text);

}  // namespace hone
