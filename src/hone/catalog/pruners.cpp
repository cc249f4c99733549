// SPDX-License-Identifier: MIT
#include "hone/catalog/pruners.hpp"

#include <utility>

#include "hone/analysis/asha_pruner.hpp"
#include "hone/analysis/hyperband_pruner.hpp"
#include "hone/analysis/patient_pruner.hpp"
#include "hone/analysis/percentile_pruner.hpp"
#include "hone/analysis/threshold_pruner.hpp"
#include "hone/analysis/wilcoxon_pruner.hpp"
#include "hone/catalog/method_named.hpp"
#include "hone/catalog/other_words.hpp"

namespace hone::catalog {
namespace {

template <class P, class O>
PrunerInfo pruner_info(std::string name, std::string summary) {
  return {{std::move(name), std::move(summary), describe_options<O>()},
          [](const Choice& choice) -> std::unique_ptr<Pruner> {
            return std::make_unique<P>(read_options<O>(choice));
          }};
}

}  // namespace

const std::vector<PrunerInfo>& pruners() {
  static const std::vector<PrunerInfo> kPruners = {
      pruner_info<analysis::AshaPruner, analysis::AshaOptions>(
          "asha", "successive halving: at each rung only the best of those that reached it go on"),
      pruner_info<analysis::MedianPruner, analysis::MedianOptions>(
          "median", "stops a trial whose best report is worse than the median of the others at its step"),
      pruner_info<analysis::PercentilePruner, analysis::PercentileOptions>(
          "percentile", "the same for another share of the trials than the better half"),
      pruner_info<analysis::HyperbandPruner, analysis::HyperbandOptions>(
          "hyperband",
          "successive halving in brackets that begin to stop trials early, later and not at all"),
      pruner_info<analysis::PatientPruner, analysis::PatientOptions>(
          "patient", "stops a trial that no longer gets better, alone or when another pruner agrees"),
      pruner_info<analysis::ThresholdPruner, analysis::ThresholdOptions>(
          "threshold", "stops a trial that reports a value outside of given limits"),
      pruner_info<analysis::WilcoxonPruner, analysis::WilcoxonOptions>(
          "wilcoxon",
          "for folds, seeds or instances as steps: stops what is worse than the best trial on them"),
  };
  return kPruners;
}

const PrunerInfo& pruner_named(const std::string& name) {
  return method_named(pruners(), "pruner", name, pruner_advice);
}

std::unique_ptr<Pruner> make_pruner(const Choice& choice) { return pruner_named(choice.name).make(choice); }

}  // namespace hone::catalog
