// SPDX-License-Identifier: MIT
#include "hone/samplers/grid.hpp"

#include <algorithm>

#include "hone/search/picker.hpp"

namespace hone::samplers {
namespace {

struct GridOptions {
  std::int64_t points = 10;
  std::map<std::string, std::int64_t> of = {};  // the continuous parameters

  void declare(OptionReader& option) {
    constexpr std::int64_t kMost = 1000000;
    option.integer("points", points, 1, kMost, "values of each continuous parameter");
    for (auto& [name, own] : of) own = points;
    option.integers("points", "NAME", of, 1, kMost, "values of one of them").usually("as points");
  }
};

std::vector<std::int64_t> read_points(const Study& study) {
  GridOptions usual;
  for (const Parameter& parameter : study.space.parameters()) {
    if (!value_count(parameter.domain)) usual.of[parameter.name] = 0;
  }
  const GridOptions options = read_options(study.sampler, usual);
  std::vector<std::int64_t> points;
  for (const Parameter& parameter : study.space.parameters()) {
    const auto own = options.of.find(parameter.name);
    points.push_back(own == options.of.end() ? 1 : own->second);
  }
  return points;
}

}  // namespace

Grid::Grid(const Study& study)
    : encoding_(study.space), first_(study.space, read_points(study)), front_(first_) {}

OptionSpecs Grid::options() { return describe_options<GridOptions>(); }

void Grid::tell(std::span<const Trial> finished) {
  tried_.add(finished);
  const auto withdrawn = [](const Trial& trial) { return !is_evidence(trial.state); };
  if (std::any_of(finished.begin(), finished.end(), withdrawn)) {  // then there may be a gap before the front
    front_ = first_;
    exhausted_ = false;
  }
  while (!exhausted_ && tried_.tried(front_.current())) exhausted_ = !front_.advance();
}

std::vector<Proposal> Grid::ask(const AskRequest& request) const {
  search::Picker picker(encoding_, tried_, request);
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
