// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/encode/encoding.hpp"
#include "hone/samplers/box_schedule.hpp"
#include "hone/samplers/placed_trials.hpp"
#include "hone/samplers/sequential_options.hpp"
#include "hone/samplers/stage_layout.hpp"
#include "hone/samplers/stages.hpp"
#include "hone/search/picker.hpp"

namespace hone::samplers {

/// Points laid out stage by stage, each stage around the best points of those before (Yang and Zhang 2021):
/// the schedule says which box is next, the layout where its points lie. The stage is kept in the trials'
/// notes, so that any process continues the same layout after any number of points; a stage begins when all
/// points of the one before were handed out, with the results known then.
class SequentialDesign : public Sampler {
 public:
  SequentialDesign(const SequentialDesign&) = delete;  // what it keeps refers to its encoding
  SequentialDesign& operator=(const SequentialDesign&) = delete;
  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 protected:
  using ReadOptions = SequentialOptions(const Study& study, std::size_t dimensions);
  SequentialDesign(const Study& study, ReadOptions& read);

 private:
  using Point = std::vector<double>;
  const StageLayout& layout(const Stage& stage, const ProposedTrials& known) const;
  Point wanted_point(const Stage& stage, int run, const ProposedTrials& known) const;
  void pick(search::Picker& picker, const designs::LevelBox& box, const Point& wanted, Notes notes) const;
  Point nearest_candidate(const search::Picker& picker, const Point& point) const;

  encode::Encoding encoding_;
  SequentialOptions options_;
  std::vector<Objective> objectives_;
  std::uint64_t seed_;
  BoxSchedule schedule_;
  std::vector<Point> pool_;  ///< the candidates of the space, encoded
  // What was told, read once: an ask looks at what is under way and, when a stage begins, at what it needs of
  // the rest, so that it costs no more late than early.
  History history_;
  PlacedTrials placed_;
  StageBook book_;
  // The layout in use: rebuilt when asks move on to another stage. It and what placed_ keeps are written by
  // asks, so those of several threads take turns.
  mutable std::mutex asking_;
  mutable StageLayout layout_;
  mutable std::optional<Stage> layout_stage_;
};

/// Uniform designs over all planned trials. Option `runs`: points of one design; as many as trials are
/// planned by default, in equal parts of at most 1,000, or 32 when that is not known; never fewer than the
/// first ask wants. When they are used up as many are added, placed between those that were run.
class UniformDesign : public SequentialDesign {
 public:
  explicit UniformDesign(const Study& study) : SequentialDesign(study, read_ud_options) {}
  static OptionSpecs options() { return ud_options(); }
};

/// Sequential uniform designs (SeqUD): the first covers the space, each further one a box of half the width
/// around the best point, with points that were run inside it counted. Options:
/// - runs: points of the first stage; 0.15 of the planned trials, 0.25 above 5 dimensions
/// - later_runs: points of the others, those counted that lie in the box; 0.13 of the planned trials
/// - levels: values of each coordinate in a stage; as many as it has points
/// - polish: the first point of a stage is where a quadratic through the nearest results is lowest; true
/// - hold: the box keeps its width when the best point moved farther, in half widths of it; 0.4, 1 is never
/// - shots: how many of the best distant points to zoom into; 1
/// - shot_stages: in how many stages of zooming, from the first; 1
/// - zooms: how often to halve the box before the next best place, at least 1/8 away, is zoomed into; 8
/// - variant: "published" is as in the paper: layouts by AugUD, later_runs = levels = runs, polish = false,
///   hold = 1, zooms = 20
class SeqUd : public SequentialDesign {
 public:
  explicit SeqUd(const Study& study) : SequentialDesign(study, read_sequd_options) {}
  static OptionSpecs options() { return sequd_options(); }
};

/// Random points in the boxes of the published SeqUD. Options runs, later_runs, zooms.
class SeqRand : public SequentialDesign {
 public:
  explicit SeqRand(const Study& study) : SequentialDesign(study, read_seqrand_options) {}
  static OptionSpecs options() { return seqrand_options(); }
};

}  // namespace hone::samplers
