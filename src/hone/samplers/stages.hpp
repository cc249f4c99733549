// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "hone/core/trial.hpp"
#include "hone/samplers/run_set.hpp"

namespace hone::samplers {

/// One stage of a sequential design as its trials' notes tell it: all that is needed, together with the
/// trials before its first, to lay it out again.
struct Stage {
  std::int64_t number = 1;                 ///< 1, 2, 3, ...
  int zoom = 1;                            ///< 1 for the whole space, halved in width with every step
  int levels = 1;                          ///< of the design
  int runs = 0;                            ///< new points
  std::vector<std::int64_t> centres = {};  ///< trials zoomed into; none for the whole space
  std::int64_t first = 0;  ///< number of its first trial; all with smaller numbers were there before
  int ahead = 0;           ///< stages since the last that began with the results of the one before it
  friend bool operator==(const Stage&, const Stage&) = default;
};

/// The notes of one run of a stage: stage, run (from 1), runs, levels, zoom and, as "12" or "12 7", centre;
/// ahead when it is not 0.
Notes stage_notes(const Stage& stage, int run);

/// The centres that a trial's notes name.
std::vector<std::int64_t> centres_in(const Notes& notes);

/// For trials that get the numbers first, first + 1, ...: the centres are named by these. False, and the
/// notes of stages are gone from all, when a centre is none of the trials or two have the same number.
bool renumber_stages(std::span<Trial> trials, std::int64_t first);
void forget_stages(std::span<Trial> trials);

/// The stages that trials belong to, whatever the order in which trials come.
class StageBook {
 public:
  StageBook() = default;
  /// A book that goes on where another ends, without copying it: what is added here stays here. The other
  /// must outlive this one and not change.
  explicit StageBook(const StageBook* before) : before_(before) {}

  /// Trials without notes of a stage, enqueued or imported ones, are passed over.
  void add(const Trial& trial);

  /// A stage and how far it is.
  struct Page {
    Stage stage;
    RunSet taken;     ///< runs that have a trial
    RunSet finished;  ///< runs whose trial has ended
    /// The first run without a trial; none is left when that is stage.runs.
    int free_run() const { return taken.first_missing(); }
    bool half_known() const { return 2 * finished.size() >= stage.runs; }
  };
  /// The one with the highest number; nullptr before the first.
  const Page* last() const;
  /// The last one that is not ahead of results; nullptr before the first.
  const Page* grounded() const;
  /// The centres that were zoomed into as far as it goes: the first ones of stages after which the width
  /// grew. Stages ahead of results do not count.
  std::vector<std::int64_t> closed() const;

 private:
  const Page* find(std::int64_t number) const;
  std::vector<const Stage*> stages() const;

  const StageBook* before_ = nullptr;
  std::map<std::int64_t, Page> pages_;  ///< hide those of the same number in the book before
};

}  // namespace hone::samplers
