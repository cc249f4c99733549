// SPDX-License-Identifier: MIT
#include "bench/quality/problem.hpp"

namespace hone::quality {

std::vector<double> coordinates(const Configuration& configuration) {
  std::vector<double> x(configuration.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::get<double>(configuration[i].value());
  return x;
}

Configuration point(const Space& space, std::vector<Value> values) {
  std::vector<std::pair<std::string, Value>> named;
  for (std::size_t i = 0; i < values.size(); ++i) {
    named.emplace_back(space.parameters()[i].name, std::move(values[i]));
  }
  return space.admit(named);
}

}  // namespace hone::quality
