// SPDX-License-Identifier: MIT
#include "hone/transfer/samplers.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "hone/base/rng.hpp"
#include "hone/core/aim.hpp"
#include "hone/gp/fitter.hpp"
#include "hone/transfer/base_models.hpp"
#include "hone/transfer/learned_start.hpp"

namespace hone::transfer {
namespace {

constexpr std::uint64_t kStartStream = 13;
// Beyond the first ones, for when the first fail.
constexpr int kSpareStarts = 8;

BaseModelRule rule_of(Method method, const TransferOptions& options, const Study& study) {
  return {.fitter = std::make_shared<const gp::GpFitter>(options.model.fit),
          .output = options.model.belief.output,
          .settings = fit_settings(method, study.sampler.options)};
}

int horizon_of(const Study& study) {
  const auto planned = planned_trials(study);
  return static_cast<int>(std::min<std::int64_t>(planned.value_or(0), 1'000'000'000));
}

samplers::ModelParts parts_of(Method method, const SamplerInput& input) {
  TransferOptions options = read_transfer_options(method, input.study.sampler.options);
  samplers::ModelParts parts = samplers::gp_parts(options.model);
  const search::SearchSpace space(input.study.space);
  const BaseModelRule rule = rule_of(method, options, input.study);
  const std::vector<BaseData> sources = base_data(input, space, rule.output);
  if (sources.empty()) return parts;
  std::vector<BaseModel> bases = base_models(sources, rule, input.artefacts);
  options.ensemble.horizon = horizon_of(input.study);
  parts.options.startup = options.initial;
  parts.first = learned_start(sources, bases, space, options.initial + kSpareStarts,
                              mix_seed(input.study.seed, kStartStream));
  parts.fitter = std::make_shared<const EnsembleFitter>(rule.fitter, std::move(bases), options.ensemble);
  parts.judge = std::make_shared<const EnsembleJudge>(options.score, options.incumbent, options.even_start);
  return parts;
}

}  // namespace

template <Method kMethod>
EnsembleSampler<kMethod>::EnsembleSampler(const SamplerInput& input)
    : ModelSampler(input.study, parts_of(kMethod, input)) {}

template <Method kMethod>
std::vector<ArtefactDraft> EnsembleSampler<kMethod>::prepare(const SamplerInput& input) {
  const TransferOptions options = read_transfer_options(kMethod, input.study.sampler.options);
  const BaseModelRule rule = rule_of(kMethod, options, input.study);
  const search::SearchSpace space(input.study.space);
  return missing_base_models(base_data(input, space, rule.output), rule, input.artefacts, input.progress);
}

template class EnsembleSampler<Method::Rgpe>;
template class EnsembleSampler<Method::Rmogp>;
template class EnsembleSampler<Method::Taf>;
template class EnsembleSampler<Method::Tst>;
template class EnsembleSampler<Method::Cfnei>;
template class EnsembleSampler<Method::Wac>;
template class EnsembleSampler<Method::Hebo>;

}  // namespace hone::transfer
