// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/core/sampler_input.hpp"
#include "hone/samplers/model_sampler.hpp"
#include "hone/transfer/base_models.hpp"
#include "hone/transfer/transfer_options.hpp"

namespace hone::transfer {

/// GP(MAP) of the RGPE paper as the model of each study: the options of `gp` with that variant.
void declare_map(OptionReader& option, samplers::ModelOptions& model);

/// A way to weigh models of other studies against that of the study itself.
struct EnsembleMethod {
  std::string name;
  TransferOptions usual = {};  ///< what it is when nothing else is said
  /// Declares what can be switched beside the model of a single study.
  void (*declare)(OptionReader& option, TransferOptions& transfer) = nullptr;
  /// Declares the options of that model.
  void (*declare_model)(OptionReader& option, samplers::ModelOptions& model) = declare_map;
  /// What that model is called in the keys of fitted ones: methods of the same model share them.
  std::string model = "gp map";
};

OptionSpecs ensemble_options(const EnsembleMethod& method);

/// Reads the options of a study file. Throws Error(InvalidOption).
TransferOptions read_transfer_options(const EnsembleMethod& method, const Options& given);

/// How models of single studies are fitted and kept. Throws Error(InvalidOption).
BaseModelRule base_rule(const EnsembleMethod& method, const Options& given);

/// What the method is made of for a study and its sources. Without a source that it can learn from, it is
/// what leads a study by itself.
samplers::ModelParts ensemble_parts(const EnsembleMethod& method, const SamplerInput& input);

/// Models of sources that were fitted for this, to be kept for the next one.
std::vector<ArtefactDraft> ensemble_drafts(const EnsembleMethod& method, const SamplerInput& input);

/// A sampler led by a model of its own study and by those of its sources, weighed against each other anew
/// before every proposal.
template <const EnsembleMethod& (*kMethod)()>
class EnsembleSampler final : public samplers::ModelSampler {
 public:
  explicit EnsembleSampler(const SamplerInput& input)
      : ModelSampler(input.study, ensemble_parts(kMethod(), input)) {}
  static OptionSpecs options() { return ensemble_options(kMethod()); }
  static std::vector<ArtefactDraft> prepare(const SamplerInput& input) {
    return ensemble_drafts(kMethod(), input);
  }
};

}  // namespace hone::transfer
