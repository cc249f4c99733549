// SPDX-License-Identifier: MIT
#include "hone/gp/fitter.hpp"

#include <cmath>
#include <utility>

#include "hone/gp/layout.hpp"

namespace hone::gp {
namespace {

// Variance of the noise of values that have none: rounding needs a little.
constexpr double kExactNoise = 1e-10;

}  // namespace

GpFitter::GpFitter(FitOptions options) : options_(std::move(options)) { validate(options_); }

std::unique_ptr<model::Surrogate> GpFitter::fit(const model::Dataset& data, std::uint64_t seed,
                                                std::vector<double>& memory) const {
  auto model = std::make_unique<Gp>(gp::fit(data, options_, seed, memory));
  memory = model->hyperparameters();
  return model;
}

std::unique_ptr<model::Surrogate> GpFitter::recall(const model::Dataset& data, std::span<const double> memory,
                                                   bool exact) const {
  const Layout layout(options_.spec.kernel, data.columns(), options_.spec.warp);
  std::vector<double> theta(memory.begin(), memory.end());
  if (exact && fits(layout, theta)) theta[static_cast<std::size_t>(layout.noise)] = std::log(kExactNoise);
  return std::make_unique<Gp>(data.subset(choose_rows(data, options_.max_points)), options_.spec, theta);
}

}  // namespace hone::gp
