// SPDX-License-Identifier: MIT
#pragma once

#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/encode/encoding.hpp"
#include "hone/encode/enumeration.hpp"

namespace hone::samplers {

/// Every combination once, in order, and then nothing more. Continuous parameters take `points` values (10),
/// or `points.NAME` for a single one; what does not exist under its conditions is not varied.
class Grid : public Sampler {
 public:
  explicit Grid(const Study& study);
  static OptionSpecs options();
  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 private:
  encode::Encoding encoding_;
  TriedTrials tried_;
  encode::Enumeration first_;
  encode::Enumeration front_;  // everything before it was tried or is not allowed
  bool exhausted_ = false;     // front_ came round
};

}  // namespace hone::samplers
