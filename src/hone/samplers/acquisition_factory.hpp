// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "hone/acquisition/acquisition.hpp"
#include "hone/acquisition/mace.hpp"
#include "hone/samplers/acquisition_rule.hpp"
#include "hone/samplers/posterior.hpp"

namespace hone::samplers {

/// What an acquisition is wanted for.
struct AcquisitionUse {
  /// One of the factory's scores alone; otherwise all of them.
  std::optional<int> only = {};
  /// Fast predictions, for sifting many candidates.
  bool screen = false;
  /// Without chance, so that it can be climbed.
  bool smooth = false;
};

/// Makes the acquisition of whatever a posterior has learned: all that a search, a climb or the choice of a
/// batch need to know of what makes points worth trying. A new aim is a factory of its own.
class AcquisitionFactory {
 public:
  virtual ~AcquisitionFactory() = default;

  /// The score that a single point anywhere in the space is chosen by.
  virtual int anywhere(Rng& rng) const = 0;
  /// The score that a single point near a good trial is chosen by.
  virtual int nearby(Rng& rng) const = 0;

  /// The posterior must outlive the result. Its limits on outcomes are taken care of by acquisition_of().
  virtual std::unique_ptr<acquisition::Acquisition> make(const Posterior& posterior,
                                                         const AcquisitionUse& use) const = 0;
};

/// Of a single objective, the ensemble that the options name, with the posterior's target; the rule forms it.
class ScalarFactory final : public AcquisitionFactory {
 public:
  ScalarFactory(acquisition::MaceOptions ensemble, std::shared_ptr<const AcquisitionRule> rule)
      : ensemble_(std::move(ensemble)), rule_(std::move(rule)) {}

  /// Expected improvement weighs depth against doubt best, if it takes part.
  int anywhere(Rng& rng) const override;
  int nearby(Rng& rng) const override;
  std::unique_ptr<acquisition::Acquisition> make(const Posterior& posterior,
                                                 const AcquisitionUse& use) const override;

 private:
  acquisition::MaceOptions ensemble_;
  std::shared_ptr<const AcquisitionRule> rule_;
};

/// Of a single objective: the lower confidence bound, without chance and without noise.
class BoundFactory final : public AcquisitionFactory {
 public:
  explicit BoundFactory(double kappa) : kappa_(kappa) {}

  int anywhere(Rng&) const override { return 0; }
  int nearby(Rng&) const override { return 0; }
  std::unique_ptr<acquisition::Acquisition> make(const Posterior& posterior,
                                                 const AcquisitionUse& use) const override;

 private:
  double kappa_;
};

/// Of several objectives: score 0 is the volume that a point is expected to add below the posterior's front,
/// the others are the confidence bounds of each objective.
class VolumeFactory final : public AcquisitionFactory {
 public:
  explicit VolumeFactory(double kappa) : kappa_(kappa) {}

  int anywhere(Rng&) const override { return 0; }
  int nearby(Rng&) const override { return 0; }
  std::unique_ptr<acquisition::Acquisition> make(const Posterior& posterior,
                                                 const AcquisitionUse& use) const override;

 private:
  double kappa_;
};

/// What the factory makes, weighed by the probability that the limits on outcomes are kept; that probability
/// alone as long as no feasible trial is known.
std::unique_ptr<acquisition::Acquisition> acquisition_of(const Posterior& posterior,
                                                         const AcquisitionFactory& factory,
                                                         const AcquisitionUse& use);

}  // namespace hone::samplers
