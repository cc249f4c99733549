// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hone/core/sampler_input.hpp"
#include "hone/model/fitter.hpp"
#include "hone/numeric/output_transform.hpp"
#include "hone/search/search_space.hpp"
#include "hone/transfer/ensemble_fitter.hpp"
#include "hone/transfer/matching.hpp"

// The models of other studies. Each is fitted once; what the fit has learned is kept as an artefact of the
// kind "base-model" and found again by any later study or worker that has the same trials in the same
// columns.
namespace hone::transfer {

/// How models of sources are made.
struct BaseModelRule {
  std::shared_ptr<const model::Fitter> fitter;
  numeric::OutputRule output = numeric::OutputRule::Plain;
  std::string settings;  ///< names the fitter and its options, so that other ones are not confused with these
};

/// What a source's model is fitted to.
struct BaseData {
  std::string name;
  std::vector<Configuration> configurations;
  model::Dataset data;  ///< standardised after the output transform; failures are as bad as the worst
};

/// Of more trials than this the best half and, for the rest, those that lie furthest from each other are
/// used.
inline constexpr int kMostBaseTrials = 200;

/// Data of all sources that the study can learn from, in their order; of each at most so many trials.
std::vector<BaseData> base_data(const SamplerInput& input, const search::SearchSpace& space,
                                numeric::OutputRule output, int most = kMostBaseTrials);

/// The models; those that the artefacts hold are not fitted again.
std::vector<BaseModel> base_models(const std::vector<BaseData>& sources, const BaseModelRule& rule,
                                   const Artefacts* artefacts);

/// What base_models() would have to fit, fitted, for whoever keeps the artefacts. `progress` is told of every
/// source that something had to be fitted to.
std::vector<ArtefactDraft> missing_base_models(const std::vector<BaseData>& sources,
                                               const BaseModelRule& rule, const Artefacts* artefacts,
                                               const LearningProgress& progress = {});

}  // namespace hone::transfer
