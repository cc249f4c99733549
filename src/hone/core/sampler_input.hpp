// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "hone/core/artefact.hpp"
#include "hone/core/study.hpp"

namespace hone {

/// Another study, as a sampler may learn from it.
struct SourceStudy {
  std::string name;  ///< "svm-adult", "other.db:svm", "old.csv"
  Space space;
  std::vector<Objective> objectives;
  std::vector<Trial> trials;  ///< those that ended, in whatever state, by number
  std::int64_t revision = 0;  ///< of the study when it was read; 0 for a table
};

/// Told which of the sources is being learned from, counted from 1.
using LearningProgress = std::function<void(std::size_t source, std::size_t sources)>;

/// All that a sampler is made from. A study alone is enough: it converts. What is referred to must live until
/// the sampler is made; a sampler copies what it keeps.
struct SamplerInput {
  SamplerInput(const Study& target, std::span<const SourceStudy> others = {}, const Artefacts* kept = nullptr)
      : study(target), sources(others), artefacts(kept) {}

  const Study& study;
  std::span<const SourceStudy> sources;
  const Artefacts* artefacts;  ///< of the study's store; nullptr when there are none
  /// Nobody has to listen. A sampler that learns at once tells nothing.
  LearningProgress progress = {};

  /// The same for another study.
  SamplerInput with_study(const Study& target) const {
    SamplerInput input(target, sources, artefacts);
    input.progress = progress;
    return input;
  }
};

}  // namespace hone
