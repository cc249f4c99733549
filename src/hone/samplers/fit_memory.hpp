// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hone/core/trial.hpp"

namespace hone::samplers {

/// The hyper-parameters of a model's fit, kept in the notes of the trial that it proposed: they are part of
/// the history then, so that the next fit, in whatever process, goes on from the same place.
struct FitMemory {
  std::vector<double> theta = {};  ///< empty: nothing to go on from
  std::int64_t cold = 0;           ///< how many observations the last fit from scratch had
};

/// True for the first trial of each batch that a model proposed.
bool keeps_memory(const Trial& trial);

/// What the newest trial that keeps any has kept of the fit of an output, by trial number.
FitMemory newest_memory(std::span<const Trial> history, std::span<const Trial> running, int output = 0);

Notes to_notes(const FitMemory& memory, int output = 0);

}  // namespace hone::samplers
