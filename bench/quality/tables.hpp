// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/quality/lookup.hpp"
#include "bench/quality/problem.hpp"

namespace hone::quality {

/// Groups of problems in the folder of published tuning results:
///   adaboost   adaboost_g.csv: 50 data sets, the same grid of 12 x 9 AdaBoost settings
///   adaboost_box  the same as a box, for systems that do not end on 108 settings: a point has the value of
///              the nearest
///   fcnet      fcnet/*.csv.gz: 4 regression tasks, a grid of 62,208 network settings; mean error of 4 runs
///   fcnet_run  the same, but a method sees the error of one run only
///   hpobench_mlp  hpobench_mlp/*.csv.gz: 8 classification tasks, a grid of 30,000 network settings; mean
///              error of 5 seeds
///   taskset    taskset_12x1000.csv.gz: 12 tasks, a pool of 1,000 Adam settings, some of which diverge
const std::vector<std::string>& table_groups();

/// The settings of TaskSet's trainings with Adam, in both of its files.
std::vector<Setting> taskset_settings();

/// The problems of one group. Throws Error(NotFound) naming the file that is missing.
std::vector<Problem> load_tables(const std::string& group, const std::string& data_folder);

/// Computes known figures of the files again (random search on adaboost, the minima of fcnet) and prints them
/// beside the published ones. True when all agree.
bool check_tables(const std::string& data_folder, std::ostream& out);

}  // namespace hone::quality
