// SPDX-License-Identifier: MIT
#include "hone/samplers/sequential_options.hpp"

#include <algorithm>
#include <cmath>

#include "hone/core/aim.hpp"
#include "hone/core/options.hpp"

namespace hone::samplers {
namespace {

// A share of the planned trials.
std::int64_t share_of_plan(const Study& study, double share) {
  const auto wanted = std::llround(share * static_cast<double>(planned_trials(study).value_or(100)));
  return std::clamp<std::int64_t>(wanted, 5, 500);
}

// The largest of the fewest equal parts that nobody has to wait long for. Plans may be as large as numbers
// go.
std::int64_t even_part(std::int64_t trials) {
  constexpr std::int64_t kMostAtOnce = 1000;
  const std::int64_t last = std::max<std::int64_t>(1, trials) - 1, parts = last / kMostAtOnce + 1;
  return last / parts + 1;
}

// Points of the stages by the plan of a study.
struct PlannedRuns {
  std::int64_t first = 15;
  std::int64_t later = 13;
};

// The paper's rule: 15 of 100 trials up to 5 dimensions and 25 above.
PlannedRuns planned_runs(const Study& study, std::size_t dimensions) {
  return {share_of_plan(study, dimensions <= 5 ? 0.15 : 0.25), share_of_plan(study, 0.13)};
}

// What `sequd` and `seqrand` share.
void declare_boxes(OptionReader& option, SequentialOptions& options, const PlannedRuns& planned,
                   bool published) {
  options.boxes = SequentialOptions::Boxes::Halved;
  options.runs = static_cast<int>(planned.first);
  option
      .integer("runs", options.runs, 3, kMostStageRuns,
               "trials of the first stage; as many as the first ask wants if that is more")
      .in("trials")
      .usually("15 % of those planned (100 if none are), 25 % above 5 dimensions; 5 to 500");
  options.later_runs = published ? options.runs : static_cast<int>(planned.later);
  option.integer("later_runs", options.later_runs, 3, kMostStageRuns, "trials of each later stage")
      .in("trials")
      .usually(published ? "as runs" : "13 % of those planned, 5 to 500");
  options.zooms = published ? 20 : 8;
  option.integer("zooms", options.zooms, 2, 40,
                 "the smallest box is 2^(1-zooms) wide; then the next best place is looked at");
}

struct UdForm {
  SequentialOptions options = {.runs = 32};

  void declare(OptionReader& option) {
    option
        .integer("runs", options.runs, 1, kMostStageRuns,
                 "points of one design; as many are added when they are used up")
        .usually("all planned, at most 1000 at once; 32 without a plan");
    options.later_runs = options.runs;
  }
};

struct SeqUdForm {
  PlannedRuns planned = {};
  SequentialOptions options = {};

  void declare(OptionReader& option) {
    bool published = false;
    option.variant("variant", published, {{"hone", false}, {"published", true}},
                   "sets the others: published as in the paper");
    declare_boxes(option, options, planned, published);
    if (published) options.points = SequentialOptions::Placement::Published;
    // The paper has n points on q levels: wider batches are more points, on the same levels.
    options.levels = published ? options.runs : 0;
    option.integer("levels", options.levels, 2, kMostStageRuns, "values of each parameter in a stage")
        .usually(published ? "as runs" : "as many as the stage has trials");
    options.polish = !published;
    option.flag("polish", options.polish,
                "begin a stage where a quadratic through the results nearest to the best is lowest");
    options.hold = published ? 1.0 : 0.4;
    option.real("hold", options.hold, 0.0, 1.0,
                "keep the box's width when the best moved farther, in half widths; 1: never");
    option.integer("shots", options.shots, 1, 10, "places zoomed into at a time");
    options.shot_stages = 1;
    option.integer("shot_stages", options.shot_stages, 1, 40, "for how many stages").in("stages");
  }
};

struct SeqRandForm {
  PlannedRuns planned = {};
  SequentialOptions options = {.points = SequentialOptions::Placement::Random};

  void declare(OptionReader& option) { declare_boxes(option, options, planned, true); }
};

}  // namespace

SequentialOptions read_ud_options(const Study& study, std::size_t /*dimensions*/) {
  UdForm usual;
  usual.options.horizon = planned_trials(study);
  usual.options.runs = static_cast<int>(even_part(usual.options.horizon.value_or(32)));
  return read_options(study.sampler, usual).options;
}

SequentialOptions read_sequd_options(const Study& study, std::size_t dimensions) {
  SeqUdForm usual{planned_runs(study, dimensions)};
  usual.options.horizon = planned_trials(study);
  return read_options(study.sampler, usual).options;
}

SequentialOptions read_seqrand_options(const Study& study, std::size_t dimensions) {
  SeqRandForm usual{planned_runs(study, dimensions)};
  usual.options.horizon = planned_trials(study);
  return read_options(study.sampler, usual).options;
}

OptionSpecs ud_options() { return describe_options<UdForm>(); }

OptionSpecs sequd_options() { return describe_options<SeqUdForm>(); }

OptionSpecs seqrand_options() { return describe_options<SeqRandForm>(); }

}  // namespace hone::samplers
