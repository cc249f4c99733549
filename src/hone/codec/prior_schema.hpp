// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/field.hpp"
#include "hone/core/space.hpp"
#include "hone/core/user_prior.hpp"

// What is believed of good values: `priors: {lr: {normal: [0.01, 0.5]}}` beside the parameters, or
// `prior: {...}` in one of them, which means the same.
namespace hone::codec {

/// Of one parameter.
Node prior_shape();
/// Of several, by name.
Node priors_shape();

/// Both forms of a study; a parameter may have one of them.
UserPriors read_priors(const Field& study, const Space& space);

Node priors_node(const UserPriors& priors);

/// A study tree with the priors of an earlier definition, as far as it has these parameters and says nothing
/// of their priors itself.
void keep_priors(Node& study, const UserPriors& before);

}  // namespace hone::codec
