// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/samplers/model_options.hpp"
#include "hone/transfer/ensemble_fitter.hpp"
#include "hone/transfer/ensemble_judge.hpp"

namespace hone::transfer {

/// The methods that weigh models of other studies.
enum class Method { Rgpe, Rmogp, Taf, Tst, Cfnei, Wac, Hebo };

/// Everything that can be switched in such a method.
struct TransferOptions {
  samplers::ModelOptions model = {};
  EnsembleOptions ensemble = {};
  EnsembleScore score = EnsembleScore::Ensemble;
  Incumbent incumbent = Incumbent::OfTarget;
  bool even_start = false;  ///< see EnsembleJudge
  int initial = 1;          ///< configurations that are learned from the sources
};

/// Throws Error(InvalidOption).
TransferOptions read_transfer_options(Method method, const Options& given);
OptionSpecs transfer_options(Method method);

/// The options that shape the model of a single study, as text.
std::string fit_settings(Method method, const Options& given);

}  // namespace hone::transfer
