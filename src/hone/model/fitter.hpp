// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hone/model/surrogate.hpp"

namespace hone::model {

/// Makes a surrogate from data: what a sampler is given, so that it need not know what kind of model leads
/// it. Immutable and safe to use from several threads.
class Fitter {
 public:
  virtual ~Fitter() = default;

  /// The same arguments give the same surrogate. `memory` holds what the last fit of the same columns left
  /// behind, or nothing; numbers that are not this fitter's own are ignored. On return it holds what the next
  /// fit may go on from.
  virtual std::unique_ptr<Surrogate> fit(const Dataset& data, std::uint64_t seed,
                                         std::vector<double>& memory) const = 0;

  /// What fit() made of data that left this memory behind, without learning anything again. With `exact`, the
  /// values are taken to be free of noise. Throws Error(InvalidArgument) when the memory is not one of this
  /// fitter and these columns.
  virtual std::unique_ptr<Surrogate> recall(const Dataset& data, std::span<const double> memory,
                                            bool exact = false) const = 0;

 protected:
  Fitter() = default;
  Fitter(const Fitter&) = default;
  Fitter& operator=(const Fitter&) = default;
};

}  // namespace hone::model
