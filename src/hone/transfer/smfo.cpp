// SPDX-License-Identifier: MIT
#include "hone/transfer/smfo.hpp"

#include <algorithm>
#include <memory>

#include "hone/base/rng.hpp"
#include "hone/core/aim.hpp"
#include "hone/gp/fitter.hpp"
#include "hone/search/picker.hpp"
#include "hone/transfer/learned_start.hpp"
#include "hone/transfer/transfer_options.hpp"

namespace hone::transfer {
namespace {

constexpr std::uint64_t kDesignStream = 14;
// For studies that say nothing of their length.
constexpr std::int64_t kUsualLength = 200;

// The processes of `rgpe`, so that both share what is kept of them.
BaseModelRule plain_rule() {
  const TransferOptions usual = read_transfer_options(Method::Rgpe, {});
  return {.fitter = std::make_shared<const gp::GpFitter>(usual.model.fit),
          .output = usual.model.belief.output,
          .settings = fit_settings(Method::Rgpe, {})};
}

std::vector<Configuration> design_of(const SamplerInput& input) {
  const search::SearchSpace space(input.study.space);
  const BaseModelRule rule = plain_rule();
  const std::vector<BaseData> sources = base_data(input, space, rule.output);
  if (sources.empty()) return {};
  const auto planned = planned_trials(input.study);
  const auto count = std::min<std::int64_t>(planned.value_or(kUsualLength), 2000);
  return learned_start(sources, base_models(sources, rule, input.artefacts), space, static_cast<int>(count),
                       mix_seed(input.study.seed, kDesignStream));
}

}  // namespace

Smfo::Smfo(const SamplerInput& input) : encoding_(input.study.space), design_(design_of(input)) {
  OptionReader(input.study.sampler.name, input.study.sampler.options).finish();
}

std::vector<ArtefactDraft> Smfo::prepare(const SamplerInput& input) {
  const BaseModelRule rule = plain_rule();
  return missing_base_models(base_data(input, search::SearchSpace(input.study.space), rule.output), rule,
                             input.artefacts, input.progress);
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

}  // namespace hone::transfer
