// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/quality/bayesmark.hpp"
#include "bench/quality/problem.hpp"

namespace hone::quality {

/// A set of problems with a name: a group, or a list that belongs together.
struct ProblemSet {
  std::string name;
  std::string summary;
  std::vector<std::string> members;  ///< groups and names
};
const std::vector<ProblemSet>& problem_sets();

/// True for groups that need the data folder: tables and bayesmark.
bool needs_data(const std::string& group);

/// The problems that are named, one by one ("branin", "fcnet/naval_propulsion"), by group or by set, each
/// once, in the order given. Tables are read only when they are wanted. Throws Error(NotFound) for an unknown
/// name.
std::vector<Problem> select_problems(const std::vector<std::string>& wanted, const std::string& data_folder,
                                     const TaskPlace& tasks = {});

}  // namespace hone::quality
