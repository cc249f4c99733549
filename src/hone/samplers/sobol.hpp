// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/designs/sobol.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::samplers {

/// Points of one Owen-scrambled Sobol sequence: trial n takes the n-th, whoever asks. Option `scramble`
/// (true).
class Sobol : public Sampler {
 public:
  explicit Sobol(const Study& study);
  static OptionSpecs options();
  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 private:
  encode::Encoding encoding_;
  std::optional<designs::SobolSequence> sequence_;  // none when every parameter is constant
  TriedTrials tried_;
};

}  // namespace hone::samplers
