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

using acquisition::MaceOptions;
using search::Candidates;
using search::Picker;
using search::Region;

// How far from the best trial to look, in units of each range: any order of magnitude is as likely.
constexpr double kNearest = 0.01;
constexpr double kFarthest = 0.3;
constexpr int kNeighbours = 100;
// The highest few are climbed from: more find hardly better places.
constexpr int kClimbs = 3;
// Each believed pick costs more than the one before, and more the more observations there are. So many are
// made with that care in one batch, fewer above 500 observations.
constexpr int kBelieved = 64;
constexpr int kLeastBelieved = 8;
constexpr int kBelievedObservations = 500 * kBelieved;

int believed_picks(int observations) {
  return std::clamp(kBelievedObservations / std::max(observations, 1), kLeastBelieved, kBelieved);
}

int any_of(const std::vector<int>& rows, Rng& rng) {
  return rows[static_cast<std::size_t>(rng.below(rows.size()))];
}

Candidates rows_of(const Candidates& all, const std::vector<int>& rows) {
  Candidates some;
  some.points = model::select(all.points, rows);
  for (const int i : rows) some.configurations.push_back(all.configurations[static_cast<std::size_t>(i)]);
  return some;
}

}  // namespace

BatchChoice::BatchChoice(const search::SearchSpace& space, Belief belief, MaceOptions ensemble,
                         Candidates found)
    : space_(space), belief_(std::move(belief)), ensemble_(std::move(ensemble)), found_(std::move(found)) {
  for (Eigen::Index i = 0; i < found_.size(); ++i) open_.push_back(static_cast<int>(i));
  front_.assign(found_.front.begin(), found_.front.end());
  // Candidates were sifted by fast predictions; between the few that are left it must be exact.
  ensemble_.screen = false;
}

void BatchChoice::pick(Picker& picker, BatchRule rule) {
  if (rule == BatchRule::Pareto) {
    pick_from_front(picker);
  } else {
    pick_believing(picker, rule);
  }
}

// Pick k of a batch sees a model of n + k - 1 points: each pick z is added with its own mean, y(z) = mu(z)
// (the "kriging believer" of Ginsbourger, Le Riche and Carraro 2010). That leaves the mean as it is and takes
// the variance out around z, so that no further pick is drawn there.
void BatchChoice::pick_believing(Picker& picker, BatchRule rule) {
  enum Source { Anywhere, Front, Near, kSources };
  const int most = believed_picks(belief_.observations);
  for (int picks = 0; picks < most && !picker.full() && drop_closed(picker); ++picks) {
    // By the number of the trial, so that workers who ask for one point at a time take turns as well.
    const auto source =
        rule == BatchRule::Mixed ? static_cast<Source>(picker.position() % kSources) : Anywhere;
    Choice choice = source == Front && !front_.empty() ? any_of_front(picker)
                    : source == Near                   ? near_best(picker)
                                                       : anywhere(picker);
    believe(choice.point);
    picker.pick(std::move(choice.configuration), std::exchange(belief_.notes, {}));
  }
  if (!picker.full()) fill_batch(space_, belief_, ensemble_, picker);
}

// The rule of the authors' program of HEBO: members of the Pareto front of the acquisitions
// at random; in a batch of more than two also the point of largest variance and that of least mean.
void BatchChoice::pick_from_front(Picker& picker) {
  open_ = front_;
  if (picker.missing() > 2 && drop_closed(picker)) {
    const model::Prediction prediction = belief_.model->predict(model::select(found_.points, front_));
    Eigen::Index uncertain = 0;
    Eigen::Index promising = 0;
    prediction.variance.maxCoeff(&uncertain);
    prediction.mean.minCoeff(&promising);
    const auto at = [&](Eigen::Index i) {
      return found_.configurations[static_cast<std::size_t>(front_[static_cast<std::size_t>(i)])];
    };
    picker.pick(at(uncertain), std::exchange(belief_.notes, {}));
    if (promising != uncertain) picker.pick(at(promising));
  }
  while (!picker.full() && drop_closed(picker)) {
    picker.pick(any_of_front(picker).configuration, std::exchange(belief_.notes, {}));
  }
}

