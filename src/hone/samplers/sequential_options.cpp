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

// A share of the planned trials.
std::int64_t share_of_plan(const Study& study, double share) {
  const auto wanted = std::llround(share * static_cast<double>(planned_trials(study).value_or(100)));
  return std::clamp<std::int64_t>(wanted, 5, 500);
}

std::int64_t in_whole_batches(const Study& study, std::int64_t runs) {
  const std::int64_t batch = std::clamp<std::int64_t>(study.plan.budget.parallel, 1, kMostStageRuns);
  return std::min(kMostStageRuns, (runs + batch - 1) / batch * batch);
}

// The paper's rule: 15 of 100 trials up to 5 dimensions and 25 above.
std::int64_t published_runs(const Study& study, std::size_t dimensions) {
  return share_of_plan(study, dimensions <= 5 ? 0.15 : 0.25);
}

// The largest of the fewest equal parts that nobody has to wait long for. Plans may be as large as numbers
// go.
std::int64_t even_part(std::int64_t trials) {
  constexpr std::int64_t kMostAtOnce = 1000;
  const std::int64_t last = std::max<std::int64_t>(1, trials) - 1, parts = last / kMostAtOnce + 1;
  return last / parts + 1;
}

// What `sequd` and `seqrand` share.
SequentialOptions read_box_options(OptionReader& read, const Study& study, std::size_t dimensions,
                                   bool published) {
  SequentialOptions options{.boxes = SequentialOptions::Boxes::Halved, .horizon = planned_trials(study)};
  const std::int64_t first = in_whole_batches(study, published_runs(study, dimensions));
  options.runs = static_cast<int>(read.integer("runs", first, 3, kMostStageRuns));
  options.zooms = static_cast<int>(read.integer("zooms", published ? 20 : 8, 2, 40));
  const std::int64_t later = published ? options.runs : in_whole_batches(study, share_of_plan(study, 0.13));
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
  if (published) options.points = SequentialOptions::Points::Published;
  // The paper has n points on q levels: wider batches are more points, on the same levels.
  const bool own_runs = study.sampler.options.contains("runs");
  const std::int64_t levels = !published ? 0 : own_runs ? options.runs : published_runs(study, dimensions);
  options.levels = static_cast<int>(read.integer("levels", levels, 2, kMostStageRuns));
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
      {"levels", "2 to 2000",
       "as many as the stage has trials; published: 15 or 25 % of those planned, as runs",
       "values of each parameter in a stage"},
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
