// SPDX-License-Identifier: MIT
#include "hone/samplers/batch_fill.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "hone/search/find.hpp"

namespace hone::samplers {
namespace {

// Points to choose from, for each pick; and those of one scale.
constexpr int kDrawnPerPick = 4;
constexpr int kLeastDrawn = 1000;
constexpr int kScales = 8;
// The smallest scale, in units of each range; the largest is the whole range.
constexpr double kSmallestScale = 0.01;
// Of so many, the best is taken: more would crowd the picks together, fewer would ignore the model.
constexpr int kRivals = 8;

struct ScoredDraws {
  std::vector<Configuration> configurations;
  Eigen::MatrixXd scores;
};

void append(ScoredDraws& all, search::Candidates some) {
  const Eigen::Index before = all.scores.rows();
  all.scores.conservativeResize(before + some.scores.rows(), some.scores.cols());
  all.scores.bottomRows(some.scores.rows()) = some.scores;
  std::move(some.configurations.begin(), some.configurations.end(), std::back_inserter(all.configurations));
}

ScoredDraws draw(const search::SearchSpace& space, const acquisition::Acquisition& scores,
                 const Configuration& best, search::Picker& picker) {
  const auto open = [&](const Configuration& configuration) { return picker.open(configuration); };
  const int drawn = std::max(kLeastDrawn, kDrawnPerPick * picker.missing());
  ScoredDraws all;
  if (space.whole() != nullptr) {
    append(all,
           search::find(space, scores, {.wanted = open, .seed = picker.rng().bits64()}, {.keep = drawn}));
    return all;
  }
  const Eigen::RowVectorXd centre = space.point(best).x.row(0);
  for (int i = 0; i < kScales; ++i) {
    const double reach = std::pow(kSmallestScale, static_cast<double>(i) / (kScales - 1));
    append(all, search::find(
                    space, scores,
                    {.region = search::Region(centre, reach), .wanted = open, .seed = picker.rng().bits64()},
                    {.evolution = {.population = drawn / kScales, .generations = 1}}));
  }
  return all;
}

}  // namespace

void fill_batch(const search::SearchSpace& space, const Posterior& posterior,
                const AcquisitionFactory& factory, search::Picker& picker) {
  const auto scores = acquisition_of(posterior, factory, {.screen = true});
  const std::size_t any =
      posterior.best.size() == 1 ? 0 : static_cast<std::size_t>(picker.rng().below(posterior.best.size()));
  // There are notes when no pick was made before.
  fill_batch(space, *scores, posterior.best[any], picker, posterior.notes);
}

void fill_batch(const search::SearchSpace& space, const acquisition::Acquisition& scores,
                const Configuration& best_trial, search::Picker& picker, Notes notes) {
  ScoredDraws all = draw(space, scores, best_trial, picker);
  std::vector<Eigen::Index> left(all.configurations.size());
  std::iota(left.begin(), left.end(), Eigen::Index{0});
  while (!picker.full() && !left.empty()) {
    const auto score =
        static_cast<Eigen::Index>(picker.rng().below(static_cast<std::uint64_t>(all.scores.cols())));
    std::size_t best = picker.rng().below(left.size());
    for (int rival = 1; rival < kRivals; ++rival) {
      const std::size_t other = picker.rng().below(left.size());
      if (all.scores(left[other], score) < all.scores(left[best], score)) best = other;
    }
    Configuration& chosen = all.configurations[static_cast<std::size_t>(left[best])];
    if (picker.open(chosen)) picker.pick(std::move(chosen), std::exchange(notes, {}));
    left[best] = left.back();
    left.pop_back();
  }
}

}  // namespace hone::samplers
