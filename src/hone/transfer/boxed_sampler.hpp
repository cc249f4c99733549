// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hone/core/sampler.hpp"
#include "hone/core/space.hpp"
#include "hone/transfer/passage.hpp"

namespace hone::transfer {

/// Any sampler, kept in a part of its study's space. Trials outside of the part are not told to it.
class BoxedSampler final : public Sampler {
 public:
  /// `inner` is a sampler of the space `part`, which is the space `whole` with narrower ranges.
  BoxedSampler(Space whole, Space part, std::unique_ptr<Sampler> inner);

  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 private:
  std::vector<Trial> inside(std::span<const Trial> trials) const;

  Space whole_;
  Space part_;
  std::unique_ptr<Sampler> inner_;
  Passage into_;
  Passage out_of_;
};

}  // namespace hone::transfer
