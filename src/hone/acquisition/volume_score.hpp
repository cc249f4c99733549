// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "hone/acquisition/acquisition.hpp"
#include "hone/acquisition/volume_gain.hpp"

namespace hone::acquisition {

struct VolumeOptions {
  /// The lower confidence bound of each objective is a score of its own, behind that of the volume: a search
  /// for all of them spreads along the front.
  bool bounds = true;
  /// Standard deviations below the mean that the confidence bounds lie.
  double kappa = 2.0;
  /// Use the surrogates' fast predictions.
  bool screen = true;
};

/// Points by the volume that they are expected to add below a front: -log EHVI, and bounds if wanted.
class VolumeScore final : public Acquisition {
 public:
  /// A model for each objective of the gain. They must outlive the object.
  VolumeScore(std::vector<const model::Surrogate*> objectives, VolumeGain gain, VolumeOptions options = {});

  int count() const override { return options_.bounds ? 1 + static_cast<int>(objectives_.size()) : 1; }
  Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const override;
  /// Of the volume alone.
  std::optional<Scored> with_gradient(const model::Points& points) const override;

 private:
  std::vector<const model::Surrogate*> objectives_;
  VolumeGain gain_;
  VolumeOptions options_;
};

}  // namespace hone::acquisition
