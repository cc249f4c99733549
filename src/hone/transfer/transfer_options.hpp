// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/samplers/model_options.hpp"
#include "hone/transfer/ensemble_fitter.hpp"
#include "hone/transfer/ensemble_rule.hpp"

namespace hone::transfer {

/// Everything that can be switched in a method that weighs models of other studies.
struct TransferOptions {
  samplers::ModelOptions model = {};
  EnsembleOptions ensemble = {};
  EnsembleScore score = EnsembleScore::Ensemble;
  Incumbent incumbent = Incumbent::OfTarget;
  bool even_start = false;  ///< see EnsembleRule
  int initial = 1;          ///< configurations that are learned from the sources
};

// Options that several methods have; `prefix` stands in front of their names.

void declare_initial(OptionReader& option, const std::string& prefix, TransferOptions& transfer);
/// Whose doubt counts, and what is to be improved on.
void declare_ensemble(OptionReader& option, const std::string& prefix, TransferOptions& transfer);
void declare_bandwidth(OptionReader& option, EnsembleOptions& ensemble);
/// How the bootstrap weighs and drops models.
void declare_ranking(OptionReader& option, const std::string& prefix, EnsembleOptions& ensemble);

}  // namespace hone::transfer
