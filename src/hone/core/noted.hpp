// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hone/core/trial.hpp"

// What tables and pictures read in the notes that samplers leave, whichever sampler it was.
namespace hone {

/// The notes that hold the stage of a sequential design, and the sampler that proposed the trial where one
/// chose among several.
inline constexpr const char* kStageNote = "stage";
inline constexpr const char* kProposerNote = "sampler";

/// A whole number from 1 to a million under that name; nothing when there is none.
std::optional<std::int64_t> noted_count(const Notes& notes, const char* name);

/// The text under that name; empty when there is no such note, or it is no text.
std::string noted_text(const Notes& notes, const char* name);

/// The stage of a sequential design that a trial belongs to, if any.
std::optional<std::int64_t> stage_of(const Trial& trial);
bool any_stage(std::span<const Trial> trials);

}  // namespace hone
