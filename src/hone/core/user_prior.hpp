// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <variant>

#include "hone/core/parameter.hpp"

// What somebody believes of good values of a parameter before anything was tried. Kept beside the space and
// not in it, so that another belief leaves the space, and the trials in it, as they are.
namespace hone {

/// Of a number: near `mean`, give or take `deviation`. The mean is a value of the parameter; the deviation is
/// in its units, in decades on the Log scale and in log odds on the Logit scale.
struct NormalPrior {
  double mean = 0.0;
  double deviation = 1.0;
  friend bool operator==(const NormalPrior&, const NormalPrior&) = default;
};

/// Of choices: how much each is worth beside the others, by to_text() of the value. One that is not named
/// weighs nothing.
struct ChoicePrior {
  std::map<std::string, double> weights;
  friend bool operator==(const ChoicePrior&, const ChoicePrior&) = default;
};

/// Of anything: near a value.
struct NearPrior {
  Value value;
  friend bool operator==(const NearPrior&, const NearPrior&) = default;
};

using UserPrior = std::variant<NormalPrior, ChoicePrior, NearPrior>;
/// By the name of the parameter.
using UserPriors = std::map<std::string, UserPrior>;

/// Throws Error(InvalidArgument) when a parameter cannot have this prior.
void check_prior(const Parameter& parameter, const UserPrior& prior);

/// The value of a parameter that its prior likes best.
Value mode_of(const Domain& domain, const UserPrior& prior);

/// Where a number lies in [0, 1] on the scale of a range; beyond it for numbers outside.
double unit_position(const Domain& domain, double value);
/// A deviation in the units of NormalPrior, as a part of [0, 1].
double unit_deviation(const Domain& domain, double deviation);

}  // namespace hone
