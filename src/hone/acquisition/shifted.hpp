// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hone/acquisition/acquisition.hpp"

namespace hone::acquisition {

/// Any acquisition with something added to its opinions that does not come from the results: the logarithm of
/// a cost, or minus that of how likely somebody thinks a point to be good. Of -log EI, adding log c makes
/// -log(EI / c), subtracting log w makes -log(EI w).
class Shifted final : public Acquisition {
 public:
  enum class Opinions { All, First };

  /// `shift` has a single opinion. Of several opinions of the acquisition, `which` are shifted.
  Shifted(std::unique_ptr<Acquisition> acquisition, std::shared_ptr<const Acquisition> shift,
          Opinions which = Opinions::All)
      : acquisition_(std::move(acquisition)), shift_(std::move(shift)), which_(which) {}

  int count() const override { return acquisition_->count(); }
  Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const override;
  std::optional<Scored> with_gradient(const model::Points& points) const override;

 private:
  std::unique_ptr<Acquisition> acquisition_;
  std::shared_ptr<const Acquisition> shift_;  // shared by the acquisitions of one ask
  Opinions which_;
};

/// What a surrogate expects, times a factor: α log c, of a surrogate of log c.
class ScaledMean final : public Acquisition {
 public:
  ScaledMean(std::shared_ptr<const model::Surrogate> surrogate, double factor)
      : surrogate_(std::move(surrogate)), factor_(factor) {}

  Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const override;
  std::optional<Scored> with_gradient(const model::Points& points) const override;

 private:
  std::shared_ptr<const model::Surrogate> surrogate_;  // shared with who made it
  double factor_;
};

}  // namespace hone::acquisition
