// SPDX-License-Identifier: MIT
#include "hone/samplers/sequential_options.hpp"

#include <algorithm>
#include <cmath>

#include "hone/core/options.hpp"

namespace hone::samplers {
namespace {

std::optional<std::int64_t> planned_trials(const Study& study) {
  return study.horizon ? study.horizon : study.plan.budget.trials;
}

// A share of the planned trials, in whole batches.
std::int64_t stage_runs(const Study& study, double share) {
  const auto wanted = std::llround(share * static_cast<double>(planned_trials(study).value_or(100)));
  const std::int64_t batch = std::clamp<std::int64_t>(study.plan.budget.parallel, 1, kMostStageRuns);
  const std::int64_t least = std::clamp<std::int64_t>(wanted, 5, 500);
  return std::min(kMostStageRuns, (least + batch - 1) / batch * batch);
}

// The largest of the fewest equal parts that nobody has to wait long for. Plans may be as large as numbers
// go.
std::int64_t even_part(std::int64_t trials) {
  constexpr std::int64_t kMostAtOnce = 1000;
  const std::int64_t last = std::max<std::int64_t>(1, trials) - 1, parts = last / kMostAtOnce + 1;
  return last / parts + 1;
}

// What `sequd` and `seqrand` share. The paper's rule: 15 of 100 trials up to 5 dimensions and 25 above.
SequentialOptions read_box_options(OptionReader& read, const Study& study, std::size_t dimensions,
                                   bool published) {
  SequentialOptions options{.boxes = SequentialOptions::Boxes::Halved, .horizon = planned_trials(study)};
  const std::int64_t first = stage_runs(study, dimensions <= 5 ? 0.15 : 0.25);
  options.runs = static_cast<int>(read.integer("runs", first, 3, kMostStageRuns));
  options.zooms = static_cast<int>(read.integer("zooms", published ? 20 : 8, 2, 40));
  const std::int64_t later = published ? options.runs : stage_runs(study, 0.13);
  options.later_runs = static_cast<int>(read.integer("later_runs", later, 3, kMostStageRuns));
  return options;
}

}  // namespace

SequentialOptions read_ud_options(const Study& study, std::size_t /*dimensions*/) {
  OptionReader read("ud", study.sampler.options);
  SequentialOptions options{.horizon = planned_trials(study)};
  options.runs = options.later_runs =
      static_cast<int>(read.integer("runs", even_part(options.horizon.value_or(32)), 1, kMostStageRuns));
  read.finish();
  return options;
}

SequentialOptions read_sequd_options(const Study& study, std::size_t dimensions) {
  OptionReader read("sequd", study.sampler.options);
  const bool published = read.word("variant", "hone", {"hone", "published"}) == "published";
  SequentialOptions options = read_box_options(read, study, dimensions, published);
  options.polish = read.flag("polish", !published);
  options.hold = read.real("hold", published ? 1.0 : 0.4, 0.0, 1.0);
  options.shots = static_cast<int>(read.integer("shots", 1, 1, 10));
  options.shot_stages = static_cast<int>(read.integer("shot_stages", 1, 1, 40));
  read.finish();
  return options;
}

SequentialOptions read_seqrand_options(const Study& study, std::size_t dimensions) {
  OptionReader read("seqrand", study.sampler.options);
  SequentialOptions options = read_box_options(read, study, dimensions, true);
  options.points = SequentialOptions::Points::Random;
  read.finish();
  return options;
}

OptionInfos ud_option_infos() {
  return {{"runs", "1 to 2000", "all planned, at most 1000 at once; 32 without a plan",
           "points of one design; as many are added when they are used up"}};
}

OptionInfos sequd_option_infos() {
  return {
      {"variant", "hone, published", "hone", "published: as in the paper"},
      {"runs", "3 to 2000", "15 % of those planned (100 if none are), 25 % above 5 dimensions; 5 to 500",
       "trials of the first stage, in whole batches"},
      {"later_runs", "3 to 2000", "13 % of those planned, 5 to 500; published: as runs",
       "trials of each later stage"},
      {"polish", "true, false", "true; published: false",
       "begin a stage where a quadratic through the results nearest to the best is lowest"},
      {"hold", "0 to 1", "0.4; published: 1",
       "keep the box's width when the best moved farther, in half widths; 1: never"},
      {"zooms", "2 to 40", "8; published: 20",
       "the smallest box is 2^(1-zooms) wide; then the next best place is looked at"},
      {"shots", "1 to 10", "1", "places zoomed into at a time"},
      {"shot_stages", "1 to 40", "1", "for how many stages"},
  };
}

OptionInfos seqrand_option_infos() {
  return {
      {"runs", "3 to 2000", "15 % of those planned (100 if none are), 25 % above 5 dimensions; 5 to 500",
       "trials of the first stage, in whole batches"},
      {"later_runs", "3 to 2000", "as runs", "trials of each later stage"},
      {"zooms", "2 to 40", "20",
       "the smallest box is 2^(1-zooms) wide; then the next best place is looked at"},
  };
}

}  // namespace hone::samplers
