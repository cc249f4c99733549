// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hone/core/options.hpp"
#include "hone/core/sampler_input.hpp"
#include "hone/meta/adapted_classifier.hpp"
#include "hone/meta/meta_model.hpp"
#include "hone/samplers/classifier_sampler.hpp"

namespace hone::meta {

/// Everything that can be switched in `malibo`.
struct MaliboOptions {
  std::string model = {};  ///< see find_model(); empty: learned from the sources
  bool thompson = true;
  bool boosting = true;
  MetaTaskRule tasks = {};
  TrainingOptions training = {};
  learners::BoostingOptions trees = {.lambda = 0.0, .min_child_weight = 0.0};
  int candidates = 1000;  ///< anywhere in the space, for each proposal
  int local = 200;        ///< near the best trial
  std::int64_t startup = 0;

  void declare(OptionReader& option);
};

/// MALIBO: meta-learned likelihood-free Bayesian optimisation. Earlier studies have taught a network what the
/// good settings of a study look like, and along which features studies differ from each other; a new study
/// has an embedding of its own along these, found by Bayesian logistic regression from its first trial on.
/// Each proposal is the best point of one draw from what is believed of the embedding (`thompson`), corrected
/// by boosted trees (`boosting`); the first one is the best on average. Values count by their order and by
/// how far they are below a quantile, so scales do not matter.
///
/// Without anything learned beforehand the features are those of a network that chance has made, the start is
/// even, and what is left is LFBO with Thompson draws.
class Malibo final : public samplers::ClassifierSampler {
 public:
  explicit Malibo(const SamplerInput& input);
  static OptionSpecs options();
  /// The network as the sources have taught it, if nobody has kept it yet.
  static std::vector<ArtefactDraft> prepare(const SamplerInput& input);

  std::vector<Proposal> ask(const AskRequest& request) const override;

 private:
  std::optional<Learned> learn(const samplers::Evidence& evidence, std::uint64_t seed) const override;

  struct Parts;
  Malibo(const Study& study, Parts parts);

  MaliboOptions options_;
  std::shared_ptr<const MetaKnowledge> knowledge_;  // immutable, hence shared by copies
  learners::Utility utility_;                       // what good trials count
  std::string missing_;  // the name of a model that there was no store to find it in
  std::string version_;  // of a model that was named
};

/// A model under a name, for a study of the input's space: training as `options` say. Throws
/// Error(InvalidArgument) when the study can learn from none of its sources.
MetaModel train_model(const SamplerInput& input, const MaliboOptions& options, std::uint64_t seed,
                      const TrainingProgress& progress = nullptr);

}  // namespace hone::meta
