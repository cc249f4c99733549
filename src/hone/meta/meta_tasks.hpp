// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/core/sampler_input.hpp"
#include "hone/learners/labels.hpp"
#include "hone/model/dataset.hpp"
#include "hone/search/search_space.hpp"

namespace hone::meta {

/// An earlier study as meta-training sees it: points, and which of them were good for that study. What its
/// values were, in what units and with what noise, does not matter any more.
struct MetaTask {
  std::string name;
  model::Points points;
  learners::Labels labels;

  Eigen::Index size() const noexcept { return labels.size(); }
};

struct MetaTaskRule {
  double gamma = 1.0 / 3.0;  ///< the share of each study's trials that are good
  /// What good trials count; without a value it is chosen from the sources.
  std::optional<learners::Utility> utility = std::nullopt;
  /// Of more trials than this, as many are used, drawn evenly over the study's length.
  int most_trials = 1000;
};

struct MetaTasks {
  std::vector<MetaTask> tasks;
  /// What good trials count in them, and should count in a study that follows them.
  learners::Utility utility = learners::Utility::CappedImprovement;
};

/// The sources that the study of the input can learn from (transfer::match()), in their order. Failed trials
/// are as bad as the worst.
///
/// When the rule leaves it open, good trials count by their improvement (capped), unless the trials that
/// would count most have worse neighbours than the others, on average over the sources: then their values
/// are luck (learners::neighbour_agreement()), and all good trials count the same.
MetaTasks meta_tasks(const SamplerInput& input, const search::SearchSpace& space, const MetaTaskRule& rule);

/// What an artefact says it was made from.
std::vector<ArtefactSource> sources_of(const std::vector<MetaTask>& tasks);

/// Changes with everything that a training depends on.
std::string fingerprint(const std::vector<MetaTask>& tasks, const numeric::Columns& columns,
                        const std::string& settings);

}  // namespace hone::meta
