// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

namespace hone::quality::malibo {

/// Mean normalised regrets on the four tasks of fcnet, (best - least) / (greatest - least) of the table, by
/// the number of evaluations. Read off the authors' figure of the published version, to 5 % or so; how much
/// it knew of the other tasks is not said there. Random search is exact, from the tables.
struct PublishedCurve {
  std::string name;
  std::string method;            ///< its label here
  std::map<int, double> regret;  ///< where it could be read
};
const std::vector<PublishedCurve>& published_fcnet();

}  // namespace hone::quality::malibo
