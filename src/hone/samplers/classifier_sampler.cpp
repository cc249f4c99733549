// SPDX-License-Identifier: MIT
#include "hone/samplers/classifier_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hone/acquisition/classifier_score.hpp"
#include "hone/base/index.hpp"
#include "hone/base/rng.hpp"
#include "hone/samplers/batch_fill.hpp"
#include "hone/samplers/model_sampler.hpp"
#include "hone/samplers/observations.hpp"
#include "hone/samplers/scalarise.hpp"
#include "hone/search/climb.hpp"
#include "hone/search/picker.hpp"

namespace hone::samplers {
namespace {

// So many of a batch are learned one by one; the others are taken at the price of one.
constexpr int kLearnedPicks = 16;
// Fewer above this many rows, so that a batch does not take longer.
constexpr int kLearnedRows = 16 * 500;
constexpr std::size_t kBest = 5;
// How far from the best trial to look, in units of each range: any order of magnitude is as likely.
constexpr double kNearestReach = 0.01;
constexpr double kFarthestReach = 0.3;

int learned_picks(Eigen::Index rows) {
  return std::clamp(kLearnedRows / std::max(static_cast<int>(rows), 1), 1, kLearnedPicks);
}

std::vector<Configuration> best_of(const Observations& seen, const Eigen::VectorXd& values) {
  std::vector<Eigen::Index> order;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) order.push_back(i);
  }
  const auto count = static_cast<std::ptrdiff_t>(std::min(kBest, order.size()));
  std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return values[a] != values[b] ? values[a] < values[b] : a < b;
  });
  std::vector<Configuration> best;
  for (std::ptrdiff_t i = 0; i < count; ++i) best.push_back(seen.configurations[index(order[index(i)])]);
  return best;
}

}  // namespace

ClassifierSampler::ClassifierSampler(const Study& study, Rules rules)
    : objectives_(study.objectives),
      rules_(rules),
      space_(study.space),
      preferences_(study, space_),
      start_(study, static_cast<int>(space_.dimensions()), preferences_.prior()) {
  if (space_.whole() != nullptr) small_ = study;
}

std::size_t ClassifierSampler::startup_trials() const {
  if (rules_.startup > 0) return index(rules_.startup);
  return std::clamp<std::size_t>(2 * index(space_.dimensions()), 8, 20);
}

bool ClassifierSampler::can_learn() const {
  if (rules_.informed) return space_.dimensions() > 0;
  const auto is_complete = [](const Trial& trial) { return trial.state == TrialState::Complete; };
  return history_.size() >= startup_trials() && space_.dimensions() > 0 &&
         std::any_of(history_.trials().begin(), history_.trials().end(), is_complete);
}

void ClassifierSampler::tell(std::span<const Trial> finished) {
  const std::size_t before = history_.size();
  const std::int64_t last = before > 0 ? history_.trials().back().number : -1;
  const bool later = std::all_of(finished.begin(), finished.end(),
                                 [last](const Trial& trial) { return trial.number > last; });
  history_.add(finished);
  std::vector<Configuration> fresh;
  for (std::size_t i = later ? before : 0; i < history_.size(); ++i)
    fresh.push_back(history_.trials()[i].configuration);
  told_ = later && before > 0 ? model::joined(told_, space_.points(fresh)) : space_.points(fresh);
}

Evidence ClassifierSampler::gather(const AskRequest& request) const {
  const Observations seen = observe(history_.trials(), objectives_);
  Evidence evidence{.points = told_,
                    .values = behind_feasible(parego(seen.values, mix_seed(request.seed, 3)), seen.violation),
                    .best = {}};
  evidence.best = best_of(seen, evidence.values);
  std::vector<Configuration> running;
  for (const Trial& trial : request.running) running.push_back(trial.configuration);
  if (!running.empty()) evidence.points = model::joined(evidence.points, space_.points(running));
  return evidence;
}

