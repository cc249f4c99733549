// SPDX-License-Identifier: MIT
#pragma once

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

/// All that a sampler is made from. A study alone is enough: it converts. What is referred to must live until
/// the sampler is made; a sampler copies what it keeps.
struct SamplerInput {
  SamplerInput(const Study& target, std::span<const SourceStudy> others = {}, const Artefacts* kept = nullptr)
      : study(target), sources(others), artefacts(kept) {}

  const Study& study;
  std::span<const SourceStudy> sources;
  const Artefacts* artefacts;  ///< of the study's store; nullptr when there are none
};

}  // namespace hone
