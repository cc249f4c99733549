// SPDX-License-Identifier: MIT
#include "hone/transfer/hebo_with_sources.hpp"

#include "hone/transfer/ensemble_sampler.hpp"

namespace hone::transfer {
namespace {

void declare_sources(OptionReader& option, TransferOptions& transfer) {
  const std::string prefix = "transfer.";
  declare_initial(option, prefix, transfer);
  declare_ensemble(option, prefix, transfer);
  option.choice(prefix + "score", transfer.score,
                {{"transferred", EnsembleScore::Transferred},
                 {"mixture", EnsembleScore::Mixture},
                 {"ensemble", EnsembleScore::Ensemble}},
                "what makes a point promising: the improvements that sources predict beside what this study "
                "expects; those that they expect; opinions about the weighted mean of all");
  declare_ranking(option, prefix, transfer.ensemble);
}

const EnsembleMethod& hebo() {
  static const EnsembleMethod kMethod{.name = "hebo",
                                      .usual = {.ensemble = {.drop = DropRule::Majority, .beat_chance = true},
                                                .score = EnsembleScore::Transferred,
                                                .even_start = true},
                                      .declare = declare_sources,
                                      .declare_model = samplers::declare_hebo,
                                      .model = "hebo"};
  return kMethod;
}

}  // namespace

HeboWithSources::HeboWithSources(const SamplerInput& input)
    : Hebo(input.study, ensemble_parts(hebo(), input)) {}

OptionSpecs HeboWithSources::options() { return ensemble_options(hebo()); }

samplers::ModelOptions HeboWithSources::model_options(const Options& given) {
  return read_transfer_options(hebo(), given).model;
}

std::vector<ArtefactDraft> HeboWithSources::prepare(const SamplerInput& input) {
  return ensemble_drafts(hebo(), input);
}

}  // namespace hone::transfer