// What lies near the best trial takes the place of all that was found, if it is better than that.
void ClassifierSampler::look_near(const Configuration& centre, const acquisition::Acquisition& score,
                                  int count, search::Candidates& found, search::Picker& picker) const {
  const double reach = kNearestReach * std::pow(kFarthestReach / kNearestReach, picker.rng().uniform());
  search::Candidates near =
      search::find(space_, score,
                   {.region = search::Region(space_.point(centre).x.row(0), reach),
                    .wanted = [&](const Configuration& one) { return picker.open(one); },
                    .seed = picker.rng().bits64()},
                   {.evolution = {.population = count, .generations = 1}});
  if (near.size() == 0) return;
  if (found.size() == 0 || near.scores.minCoeff() < found.scores.minCoeff()) found = std::move(near);
}

std::optional<Configuration> ClassifierSampler::most_likely(const Learned& learned,
                                                            const acquisition::Acquisition& score,
                                                            const Evidence& evidence,
                                                            search::Picker& picker) const {
  const auto open = [&](const Configuration& one) { return picker.open(one); };
  search::Candidates found = search::find(
      space_, score, {.start = learned.start, .wanted = open, .seed = picker.rng().bits64()}, learned.effort);
  if (space_.whole() == nullptr && learned.local > 0 && !evidence.best.empty())
    look_near(evidence.best[0], score, learned.local, found, picker);
  if (found.size() == 0) return std::nullopt;
  const double lowest = found.scores.col(0).minCoeff();
  std::vector<int> equal;
  for (Eigen::Index i = 0; i < found.size(); ++i) {
    if (!(found.scores(i, 0) > lowest)) equal.push_back(static_cast<int>(i));
  }
  // Of equal ones any: a tree gives the same score to all points of a box.
  const int chosen = equal[picker.rng().below(equal.size())];
  if (space_.whole() == nullptr) {
    if (auto top = search::climb(space_, score, model::select(found.points, {chosen}), {.wanted = open}))
      return std::move(top->configuration);
  }
  return found.configurations[index(chosen)];
}

void ClassifierSampler::pick_by_classifier(search::Picker& picker, const AskRequest& request) const {
  Evidence evidence = gather(request);
  const auto believe = [&](const Configuration& pick) {
    evidence.points = model::joined(evidence.points, space_.point(pick));
  };
  const int most = learned_picks(evidence.points.rows());
  // Log odds are to a classifier what the logarithm of an improvement is to a model of values.
  const auto cost = preferences_.learn_costs(history_.trials(), space_, mix_seed(request.seed, 6));
  const Inclination inclination = preferences_.after(history_.trials(), startup_trials(), cost);
  std::optional<Learned> learned;
  std::unique_ptr<acquisition::Acquisition> score;
  for (int picks = 0; picks < most && !picker.full(); ++picks) {
    if (rules_.explore > 0.0 && picker.rng().chance(rules_.explore)) {
      if (!picker.pick_random()) return;
    } else {
      learned = learn(evidence, mix_seed(request.seed, 16 + static_cast<std::uint64_t>(picks)));
      if (!learned) return;
      score = inclination.applied(std::make_unique<acquisition::ClassifierScore>(*learned->classifier),
                                  acquisition::Shifted::Opinions::All);
      auto configuration = most_likely(*learned, *score, evidence, picker);
      if (!configuration) return;
      picker.pick(std::move(*configuration));
    }
    believe(picker.last().configuration);
  }
  if (!picker.full() && learned && !evidence.best.empty())
    fill_batch(space_, *score, evidence.best[0], picker);
}

// A classifier says what is likely good, and neither how good nor how sure that is. Where every configuration
// was tried, what is worth measuring again is a question for a model of values.
std::vector<Proposal> ClassifierSampler::measure_again(const AskRequest& request) const {
  ModelSampler model(*small_, gp_parts({}));
  model.tell(history_.trials());
  return model.ask(request);
}

std::vector<Proposal> ClassifierSampler::ask(const AskRequest& request) const {
  search::Picker picker(space_.encoding(), history_, request);
  if (small_ && can_learn() && picker.seen_all(space_.whole()->configurations)) return measure_again(request);
  if (can_learn()) pick_by_classifier(picker, request);
  start_.fill(picker);  // the start, and whatever was left open
  return picker.take();
}

}  // namespace hone::samplers
