// SPDX-License-Identifier: MIT
#include "hone/samplers/latin_hypercube.hpp"

#include <algorithm>

#include "hone/core/aim.hpp"
#include "hone/designs/latin_hypercube.hpp"
#include "hone/search/picker.hpp"

namespace hone::samplers {
namespace {

constexpr std::int64_t kMostPoints = 10000;

struct LatinHypercubeOptions {
  std::int64_t points = 32;

  void declare(OptionReader& option) {
    option
        .integer("points", points, 1, kMostPoints,
                 "points of one hypercube; another follows when they are used up")
        .usually("all planned; 32 without a plan");
  }
};

LatinHypercubeOptions planned_hypercube(const Study& study) {
  const auto trials = planned_trials(study);
  const LatinHypercubeOptions unplanned;
  return {std::clamp<std::int64_t>(trials.value_or(unplanned.points), 1, kMostPoints)};
}

}  // namespace

LatinHypercube::LatinHypercube(const Study& study)
    : encoding_(study.space),
      seed_(study.seed),
      points_(read_options(study.sampler, planned_hypercube(study)).points) {}

OptionSpecs LatinHypercube::options() { return describe_options<LatinHypercubeOptions>(); }

void LatinHypercube::tell(std::span<const Trial> finished) { tried_.add(finished); }

const designs::DesignPoints& LatinHypercube::block(std::uint64_t number) const {
  if (number != design_number_) {
    design_ = designs::latin_hypercube(static_cast<int>(points_), static_cast<int>(encoding_.dimensions()),
                                       mix_seed(seed_, number));
    design_number_ = number;
  }
  return design_;
}

std::vector<Proposal> LatinHypercube::ask(const AskRequest& request) const {
  const std::lock_guard guard(asking_);
  search::Picker picker(encoding_, tried_, request);
  const auto points = static_cast<std::uint64_t>(points_);
  while (!picker.full()) {
    if (encoding_.dimensions() == 0) {
      picker.pick_at({});
      continue;
    }
    const std::uint64_t position = picker.position();
    picker.pick_at(block(position / points).row(static_cast<int>(position % points)));
  }
  return picker.take();
}

}  // namespace hone::samplers
