// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "hone/core/trial.hpp"

namespace hone::samplers {

/// One stage of a sequential design as its trials' notes tell it: all that is needed, together with the
/// trials before its first, to lay it out again.
struct Stage {
  std::int64_t number = 1;                 ///< 1, 2, 3, ...
  int zoom = 1;                            ///< 1 for the whole space, halved in width with every step
  int levels = 1;                          ///< of the design
  int runs = 0;                            ///< new points
  std::vector<std::int64_t> centres = {};  ///< trials zoomed into; none for the whole space
  std::int64_t first = 0;       ///< number of its first trial; all with smaller numbers were there before
  std::set<int> taken = {};     ///< runs, from 0, that have a trial
  std::set<int> finished = {};  ///< runs whose trial has ended
};

/// The notes of one run of a stage: stage, run (from 1), runs, levels, zoom and, as "12" or "12 7", centre.
Attributes stage_notes(const Stage& stage, int run);

/// The stages that trials belong to, whatever the order in which trials come.
class StageBook {
 public:
  /// Trials without notes of a stage, enqueued or imported ones, are passed over.
  void add(const Trial& trial);
  /// The one with the highest number; nullptr before the first.
  const Stage* last() const;
  /// The centres that were zoomed into as far as it goes: the first ones of stages after which the width
  /// grew.
  std::vector<std::int64_t> closed() const;

 private:
  std::map<std::int64_t, Stage> stages_;
};

}  // namespace hone::samplers
