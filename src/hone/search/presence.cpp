// SPDX-License-Identifier: MIT
#include "hone/search/presence.hpp"

#include <algorithm>

#include "hone/core/unit_scale.hpp"

namespace hone::search {
namespace {

constexpr std::int64_t kLongestList = 4096;

}  // namespace

Presence::Presence(const encode::Encoding& encoding, const std::vector<std::optional<Cells>>& cells)
    : cells_(cells) {
  const Space& space = encoding.space();
  std::vector<std::optional<Eigen::Index>> columns(space.size());
  for (std::size_t j = 0; j < encoding.columns().size(); ++j)
    columns[encoding.columns()[j].parameter] = static_cast<Eigen::Index>(j);
  for (const Parameter& parameter : space.parameters()) domains_.push_back(parameter.domain);
  for (const std::size_t i : space.order()) {
    if (space.parameters()[i].when.empty()) continue;
    Step step{i, {}};
    for (const Condition& condition : space.parameters()[i].when) {
      const std::size_t parent = *space.index_of(condition.parent);
      Test test{parent, columns[parent], condition, {}};
      const auto count = value_count(domains_[parent]);
      for (std::int64_t k = 0; count && *count <= kLongestList && k < *count; ++k)
        test.passing.push_back(passes(condition, value_at(domains_[parent], k)));
      step.tests.push_back(std::move(test));
    }
    steps_.push_back(std::move(step));
  }
}

bool Presence::passes_at(const Test& test, double coordinate) const {
  const auto& cells = cells_[static_cast<std::size_t>(*test.column)];
  const Domain& domain = domains_[test.parent];
  if (!cells) return passes(test.condition, from_unit(std::get<RealRange>(domain), coordinate));
  const std::int64_t cell = cells->find(coordinate);
  if (!test.passing.empty()) return test.passing[static_cast<std::size_t>(cell)] != 0;
  return passes(test.condition, value_at(domain, cell));
}

void Presence::look(const Rows& points, Eigen::Index row, std::vector<char>& exists) const {
  std::fill(exists.begin(), exists.end(), char{1});
  for (const Step& step : steps_) {
    exists[step.parameter] = std::all_of(step.tests.begin(), step.tests.end(), [&](const Test& test) {
      if (exists[test.parent] == 0) return false;
      return test.column ? passes_at(test, points(row, *test.column)) : test.passing.front() != 0;
    });
  }
}

}  // namespace hone::search
