// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/sampler_input.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::baselines {

/// Sequential model-free optimisation (Wistuba et al. 2015): what the sources' models expect most of, one
/// after the other, as learned_start() has it, whatever the target answers. For a study so short that a model
/// of its own cannot learn much. When everything that the sources tried was tried here as well, and without
/// sources, it draws at random.
class Smfo final : public Sampler {
 public:
  explicit Smfo(const SamplerInput& input);
  static OptionSpecs options() { return {}; }
  static std::vector<ArtefactDraft> prepare(const SamplerInput& input);

  void tell(std::span<const Trial> finished) override { history_.add(finished); }
  std::vector<Proposal> ask(const AskRequest& request) const override;

 private:
  encode::Encoding encoding_;
  std::vector<Configuration> design_;
  History history_;
};

}  // namespace hone::baselines
