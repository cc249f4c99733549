// SPDX-License-Identifier: MIT
#pragma once

#include "hone/gp/fit.hpp"
#include "hone/model/fitter.hpp"

namespace hone::gp {

/// Gaussian processes for samplers: fit() behind the interface that they know. What it remembers are the
/// hyper-parameters.
class GpFitter final : public model::Fitter {
 public:
  /// Throws Error(InvalidOption) as validate() does.
  explicit GpFitter(FitOptions options);

  std::unique_ptr<model::Surrogate> fit(const model::Dataset& data, std::uint64_t seed,
                                        std::vector<double>& memory) const override;
  std::unique_ptr<model::Surrogate> recall(const model::Dataset& data, std::span<const double> memory,
                                           bool exact) const override;

 private:
  FitOptions options_;
};

}  // namespace hone::gp
