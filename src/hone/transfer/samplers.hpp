// SPDX-License-Identifier: MIT
#pragma once

#include "hone/transfer/ensemble_sampler.hpp"

// Samplers that begin with what other studies know. Feurer, Letham, Hutter and Bakshy, "Practical Transfer
// Learning for Bayesian Optimization", and the methods that it compares with.
namespace hone::transfer {

const EnsembleMethod& rgpe();
const EnsembleMethod& rmogp();
const EnsembleMethod& taf();
const EnsembleMethod& tst();
const EnsembleMethod& cfnei();

using Rgpe = EnsembleSampler<rgpe>;    ///< ranking-weighted mean of processes
using Rmogp = EnsembleSampler<rmogp>;  ///< ranking-weighted mixture of expected improvements
using Taf = EnsembleSampler<taf>;      ///< transfer acquisition function
using Tst = EnsembleSampler<tst>;      ///< two-stage transfer surrogate with rankings
using Cfnei = EnsembleSampler<cfnei>;  ///< closed form of noisy expected improvement

}  // namespace hone::transfer
