// SPDX-License-Identifier: MIT
#include "hone/samplers/grid.hpp"

#include "hone/samplers/picker.hpp"

namespace hone::samplers {
namespace {

std::vector<std::int64_t> read_points(const Study& study) {
  OptionReader read("grid", study.sampler.options);
  constexpr std::int64_t kMost = 1000000;
  const std::int64_t common = read.integer("points", 10, 1, kMost);
  std::vector<std::int64_t> points;
  for (const Parameter& parameter : study.space.parameters()) {
    const bool continuous = !value_count(parameter.domain);
    points.push_back(continuous ? read.integer("points." + parameter.name, common, 1, kMost) : 1);
  }
  read.finish();
  return points;
}

}  // namespace

Grid::Grid(const Study& study) : encoding_(study.space), front_(study.space, read_points(study)) {}

OptionInfos Grid::options() {
  return {{"points", "1 to 1000000", "10", "values of each continuous parameter"},
          {"points.NAME", "1 to 1000000", "as points", "values of one of them"}};
}

void Grid::tell(std::span<const Trial> finished) {
  history_.add(finished);
  while (!exhausted_ && history_.tried(front_.current())) exhausted_ = !front_.advance();
}

std::vector<Proposal> Grid::ask(const AskRequest& request) const {
  Picker picker(encoding_, history_, request);
  encode::Enumeration walk = front_;
  bool more = !exhausted_;
  while (more && !picker.full()) {
    Configuration next = walk.current();
    if (encoding_.space().allows(next) && !picker.seen(next)) picker.pick(std::move(next));
    more = walk.advance();
  }
  return picker.take();
}

}  // namespace hone::samplers
