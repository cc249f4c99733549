// SPDX-License-Identifier: MIT
#include "hone/baselines/smfo.hpp"

#include <algorithm>

#include "hone/base/rng.hpp"
#include "hone/core/aim.hpp"
#include "hone/search/picker.hpp"
#include "hone/transfer/learned_start.hpp"
#include "hone/transfer/samplers.hpp"

namespace hone::baselines {
namespace {

constexpr std::uint64_t kDesignStream = 14;
// For studies that say nothing of their length.
constexpr std::int64_t kUsualLength = 200;

// The processes of `rgpe`, so that both share what is kept of them.
transfer::BaseModelRule plain_rule() { return transfer::base_rule(transfer::rgpe(), {}); }

std::vector<Configuration> design_of(const SamplerInput& input) {
  const search::SearchSpace space(input.study.space);
  const transfer::BaseModelRule rule = plain_rule();
  const std::vector<transfer::BaseData> sources = transfer::base_data(input, space, rule.output);
  if (sources.empty()) return {};
  const auto planned = planned_trials(input.study);
  const auto count = std::min<std::int64_t>(planned.value_or(kUsualLength), 2000);
  return transfer::learned_start(sources, transfer::base_models(sources, rule, input.artefacts), space,
                                 static_cast<int>(count), mix_seed(input.study.seed, kDesignStream));
}

}  // namespace

Smfo::Smfo(const SamplerInput& input) : encoding_(input.study.space), design_(design_of(input)) {
  OptionReader(input.study.sampler.name, input.study.sampler.options).finish();
}

std::vector<ArtefactDraft> Smfo::prepare(const SamplerInput& input) {
  const transfer::BaseModelRule rule = plain_rule();
  return transfer::missing_base_models(
      transfer::base_data(input, search::SearchSpace(input.study.space), rule.output), rule, input.artefacts,
      input.progress);
}

std::vector<Proposal> Smfo::ask(const AskRequest& request) const {
  search::Picker picker(encoding_, history_, request);
  for (std::size_t i = 0; i < design_.size() && !picker.full(); ++i) {
    if (picker.open(design_[i])) picker.pick(design_[i]);
  }
  while (!picker.full() && picker.pick_random()) {
  }
  return picker.take();
}

}  // namespace hone::baselines
