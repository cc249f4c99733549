// SPDX-License-Identifier: MIT
#include "bench/quality/box_function.hpp"

namespace hone::quality {

Problem to_problem(const BoxFunction& function, const std::string& group) {
  std::vector<Parameter> parameters;
  for (std::size_t i = 0; i < function.box.size(); ++i) {
    parameters.push_back(real("x" + std::to_string(i + 1), function.box[i].low, function.box[i].high));
  }
  Problem problem{.name = function.name,
                  .group = group,
                  .space = Space(std::move(parameters)),
                  .value = [f = function.function](const Configuration& c) { return f(coordinates(c)); },
                  .minimum = function.minimum};
  for (const std::vector<double>& x : function.argmins) {
    problem.argmins.push_back(point(problem.space, {x.begin(), x.end()}));
  }
  return problem;
}

}  // namespace hone::quality
