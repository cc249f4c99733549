// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/core/sampler_input.hpp"
#include "hone/samplers/model_sampler.hpp"
#include "hone/transfer/transfer_options.hpp"

// Samplers that begin with what other studies know. Feurer, Letham, Hutter and Bakshy, "Practical Transfer
// Learning for Bayesian Optimization", and the methods that it compares with.
namespace hone::transfer {

/// A sampler led by a model of its own study and by those of its sources, weighed against each other anew
/// before every proposal. Without a source that it can learn from, it is the sampler of a study by itself.
template <Method kMethod>
class EnsembleSampler final : public samplers::ModelSampler {
 public:
  explicit EnsembleSampler(const SamplerInput& input);
  static OptionSpecs options() { return transfer_options(kMethod); }
  /// Models of sources that were fitted for this, to be kept for the next one.
  static std::vector<ArtefactDraft> prepare(const SamplerInput& input);
};

extern template class EnsembleSampler<Method::Rgpe>;
extern template class EnsembleSampler<Method::Rmogp>;
extern template class EnsembleSampler<Method::Taf>;
extern template class EnsembleSampler<Method::Tst>;
extern template class EnsembleSampler<Method::Cfnei>;
extern template class EnsembleSampler<Method::Wac>;
extern template class EnsembleSampler<Method::Hebo>;

using Rgpe = EnsembleSampler<Method::Rgpe>;             ///< ranking-weighted mean of processes
using Rmogp = EnsembleSampler<Method::Rmogp>;           ///< ranking-weighted mixture of expected improvements
using Taf = EnsembleSampler<Method::Taf>;               ///< transfer acquisition function
using Tst = EnsembleSampler<Method::Tst>;               ///< two-stage transfer surrogate with rankings
using Cfnei = EnsembleSampler<Method::Cfnei>;           ///< closed form of noisy expected improvement
using Wac = EnsembleSampler<Method::Wac>;               ///< linear stacking
using HeboWithSources = EnsembleSampler<Method::Hebo>;  ///< HEBO's surrogate and acquisitions, with sources

}  // namespace hone::transfer
