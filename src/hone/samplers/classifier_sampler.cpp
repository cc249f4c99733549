// SPDX-License-Identifier: MIT
#include "hone/samplers/classifier_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hone/acquisition/classifier_score.hpp"
#include "hone/base/index.hpp"
#include "hone/base/rng.hpp"
#include "hone/samplers/batch_fill.hpp"
#include "hone/samplers/limit_models.hpp"
#include "hone/samplers/model_sampler.hpp"
#include "hone/samplers/observations.hpp"
#include "hone/samplers/pareto_order.hpp"
#include "hone/samplers/success_score.hpp"
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

// At most `most`, the best first.
std::vector<Configuration> best_of(const Observations& seen, const Eigen::VectorXd& values,
                                   std::size_t most) {
  std::vector<Eigen::Index> order;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) order.push_back(i);
  }
  const auto count = static_cast<std::ptrdiff_t>(std::min(most, order.size()));
  std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return values[a] != values[b] ? values[a] < values[b] : a < b;
  });
  std::vector<Configuration> best;
  for (std::ptrdiff_t i = 0; i < count; ++i) best.push_back(seen.configurations[index(order[index(i)])]);
  return best;
}

// Values that order the trials, and the best of these.
void judge(const Observations& seen, std::uint64_t seed, Evidence& evidence) {
  if (seen.values.cols() == 1) {
    evidence.values = behind_feasible(seen.values.col(0), seen.violation);
    evidence.best = best_of(seen, evidence.values, kBest);
    return;
  }
  ParetoOrder order = pareto_order(seen.values, seen.violation);
  evidence.values = std::move(order.place);
  // None of the front is better than another: in turn, so that all of it is looked at.
  evidence.best = best_of(seen, evidence.values, index(order.front));
  Rng(mix_seed(seed, 3)).shuffle(std::span(evidence.best));
  evidence.best.resize(std::min(evidence.best.size(), kBest));
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

// Trials that broke by chance say nothing of where they were. Of others the model of success knows.
bool ClassifierSampler::leaves_broken_out(const Inclination& inclination) const {
  constexpr double kByChance = 0.1;
  if (!inclination.success) return false;
  return !rules_.broken_are_poor || inclination.success->explained() < kByChance;
}

Evidence ClassifierSampler::gather(const AskRequest& request, bool unbroken) const {
  Evidence evidence{.points = told_, .values = {}, .best = {}};
  std::vector<Trial> ended_well;
  std::vector<int> rows;
  for (std::size_t i = 0; unbroken && i < history_.size(); ++i) {
    if (broke(history_.trials()[i])) continue;
    ended_well.push_back(history_.trials()[i]);
    rows.push_back(static_cast<int>(i));
  }
  if (unbroken) evidence.points = model::select(told_, rows);
  judge(observe(unbroken ? ended_well : history_.trials(), objectives_), request.seed, evidence);
  std::vector<Configuration> running;
  for (const Trial& trial : request.running) running.push_back(trial.configuration);
  if (!running.empty()) evidence.points = model::joined(evidence.points, space_.points(running));
  return evidence;
}

// What else there is to say for a point.
Inclination ClassifierSampler::incline(std::uint64_t seed) const {
  const auto& trials = history_.trials();
  const auto cost = preferences_.learn_costs(trials, space_, mix_seed(seed, 6));
  Inclination inclination = preferences_.after(trials, startup_trials(), cost);
  inclination.success = learn_success_score(trials, space_.columns(), told_, mix_seed(seed, 5));
  return inclination;
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
  // Log odds are to a classifier what the logarithm of an improvement is to a model of values.
  const Inclination inclination = incline(request.seed);
  Evidence evidence = gather(request, leaves_broken_out(inclination));
  const auto believe = [&](const Configuration& pick) {
    evidence.points = model::joined(evidence.points, space_.point(pick));
    if (objectives_.size() > 1 && !evidence.best.empty())
      std::ranges::rotate(evidence.best, evidence.best.begin() + 1);
  };
  const int most = learned_picks(evidence.points.rows());
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
