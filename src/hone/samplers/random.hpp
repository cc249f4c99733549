// SPDX-License-Identifier: MIT
#pragma once

#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::samplers {

/// Independent uniform draws on the parameters' scales.
class Random : public Sampler {
 public:
  explicit Random(const Study& study);
  static OptionSpecs options() { return {}; }
  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 private:
  encode::Encoding encoding_;
  TriedTrials tried_;
};

}  // namespace hone::samplers