// False when nothing is left.
bool BatchChoice::drop_closed(const Picker& picker) {
  const auto closed = [&](int i) { return !picker.open(found_.configurations[static_cast<std::size_t>(i)]); };
  std::erase_if(front_, closed);
  std::erase_if(open_, closed);
  return !open_.empty();
}

// Without the lower target, whatever lies beside a promising pick would promise as much again.
void BatchChoice::believe(const model::Points& point) {
  ensemble_.target = belief_.believe(point, ensemble_.target);
}

MaceOptions BatchChoice::with_opinion(acquisition::Opinion opinion) const {
  MaceOptions single = ensemble_;
  single.opinions = {opinion};
  single.margin = 0.0;  // else the last digits of a minimum would never be worth a trial
  return single;
}

acquisition::Opinion BatchChoice::drawn_opinion(Rng& rng) const {
  return ensemble_.opinions[static_cast<std::size_t>(rng.below(ensemble_.opinions.size()))];
}

// Over the whole space expected improvement weighs depth against doubt best, if it takes part.
acquisition::Opinion BatchChoice::opinion_anywhere(Rng& rng) const {
  using acquisition::Opinion;
  const auto& all = ensemble_.opinions;
  const bool named = std::find(all.begin(), all.end(), Opinion::Expectation) != all.end();
  return named ? Opinion::Expectation : drawn_opinion(rng);
}

BatchChoice::Choice BatchChoice::any_of_front(Picker& picker) const {
  const int i = any_of(front_, picker.rng());
  return {found_.configurations[static_cast<std::size_t>(i)], model::select(found_.points, {i})};
}

BatchChoice::Choice BatchChoice::anywhere(Picker& picker) const {
  return most_promising(rows_of(found_, open_), with_opinion(opinion_anywhere(picker.rng())), {}, picker);
}

BatchChoice::Choice BatchChoice::near_best(Picker& picker) const {
  // Log-uniform between the two: a valley may be followed at any scale, and none is known beforehand.
  const double reach = kNearest * std::pow(kFarthest / kNearest, picker.rng().uniform());
  const Region region(space_.point(belief_.best).x.row(0), reach);
  const MaceOptions opinion = with_opinion(drawn_opinion(picker.rng()));
  const Candidates rows =
      search::find(space_, *belief_.promise(opinion),
                   {.region = region,
                    .wanted = [&](const Configuration& configuration) { return picker.open(configuration); },
                    .seed = picker.rng().bits64()},
                   {.evolution = {.population = kNeighbours, .generations = 1}});
  return rows.size() == 0 ? anywhere(picker) : most_promising(rows, opinion, region, picker);
}

BatchChoice::Choice BatchChoice::most_promising(const Candidates& rows, const MaceOptions& opinion,
                                                const Region& region, Picker& picker) const {
  const Eigen::MatrixXd judged =
      rows.scores.size() > 0 ? rows.scores : (*belief_.promise(opinion))(rows.points, picker.rng());
  Eigen::VectorXd scores = judged.col(0);
  Eigen::Index best = 0;
  double least = scores.minCoeff(&best);
  Choice chosen{rows.configurations[static_cast<std::size_t>(best)],
                model::select(rows.points, {static_cast<int>(best)})};
  if (space_.whole() != nullptr) return chosen;  // nothing lies between what was judged
  MaceOptions calm = opinion;
  calm.robust = false;
  const auto score = belief_.promise(calm);
  const auto open = [&](const Configuration& configuration) { return picker.open(configuration); };
  for (int i = 0; i < std::min(kClimbs, static_cast<int>(rows.size())); ++i) {
    const double from = scores.minCoeff(&best);
    scores[best] = std::numeric_limits<double>::infinity();
    auto top = search::climb(space_, *score, model::select(rows.points, {static_cast<int>(best)}),
                             {.region = region, .wanted = open});
    if (!top || !(from - top->gain < least)) continue;
    least = from - top->gain;
    chosen = {std::move(top->configuration), std::move(top->point)};
  }
  return chosen;
}

}  // namespace hone::samplers
