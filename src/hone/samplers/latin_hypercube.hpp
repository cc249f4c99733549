// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>

#include "hone/core/history.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/designs/points.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::samplers {

/// Rows of random Latin hypercubes, one after the other: trial n takes row n mod `points` of hypercube n /
/// `points`. Option `points`: rows of one hypercube; by default as many as trials are planned, or 32 when
/// that is not known.
class LatinHypercube : public Sampler {
 public:
  explicit LatinHypercube(const Study& study);
  static OptionSpecs options();
  void tell(std::span<const Trial> finished) override;
  std::vector<Proposal> ask(const AskRequest& request) const override;

 private:
  const designs::DesignPoints& block(std::uint64_t number) const;

  encode::Encoding encoding_;
  std::uint64_t seed_;
  std::int64_t points_;
  TriedTrials tried_;
  // The hypercube in use; rebuilt when asks move on to another one. Asks of several threads take turns.
  mutable std::mutex asking_;
  mutable designs::DesignPoints design_;
  mutable std::uint64_t design_number_ = ~std::uint64_t{0};
};

}  // namespace hone::samplers
