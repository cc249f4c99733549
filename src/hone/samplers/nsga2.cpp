// SPDX-License-Identifier: MIT
#include "hone/samplers/nsga2.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hone/base/index.hpp"
#include "hone/core/options.hpp"
#include "hone/numeric/pareto.hpp"
#include "hone/numeric/variation.hpp"
#include "hone/samplers/observations.hpp"

namespace hone::samplers {
namespace {

using Eigen::Index;

// Children in a row that cannot be proposed, before the rest is drawn: the space around the parents was
// tried.
constexpr int kFruitless = 100;

struct Nsga2Form {
  numeric::Nsga2Options evolution = {.population = 20};

  void declare(OptionReader& option) {
    option.integer("population", evolution.population, 2, 10000, "trials that may have children")
        .in("trials");
    option.real("crossover", evolution.crossover, 0.0, 1.0, "probability that a pair of parents mixes");
    option.real("crossover_index", evolution.crossover_index, 0.0, 1000.0,
                "the larger, the nearer children are to their parents");
    option.real("mutation", evolution.mutation, 0.0, 1.0, "probability that a child changes by chance");
    option.real("mutation_index", evolution.mutation_index, 0.0, 1000.0,
                "the larger, the smaller the changes");
  }
};

// Puts fronts of feasible members before those of infeasible ones, which are as many as different violations.
void stand_behind(const Observations& seen, std::vector<NsgaMember>& broken, int fronts) {
  const auto violation = [&](const NsgaMember& member) { return seen.violation[member.trial]; };
  std::stable_sort(broken.begin(), broken.end(),
                   [&](const NsgaMember& a, const NsgaMember& b) { return violation(a) < violation(b); });
  for (std::size_t i = 0; i < broken.size(); ++i) {
    if (i > 0 && violation(broken[i - 1]) < violation(broken[i])) ++fronts;
    broken[i].front = fronts;
  }
}

// The better `size` of some trials.
std::vector<NsgaMember> survivors(const Observations& seen, const std::vector<int>& trials, std::size_t size,
                                  numeric::ParetoSorter& sorter) {
  std::vector<NsgaMember> members, broken;
  std::vector<int> feasible;
  for (const int trial : trials) {
    if (seen.values.row(trial).hasNaN()) continue;
    if (seen.violation[trial] > 0.0) {
      broken.push_back({.trial = trial});
    } else {
      feasible.push_back(trial);
    }
  }
  sorter.sort(seen.values(feasible, Eigen::all));
  for (std::size_t i = 0; i < feasible.size(); ++i)
    members.push_back({feasible[i], sorter.ranks()[i], sorter.crowding()[i]});
  stand_behind(seen, broken, feasible.empty() ? 0 : sorter.fronts());
  members.insert(members.end(), broken.begin(), broken.end());
  std::sort(members.begin(), members.end(), [](const NsgaMember& a, const NsgaMember& b) {
    if (a.front != b.front) return a.front < b.front;
    return a.room != b.room ? a.room > b.room : a.trial < b.trial;
  });
  members.resize(std::min(members.size(), size));
  return members;
}

// The better of two, by front and then by room.
const NsgaMember& tournament(const std::vector<NsgaMember>& population, Rng& rng) {
  const NsgaMember& a = population[rng.below(population.size())];
  const NsgaMember& b = population[rng.below(population.size())];
  if (a.front != b.front) return a.front < b.front ? a : b;
  return a.room >= b.room ? a : b;
}

// Squared, in units of each range; another category is as far as one end of a range from the other.
double distance(const numeric::Columns& columns, const Eigen::RowVectorXd& a, const Eigen::RowVectorXd& b) {
  double sum = 0.0;
  for (Index j = 0; j < a.size(); ++j) {
    const double apart = columns[index(j)].is_number() ? a[j] - b[j] : (a[j] == b[j] ? 0.0 : 1.0);
    sum += apart * apart;
  }
  return sum;
}

}  // namespace

std::vector<NsgaMember> nsga_population(std::span<const Trial> history,
                                        const std::vector<Objective>& objectives, std::size_t size) {
  const Observations seen = observe(history, objectives);
  std::vector<NsgaMember> population;
  numeric::ParetoSorter sorter;
  for (std::size_t begin = 0; begin < history.size(); begin += size) {
    std::vector<int> trials;
    for (const NsgaMember& member : population) trials.push_back(member.trial);
    for (std::size_t i = begin; i < std::min(begin + size, history.size()); ++i)
      trials.push_back(static_cast<int>(i));
    population = survivors(seen, trials, size, sorter);
  }
  return population;
}

Nsga2::Nsga2(const Study& study)
    : objectives_(study.objectives),
      evolution_(read_options<Nsga2Form>(study.sampler).evolution),
      space_(study.space),
      start_(study, static_cast<int>(space_.dimensions())) {
  // One category in the mean, however many there are: half of them, as the published code does, would leave
  // little of the parents.
  evolution_.category_mutation = 1.0 / static_cast<double>(std::max<Index>(1, space_.dimensions()));
}

OptionSpecs Nsga2::options() { return describe_options<Nsga2Form>(); }

// A pool and a small space are looked at whole: of what may be picked, what is nearest to the child.
bool Nsga2::offer_nearest(const Eigen::RowVectorXd& child, search::Picker& picker) const {
  const search::Whole& whole = *space_.whole();
  const Configuration* nearest = nullptr;
  double least = INFINITY;
  for (std::size_t i = 0; i < whole.configurations.size(); ++i) {
    const double far = distance(space_.columns(), child, whole.points.x.row(static_cast<Index>(i)));
    if (!(far < least) || !picker.open(whole.configurations[i])) continue;
    least = far;
    nearest = &whole.configurations[i];
  }
  if (nearest != nullptr) picker.pick(*nearest);
  return nearest != nullptr;
}

// False when the child is outside of the constraints, or was tried.
bool Nsga2::offer(Eigen::MatrixXd child, search::Picker& picker) const {
  if (space_.needs_repair()) space_.tidy(child);
  if (space_.whole() != nullptr) return offer_nearest(child.row(0), picker);
  Configuration configuration = space_.configuration(child.row(0));
  if (!space_.space().allows(configuration) || !picker.open(configuration)) return false;
  picker.pick(std::move(configuration));
  return true;
}

void Nsga2::breed(const std::vector<NsgaMember>& population, search::Picker& picker) const {
  numeric::Variation variation({.columns = space_.columns()}, evolution_);
  const auto genes = [&](const NsgaMember& parent) {
    return Eigen::MatrixXd(space_.point(history_.trials()[index(parent.trial)].configuration).x);
  };
  for (int fruitless = 0; !picker.full() && fruitless < kFruitless;) {
    Eigen::MatrixXd first = genes(tournament(population, picker.rng()));
    Eigen::MatrixXd second = genes(tournament(population, picker.rng()));
    variation.clamp(first.data());  // the middle of a cell may lie outside
    variation.clamp(second.data());
    variation.breed(picker.rng(), first.data(), second.data());
    for (Eigen::MatrixXd* child : {&first, &second}) {
      if (!picker.full()) fruitless = offer(std::move(*child), picker) ? 0 : fruitless + 1;
    }
  }
}

std::vector<Proposal> Nsga2::ask(const AskRequest& request) const {
  search::Picker picker(space_.encoding(), history_, request);
  const std::size_t size = index(evolution_.population);
  if (history_.size() >= size && space_.dimensions() > 0) {
    const auto population = nsga_population(history_.trials(), objectives_, size);
    if (population.size() > 1) breed(population, picker);
  }
  start_.fill(picker);  // the first population, and whatever was left open
  return picker.take();
}

}  // namespace hone::samplers
