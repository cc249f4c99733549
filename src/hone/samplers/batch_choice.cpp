// SPDX-License-Identifier: MIT
#include "hone/samplers/batch_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hone/samplers/batch_fill.hpp"
#include "hone/search/climb.hpp"

namespace hone::samplers {
namespace {

using search::Candidates;
using search::Picker;
using search::Region;

// How far from the best trial to look, in units of each range: any order of magnitude is as likely.
constexpr double kNearest = 0.01;
constexpr double kFarthest = 0.3;
constexpr int kNeighbours = 100;
// The highest few are climbed from: more find hardly better places.
constexpr int kClimbs = 3;
// Each pick that the model is conditioned on costs more than the one before, and more the more the model
// knows: the square of observations and of points that run. So many are made with that care in one batch,
// fewer where the model knows more than 625.
constexpr int kConditioned = 64;
constexpr int kLeastConditioned = 8;
constexpr int kConditionedPoints = 625 * kConditioned;

int conditioned_picks(const Posterior& posterior) {
  const int known = std::max(posterior.observations + posterior.believed, 1);
  return std::clamp(kConditionedPoints / known, kLeastConditioned, kConditioned);
}

int any_of(const std::vector<int>& rows, Rng& rng) {
  return rows[static_cast<std::size_t>(rng.below(rows.size()))];
}

// Of a single one no chance is needed.
std::size_t any_of(std::size_t count, Rng& rng) {
  return count == 1 ? 0 : static_cast<std::size_t>(rng.below(count));
}

Candidates rows_of(const Candidates& all, const std::vector<int>& rows) {
  Candidates some;
  some.points = model::select(all.points, rows);
  for (const int i : rows) some.configurations.push_back(all.configurations[static_cast<std::size_t>(i)]);
  return some;
}

}  // namespace

BatchChoice::BatchChoice(const search::SearchSpace& space, Posterior posterior,
                         const AcquisitionFactory& factory, Candidates found)
    : space_(space), posterior_(std::move(posterior)), factory_(factory), found_(std::move(found)) {
  for (Eigen::Index i = 0; i < found_.size(); ++i) open_.push_back(static_cast<int>(i));
  front_.assign(found_.front.begin(), found_.front.end());
}

void BatchChoice::pick(Picker& picker, BatchRule rule) {
  if (rule == BatchRule::Pareto) {
    pick_from_front(picker);
  } else {
    pick_one_by_one(picker, rule);
  }
}

// Pick k of a batch sees a model of n + k - 1 points: each pick z is added with its own mean, y(z) = mu(z)
// (the "kriging believer" of Ginsbourger, Le Riche and Carraro 2010). That leaves the mean as it is and takes
// the variance out around z, so that no further pick is drawn there.
void BatchChoice::pick_one_by_one(Picker& picker, BatchRule rule) {
  enum Source { Anywhere, Front, Near, kSources };
  const int most = conditioned_picks(posterior_);
  for (int picks = 0; picks < most && !picker.full() && drop_closed(picker); ++picks) {
    // By the number of the trial, so that workers who ask for one point at a time take turns as well.
    const auto source =
        rule == BatchRule::Mixed ? static_cast<Source>(picker.position() % kSources) : Anywhere;
    Choice choice = source == Front && !front_.empty() ? any_of_front(picker)
                    : source == Near                   ? near_best(picker)
                                                       : anywhere(picker);
    posterior_.condition_on(choice.point);
    picker.pick(std::move(choice.configuration), std::exchange(posterior_.notes, {}));
  }
  if (!picker.full()) fill_batch(space_, posterior_, factory_, picker);
}

// The rule of the authors' program of HEBO: members of the Pareto front of the acquisitions
// at random; in a batch of more than two also the point of largest variance and that of least mean.
void BatchChoice::pick_from_front(Picker& picker) {
  open_ = front_;
  if (picker.missing() > 2 && drop_closed(picker)) {
    // Of several objectives, which all have the same scale, the sums.
    const auto rows = static_cast<Eigen::Index>(front_.size());
    Eigen::VectorXd mean = Eigen::VectorXd::Zero(rows), variance = mean;
    for (const auto& model : posterior_.objectives) {
      const model::Prediction prediction = model->predict(model::select(found_.points, front_));
      mean += prediction.mean;
      variance += prediction.variance;
    }
    Eigen::Index uncertain = 0;
    Eigen::Index promising = 0;
    variance.maxCoeff(&uncertain);
    mean.minCoeff(&promising);
    const auto at = [&](Eigen::Index i) {
      return found_.configurations[static_cast<std::size_t>(front_[static_cast<std::size_t>(i)])];
    };
    picker.pick(at(uncertain), std::exchange(posterior_.notes, {}));
    if (promising != uncertain) picker.pick(at(promising));
  }
  while (!picker.full() && drop_closed(picker)) {
    picker.pick(any_of_front(picker).configuration, std::exchange(posterior_.notes, {}));
  }
}

// False when nothing is left.
bool BatchChoice::drop_closed(const Picker& picker) {
  const auto closed = [&](int i) { return !picker.open(found_.configurations[static_cast<std::size_t>(i)]); };
  std::erase_if(front_, closed);
  std::erase_if(open_, closed);
  return !open_.empty();
}

// Candidates were sifted by fast predictions; between the few that are left it must be exact.
std::unique_ptr<acquisition::Acquisition> BatchChoice::score_alone(int score, bool smooth) const {
  return acquisition_of(posterior_, factory_, {.only = score, .smooth = smooth});
}

BatchChoice::Choice BatchChoice::any_of_front(Picker& picker) const {
  const int i = any_of(front_, picker.rng());
  return {found_.configurations[static_cast<std::size_t>(i)], model::select(found_.points, {i})};
}

BatchChoice::Choice BatchChoice::anywhere(Picker& picker) const {
  return most_promising(rows_of(found_, open_), factory_.anywhere(picker.rng()), {}, picker);
}

BatchChoice::Choice BatchChoice::near_best(Picker& picker) const {
  // Log-uniform between the two: a valley may be followed at any scale, and none is known beforehand.
  const double reach = kNearest * std::pow(kFarthest / kNearest, picker.rng().uniform());
  const Configuration& centre = posterior_.best[any_of(posterior_.best.size(), picker.rng())];
  const Region region(space_.point(centre).x.row(0), reach);
  const int score = factory_.nearby(picker.rng());
  const Candidates rows =
      search::find(space_, *score_alone(score, false),
                   {.region = region,
                    .wanted = [&](const Configuration& configuration) { return picker.open(configuration); },
                    .seed = picker.rng().bits64()},
                   {.evolution = {.population = kNeighbours, .generations = 1}});
  return rows.size() == 0 ? anywhere(picker) : most_promising(rows, score, region, picker);
}

BatchChoice::Choice BatchChoice::most_promising(const Candidates& rows, int score, const Region& region,
                                                Picker& picker) const {
  const Eigen::MatrixXd scored =
      rows.scores.size() > 0 ? rows.scores : (*score_alone(score, false))(rows.points, picker.rng());
  Eigen::VectorXd scores = scored.col(0);
  Eigen::Index best = 0;
  double least = scores.minCoeff(&best);
  Choice chosen{rows.configurations[static_cast<std::size_t>(best)],
                model::select(rows.points, {static_cast<int>(best)})};
  if (space_.whole() != nullptr) return chosen;  // nothing lies between what was scored
  const auto smooth = score_alone(score, true);
  const auto open = [&](const Configuration& configuration) { return picker.open(configuration); };
  for (int i = 0; i < std::min(kClimbs, static_cast<int>(rows.size())); ++i) {
    const double from = scores.minCoeff(&best);
    scores[best] = std::numeric_limits<double>::infinity();
    auto top = search::climb(space_, *smooth, model::select(rows.points, {static_cast<int>(best)}),
                             {.region = region, .wanted = open});
    if (!top || !(from - top->gain < least)) continue;
    least = from - top->gain;
    chosen = {std::move(top->configuration), std::move(top->point)};
  }
  return chosen;
}

}  // namespace hone::samplers
