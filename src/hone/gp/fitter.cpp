// SPDX-License-Identifier: MIT
#include "hone/gp/fitter.hpp"

#include <utility>

namespace hone::gp {

Fitter::Fitter(FitOptions options) : options_(std::move(options)) { validate(options_); }

std::unique_ptr<model::Surrogate> Fitter::fit(const model::Dataset& data, std::uint64_t seed,
                                              std::vector<double>& memory) const {
  auto model = std::make_unique<Gp>(gp::fit(data, options_, seed, memory));
  memory = model->hyperparameters();
  return model;
}

}  // namespace hone::gp
