// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/designs/level_box.hpp"
#include "hone/encode/encoding.hpp"
#include "hone/samplers/option_info.hpp"
#include "hone/samplers/picker.hpp"
#include "hone/samplers/placed_trials.hpp"
#include "hone/samplers/stages.hpp"

namespace hone::samplers {

/// Points laid out stage by stage, each stage around the best points of those before (Yang and Zhang 2021).
/// The stage is kept in the trials' notes, so that any process goes on with the same layout after any number
/// of points; a stage begins when all points of the one before were handed out, with the results known then.
class SequentialDesign : public Sampler {
 public:
  SequentialDesign(const SequentialDesign&) = delete;  // what it keeps refers to its encoding
  SequentialDesign& operator=(const SequentialDesign&) = delete;
  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 protected:
  enum class Kind {
    Uniform,     ///< uniform designs of the whole space, one added to the other
    Zoom,        ///< uniform designs in smaller and smaller boxes
    ZoomRandom,  ///< random points in the same boxes
  };
  SequentialDesign(const Study& study, Kind kind, const std::string& name);

 private:
  using Point = std::vector<double>;
  /// Where the points of one stage lie: each with the box that it belongs to.
  struct Layout {
    std::vector<designs::LevelBox> boxes = {};
    std::vector<Point> points = {};
    std::vector<std::size_t> box_of = {};
  };
  void read_zoom_options(OptionReader& read, const Study& study);
  bool moved_on(const Stage& last, const KnownTrials& known, const std::vector<std::int64_t>& closed) const;
  Stage begin(const StageBook& book, const KnownTrials& known, int batch) const;
  std::vector<std::int64_t> best_trials(const KnownTrials& known, int zoom,
                                        const std::vector<std::int64_t>& closed) const;
  int zoom_after(const StageBook::Page* last, const KnownTrials& known,
                 const std::vector<std::int64_t>& closed) const;
  std::vector<designs::LevelBox> boxes_of(const Stage& stage, const KnownTrials& known) const;
  const Layout& layout(const Stage& stage, const KnownTrials& known) const;
  Layout lay_out(const Stage& stage, const KnownTrials& known) const;
  void pick(Picker& picker, const Layout& layout, int run, const Point& model, Notes notes) const;
  Point model_point(const Stage& stage, const Layout& layout, const KnownTrials& known) const;
  Point nearest_candidate(const Picker& picker, const Point& point) const;

  Kind kind_;
  encode::Encoding encoding_;
  std::vector<Objective> objectives_;
  std::uint64_t seed_;
  std::optional<std::int64_t> horizon_;
  int runs_ = 0;
  int later_runs_ = 0;
  int zooms_ = 0;
  int shots_ = 1;
  int shot_stages_ = 0;
  double hold_ = 1.0;
  bool polish_ = false;
  std::vector<Point> pool_;  ///< the candidates of the space, encoded
  // What was told, read once: an ask looks at what is under way and, when a stage begins, at what it needs of
  // the rest, so that it costs no more late than early.
  History history_;
  PlacedTrials placed_;
  StageBook book_;
  // The layout in use: rebuilt when asks move on to another stage.
  mutable Layout layout_;
  mutable std::optional<Stage> layout_stage_;
};

/// Uniform designs over all planned trials. Option `runs`: points of one design; as many as trials are
/// planned by default, in equal parts of at most 1,000, or 32 when that is not known; never fewer than the
/// first ask wants. When they are used up as many are added, placed between those that were run.
class UniformDesign : public SequentialDesign {
 public:
  explicit UniformDesign(const Study& study) : SequentialDesign(study, Kind::Uniform, "ud") {}
  static OptionInfos options();
};

/// Sequential uniform designs (SeqUD): the first covers the space, each further one a box of half the width
/// around the best point, with points that were run inside it counted. Options:
/// - runs: points of the first stage; 0.15 of the planned trials, 0.25 above 5 dimensions, in whole batches
/// - later_runs: points of the others, those counted that lie in the box; 0.13 of the planned trials
/// - polish: the first point of a stage is where a quadratic through the nearest results is lowest; true
/// - hold: the box keeps its width when the best point moved farther, in half widths of it; 0.4, 1 is never
/// - shots: how many of the best distant points to zoom into; 1
/// - shot_stages: in how many stages of zooming, from the first; 1
/// - zooms: how often to halve the box before the next best place, at least 1/8 away, is zoomed into; 8
/// - variant: "published" is as in the paper, later_runs = runs, polish = false, hold = 1, zooms = 20
class SeqUd : public SequentialDesign {
 public:
  explicit SeqUd(const Study& study) : SequentialDesign(study, Kind::Zoom, "sequd") {}
  static OptionInfos options();
};

/// Random points in the boxes of the published SeqUD. Options runs, later_runs, zooms.
class SeqRand : public SequentialDesign {
 public:
  explicit SeqRand(const Study& study) : SequentialDesign(study, Kind::ZoomRandom, "seqrand") {}
  static OptionInfos options();
};

}  // namespace hone::samplers
