// SPDX-License-Identifier: MIT
#include "hone/learners/forest_fitter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hone/base/error.hpp"

namespace hone::learners {
namespace {

// Trees that agree are still not certain; in units of the variance of the values.
constexpr double kLeastShare = 1e-8;
// A number of the memory holds so many bits of a seed exactly.
constexpr std::uint64_t kSeedMask = (std::uint64_t{1} << 53) - 1;

std::unique_ptr<ForestSurrogate> grow_forest(const model::Dataset& data, const ForestOptions& options,
                                             std::uint64_t seed) {
  const Labels labels{data.y(), Eigen::VectorXd::Ones(data.size())};
  const double variance = data.size() > 0 ? (data.y().array() - data.y().mean()).square().mean() : 1.0;
  const double floor = std::max(kLeastShare * variance, std::numeric_limits<double>::min());
  return std::make_unique<ForestSurrogate>(
      data.columns(), RandomForest::fit(data.columns(), data.points(), labels, options, seed), floor);
}

}  // namespace

ForestSurrogate::ForestSurrogate(model::Columns columns, RandomForest forest, double floor)
    : columns_(std::move(columns)), forest_(std::move(forest)), floor_(floor) {}

model::Prediction ForestSurrogate::predict(const model::Points& points) const {
  model::Prediction prediction = forest_.predict(points);
  prediction.variance = prediction.variance.cwiseMax(floor_);
  return prediction;
}

std::unique_ptr<model::Surrogate> ForestSurrogate::believe(const model::Points& pending) const {
  auto believing = std::make_unique<ForestSurrogate>(*this);
  const Eigen::VectorXd expected = forest_.mean(pending);
  for (Eigen::Index i = 0; i < pending.rows(); ++i) believing->forest_.add(pending, i, expected[i]);
  return believing;
}

std::unique_ptr<model::Surrogate> ForestFitter::fit(const model::Dataset& data, std::uint64_t seed,
                                                    std::vector<double>& memory) const {
  seed &= kSeedMask;
  memory = {static_cast<double>(seed)};
  return grow_forest(data, options_, seed);
}

std::unique_ptr<model::Surrogate> ForestFitter::recall(const model::Dataset& data,
                                                       std::span<const double> memory, bool) const {
  if (memory.size() != 1 || !(memory[0] >= 0.0) || memory[0] > static_cast<double>(kSeedMask) ||
      std::floor(memory[0]) != memory[0])
    throw Error(ErrorCode::InvalidArgument, "this is not what a forest remembers of a fit",
                "give the memory that fit() has left");
  return grow_forest(data, options_, static_cast<std::uint64_t>(memory[0]));
}

}  // namespace hone::learners
