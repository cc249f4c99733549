// SPDX-License-Identifier: MIT
#include "hone/transfer/ensemble_sampler.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/core/aim.hpp"
#include "hone/gp/fitter.hpp"
#include "hone/samplers/gp.hpp"
#include "hone/transfer/learned_start.hpp"

namespace hone::transfer {
namespace {

constexpr std::uint64_t kStartStream = 13;
// Beyond the first ones, for when the first fail.
constexpr int kSpareStarts = 8;

struct EnsembleForm {
  const EnsembleMethod* method;
  TransferOptions transfer = method->usual;

  void declare(OptionReader& option) {
    method->declare_model(option, transfer.model);
    method->declare(option, transfer);
  }
};

/// The options that shape the model of a single study, as text.
std::string fit_settings(const EnsembleMethod& method, const Options& given) {
  std::string settings = method.model;
  for (const char* name :
       {"variant", "input_warp", "output_transform", "kernel", "fit.restarts", "fit.iterations"}) {
    const auto found = given.find(name);
    if (found != given.end()) settings += text(" ", name, "=", to_text(found->second.front()));
  }
  return settings;
}

BaseModelRule rule_of(const EnsembleMethod& method, const samplers::ModelOptions& model,
                      const Options& given) {
  return {.fitter = std::make_shared<const gp::GpFitter>(model.fit),
          .output = model.learning.output,
          .settings = fit_settings(method, given)};
}

int horizon_of(const Study& study) {
  const auto planned = planned_trials(study);
  return static_cast<int>(std::min<std::int64_t>(planned.value_or(0), 1'000'000'000));
}

}  // namespace

void declare_map(OptionReader& option, samplers::ModelOptions& model) {
  samplers::declare_gp(option, model, samplers::GpVariant::Map);
}

OptionSpecs ensemble_options(const EnsembleMethod& method) {
  return describe_options([&method](OptionReader& option) { EnsembleForm{&method}.declare(option); });
}

TransferOptions read_transfer_options(const EnsembleMethod& method, const Options& given) {
  return read_options<EnsembleForm>({method.name, given}, {&method}).transfer;
}

BaseModelRule base_rule(const EnsembleMethod& method, const Options& given) {
  return rule_of(method, read_transfer_options(method, given).model, given);
}

samplers::ModelParts ensemble_parts(const EnsembleMethod& method, const SamplerInput& input) {
  const Options& given = input.study.sampler.options;
  TransferOptions options = read_transfer_options(method, given);
  samplers::ModelParts parts = samplers::gp_parts(options.model);
  const search::SearchSpace space(input.study.space);
  const BaseModelRule rule = rule_of(method, options.model, given);
  const std::vector<BaseData> sources = base_data(input, space, rule.output);
  if (sources.empty()) return parts;
  std::vector<BaseModel> bases = base_models(sources, rule, input.artefacts);
  options.ensemble.horizon = horizon_of(input.study);
  parts.options.startup = options.initial;
  parts.first = learned_start(sources, bases, space, options.initial + kSpareStarts,
                              mix_seed(input.study.seed, kStartStream));
  // Sources have been learned as one objective each.
  parts.options.learning.several = samplers::SeveralObjectives::Scalarised;
  parts.fitter = std::make_shared<const EnsembleFitter>(rule.fitter, std::move(bases), options.ensemble);
  parts.rule = std::make_shared<const EnsembleRule>(options.score, options.incumbent, options.even_start);
  return parts;
}

std::vector<ArtefactDraft> ensemble_drafts(const EnsembleMethod& method, const SamplerInput& input) {
  const BaseModelRule rule = base_rule(method, input.study.sampler.options);
  const search::SearchSpace space(input.study.space);
  return missing_base_models(base_data(input, space, rule.output), rule, input.artefacts, input.progress);
}

}  // namespace hone::transfer
