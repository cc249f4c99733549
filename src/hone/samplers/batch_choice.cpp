// SPDX-License-Identifier: MIT
#include "hone/samplers/batch_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hone/acquisition/acquisition.hpp"
#include "hone/samplers/climb.hpp"

namespace hone::samplers {
namespace {

// How far from the best trial to look, in units of each range: any order of magnitude is as likely.
constexpr double kNearest = 0.01;
constexpr double kFarthest = 0.3;
constexpr Eigen::Index kNeighbours = 100;
// The highest few are climbed from: more find hardly better places.
constexpr int kClimbs = 3;

const Configuration& any_of(const std::vector<Configuration>& rows, Rng& rng) {
  return rows[static_cast<std::size_t>(rng.below(rows.size()))];
}

double moved(const numeric::Gene& gene, double from, double reach, Rng& rng) {
  const double amount = 2.0 * rng.uniform() - 1.0;
  if (gene.kind == numeric::Gene::Kind::Category) {
    const auto count = static_cast<std::uint64_t>(gene.high) + 1;
    return std::abs(amount) < reach ? static_cast<double>(rng.below(count)) : from;
  }
  const double to = from + amount * reach * (gene.high - gene.low);
  return std::clamp(gene.kind == numeric::Gene::Kind::Integer ? std::round(to) : to, gene.low, gene.high);
}

}  // namespace

BatchChoice::BatchChoice(const ModelSpace& model_space, Belief belief, MaceCandidates found)
    : model_space_(model_space), belief_(std::move(belief)), found_(std::move(found)) {}

void BatchChoice::pick(Picker& picker, BatchRule rule) {
  if (rule == BatchRule::Pareto) {
    pick_from_front(picker);
  } else {
    pick_believing(picker, rule);
  }
}

void BatchChoice::pick_believing(Picker& picker, BatchRule rule) {
  enum Source { Anywhere, Front, Near, kSources };
  while (!picker.full() && drop_seen(picker)) {
    // By the number of the trial, so that workers who ask for one point at a time take turns as well.
    const auto source =
        rule == BatchRule::Mixed ? static_cast<Source>(picker.position() % kSources) : Anywhere;
    Configuration chosen;
    if (source == Front && !found_.front.empty()) {
      chosen = any_of(found_.front, picker.rng());
    } else if (source == Near) {
      const double reach = kNearest * std::pow(kFarthest / kNearest, picker.rng().uniform());
      const auto rows = surroundings(reach, picker);
      chosen =
          rows.empty() ? most_expected(found_.population, 1.0, picker) : most_expected(rows, reach, picker);
    } else {
      chosen = most_expected(found_.population, 1.0, picker);
    }
    believe(chosen);
    picker.pick(std::move(chosen), std::exchange(belief_.notes, {}));
  }
}

void BatchChoice::pick_from_front(Picker& picker) {
  found_.population = found_.front;
  if (picker.missing() > 2 && drop_seen(picker)) {
    const model::Prediction prediction = belief_.model.predict(model_space_.points(found_.front));
    Eigen::Index uncertain = 0;
    Eigen::Index promising = 0;
    prediction.variance.maxCoeff(&uncertain);
    prediction.mean.minCoeff(&promising);
    picker.pick(Configuration(found_.front[static_cast<std::size_t>(uncertain)]),
                std::exchange(belief_.notes, {}));
    if (promising != uncertain) picker.pick(Configuration(found_.front[static_cast<std::size_t>(promising)]));
  }
  while (!picker.full() && drop_seen(picker)) {
    picker.pick(Configuration(any_of(found_.front, picker.rng())), std::exchange(belief_.notes, {}));
  }
}

// False when nothing unseen is left.
bool BatchChoice::drop_seen(const Picker& picker) {
  const auto seen = [&](const Configuration& configuration) { return picker.seen(configuration); };
  std::erase_if(found_.front, seen);
  std::erase_if(found_.population, seen);
  return !found_.population.empty();
}

// Without the lower target, whatever lies beside a promising pick would promise as much again.
void BatchChoice::believe(const Configuration& configuration) {
  const model::Points point = model_space_.points({&configuration, 1});
  belief_.target = std::min(belief_.target, belief_.model.predict(point).mean[0]);
  belief_.model = belief_.model.believe(point);
}

Configuration BatchChoice::most_expected(const std::vector<Configuration>& rows, double reach,
                                         const Picker& picker) const {
  const acquisition::LogEi score(belief_.model, belief_.target);
  Eigen::VectorXd scores = score(model_space_.points(rows));
  Eigen::Index best = 0;
  double highest = scores.maxCoeff(&best);
  Configuration chosen = rows[static_cast<std::size_t>(best)];
  for (int i = 0; i < std::min(kClimbs, static_cast<int>(rows.size())); ++i) {
    scores.maxCoeff(&best);
    scores[best] = -std::numeric_limits<double>::infinity();
    auto top = climb(rows[static_cast<std::size_t>(best)], score, model_space_, {.reach = reach});
    if (!top || !(top->score > highest) || picker.seen(top->configuration)) continue;
    highest = top->score;
    chosen = std::move(top->configuration);
  }
  return chosen;
}

// Unseen configurations around the best trial.
std::vector<Configuration> BatchChoice::surroundings(double reach, Picker& picker) const {
  if (!model_space_.space().candidates().empty()) return {};
  const auto& genes = model_space_.genes();
  const Eigen::RowVectorXd centre = model_space_.to_genes({&belief_.best, 1}).row(0);
  Eigen::RowVectorXd row = centre;
  std::vector<Configuration> rows;
  for (Eigen::Index i = 0; i < kNeighbours; ++i) {
    for (Eigen::Index j = 0; j < row.size(); ++j) {
      row[j] = moved(genes[static_cast<std::size_t>(j)], centre[j], reach, picker.rng());
    }
    Configuration configuration = model_space_.to_configuration(row);
    if (model_space_.space().allows(configuration) && !picker.seen(configuration)) {
      rows.push_back(std::move(configuration));
    }
  }
  return rows;
}

}  // namespace hone::samplers
