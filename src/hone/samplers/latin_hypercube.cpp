// SPDX-License-Identifier: MIT
#include "hone/samplers/latin_hypercube.hpp"

#include <algorithm>

#include "hone/designs/latin_hypercube.hpp"
#include "hone/samplers/picker.hpp"

namespace hone::samplers {
namespace {

constexpr std::int64_t kMostPoints = 10000;

std::int64_t planned(const Study& study) {
  const auto trials = study.horizon ? study.horizon : study.plan.budget.trials;
  return std::clamp<std::int64_t>(trials.value_or(32), 1, kMostPoints);
}

}  // namespace

LatinHypercube::LatinHypercube(const Study& study) : encoding_(study.space), seed_(study.seed) {
  OptionReader read("lhs", study.sampler.options);
  points_ = read.integer("points", planned(study), 1, kMostPoints);
  read.finish();
}

OptionInfos LatinHypercube::options() {
  return {{"points", "1 to 10000", "all planned; 32 without a plan",
           "points of one hypercube; another follows when they are used up"}};
}

void LatinHypercube::tell(std::span<const Trial> finished) { history_.add(finished); }

const designs::Points& LatinHypercube::block(std::uint64_t number) const {
  if (number != design_number_) {
    design_ = designs::latin_hypercube(static_cast<int>(points_), static_cast<int>(encoding_.dimensions()),
                                       mix_seed(seed_, number));
    design_number_ = number;
  }
  return design_;
}

std::vector<Proposal> LatinHypercube::ask(const AskRequest& request) const {
  Picker picker(encoding_, history_, request);
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
