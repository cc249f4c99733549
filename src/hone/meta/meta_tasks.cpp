// SPDX-License-Identifier: MIT
#include "hone/meta/meta_tasks.hpp"

#include <utility>

#include "hone/base/index.hpp"
#include "hone/learners/neighbour_agreement.hpp"
#include "hone/samplers/observations.hpp"
#include "hone/transfer/kept_fits.hpp"
#include "hone/transfer/matching.hpp"

namespace hone::meta {
namespace {

using learners::Utility;

/// A task that has no labels yet.
struct Unlabelled {
  std::string name;
  model::Points points;
  Eigen::VectorXd values;
};

Unlabelled unlabelled(transfer::Matched matched, const search::SearchSpace& space, const MetaTaskRule& rule) {
  Eigen::VectorXd values = samplers::with_worst_for_missing(matched.values);
  const auto all = static_cast<Eigen::Index>(matched.configurations.size());
  const Eigen::Index kept = std::min<Eigen::Index>(all, rule.most_trials);
  for (Eigen::Index i = 0; i < kept; ++i) {
    const Eigen::Index from = i * all / kept;
    if (from == i) continue;
    values[i] = values[from];
    matched.configurations[index(i)] = std::move(matched.configurations[index(from)]);
  }
  values.conservativeResize(kept);
  matched.configurations.resize(index(kept));
  return {std::move(matched.name), space.points(matched.configurations), std::move(values)};
}

std::vector<MetaTask> labelled(const std::vector<Unlabelled>& all, double gamma, Utility utility) {
  std::vector<MetaTask> tasks;
  for (const Unlabelled& one : all)
    tasks.push_back({one.name, one.points, learners::label_values(one.values, gamma, utility)});
  return tasks;
}

bool improvements_mislead(const std::vector<MetaTask>& tasks, const model::Columns& columns) {
  double sum = 0.0;
  for (const MetaTask& task : tasks) sum += learners::neighbour_agreement(columns, task.points, task.labels);
  return sum < 0.0;
}

}  // namespace

MetaTasks meta_tasks(const SamplerInput& input, const search::SearchSpace& space, const MetaTaskRule& rule) {
  std::vector<Unlabelled> all;
  for (const SourceStudy& source : input.sources) {
    transfer::Matched matched = transfer::match(source, input.study);
    if (matched.usable()) all.push_back(unlabelled(std::move(matched), space, rule));
  }
  const Utility first = rule.utility.value_or(Utility::CappedImprovement);
  MetaTasks found{labelled(all, rule.gamma, first), first};
  if (!rule.utility && improvements_mislead(found.tasks, space.columns()))
    found = {labelled(all, rule.gamma, Utility::Probability), Utility::Probability};
  return found;
}

std::vector<ArtefactSource> sources_of(const std::vector<MetaTask>& tasks) {
  std::vector<ArtefactSource> sources;
  for (const MetaTask& task : tasks)
    sources.push_back({.study = task.name, .trials = task.size(), .revision = 0});
  return sources;
}

std::string fingerprint(const std::vector<MetaTask>& tasks, const numeric::Columns& columns,
                        const std::string& settings) {
  std::vector<model::Dataset> data;
  for (const MetaTask& task : tasks) {
    data.emplace_back(columns, task.points, task.labels.label);
    data.emplace_back(columns, task.points, task.labels.weight);
  }
  std::vector<const model::Dataset*> all;
  for (const model::Dataset& one : data) all.push_back(&one);
  return transfer::fingerprint(all, settings);
}

}  // namespace hone::meta
