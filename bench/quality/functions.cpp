// SPDX-License-Identifier: MIT
#include "bench/quality/functions.hpp"

#include <iterator>

namespace hone::quality {
namespace {

void add(std::vector<Problem>& problems, const std::vector<BoxFunction>& functions,
         const std::string& group) {
  for (const BoxFunction& function : functions) problems.push_back(to_problem(function, group));
}

void add(std::vector<Problem>& problems, std::vector<Problem> more) {
  problems.insert(problems.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

std::vector<Problem> functions() {
  std::vector<Problem> problems;
  add(problems, functions_with_many_minima(), "sequd32");
  add(problems, functions_with_plates_valleys_and_bowls(), "sequd32");
  add(problems, functions_with_ridges_and_drops(), "sequd32");
  add(problems, other_functions(), "sequd32");
  add(problems, example_functions(), "examples");
  add(problems, wide_functions(), "wide");
  add(problems, mixed_problems());
  add(problems, noisy_problems());
  return problems;
}

}  // namespace hone::quality
